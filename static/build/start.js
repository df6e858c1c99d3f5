// Starts the page's WebAssembly, and has the browser compile the workers' beside it. `finish.mjs` puts in the
// names of the files.
import init from "./__GLUE__";

const address = (name) => new URL(name, import.meta.url);

let compiled;

/** The workers' module, compiled once; what failed is tried again when it is asked for again. */
function workerModule() {
  compiled ??= compile(address("./__WORKER_MODULE__")).catch((error) => {
    compiled = undefined;
    throw error;
  });
  return compiled;
}

/** Compiles a module while it comes; a server that does not say what it is has it compiled at the end. */
async function compile(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${answer.status} for ${url}`);
  const streams = answer.headers.get("Content-Type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

// The page starts workers with this (frontend/src/agent.rs).
globalThis.hornbookWorker = { script: () => address("./__WORKER__").href, module: workerModule };
// Whoever asks for it hears of what fails.
workerModule().catch(() => {});
await init({ module_or_path: address("./__MODULE__") });
