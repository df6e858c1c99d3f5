// Starts the worker's WebAssembly. The build's name stands in the query, so that a browser that
// kept an older worker in its cache fetches the one that belongs to this page.
const build = new URL(import.meta.url).search;
const { default: init } = await import(`./worker.js${build}`);
await init({ module_or_path: new URL(`./worker_bg.wasm${build}`, import.meta.url) });
