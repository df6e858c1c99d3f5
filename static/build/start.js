// Starts the WebAssembly, in the page and in its workers: both run this one script. `finish.mjs`
// puts in the names that trunk gave to the glue code and to the module.
import init from "./__GLUE__";

const inPage = "document" in globalThis;
// The page sends each worker the module as it has compiled it (frontend/src/agent.rs).
const sent = () => new Promise((take) => addEventListener("message", ({ data }) => take(data), { once: true }));
await init({ module_or_path: inPage ? new URL("./__MODULE__", import.meta.url) : await sent() });
