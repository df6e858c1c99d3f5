// Starts a worker. The page sends each one the module as the browser has compiled it, once for all of them
// (frontend/src/agent.rs). `finish.mjs` puts in the name of the glue code.
import init from "./__GLUE__";

const sent = new Promise((take) => addEventListener("message", ({ data }) => take(data), { once: true }));
await init({ module_or_path: await sent });
