// Serves the page from the browser's own store once it was visited. `finish.mjs` puts in what the
// site consists of and a name made of its contents.
//
// The document itself comes from the network when there is one, so that a new version shows at
// once; every other file has its version in its address, so a kept copy is never out of date.
const VERSION = "__VERSION__";
const FILES = __FILES__;
const PATIENCE_MS = 4000;

const kept = () => caches.open(`hornbook-${VERSION}`);

self.addEventListener("install", (event) => {
  event.waitUntil(kept().then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

/** Removes what older versions kept. The store belongs to all sites of this host. */
async function forgetOthers() {
  const scope = new URL(self.registration.scope).pathname;
  for (const name of await caches.keys()) {
    if (!name.startsWith("hornbook-") || name === `hornbook-${VERSION}`) continue;
    const cache = await caches.open(name);
    const [first] = await cache.keys();
    if (!first || new URL(first.url).pathname.startsWith(scope)) await caches.delete(name);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const inside = request.url.startsWith(self.registration.scope);
  if (request.method !== "GET" || !inside) return;
  event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});

/** The document: from the network if it answers soon, else the kept one. */
async function page(request) {
  const cache = await kept();
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE_MS));
  try {
    return await Promise.race([fetch(request), late]);
  } catch {
    return (await cache.match("./")) ?? Response.error();
  }
}

async function file(request) {
  const cache = await kept();
  return (await cache.match(request)) ?? fetch(request);
}
