// Serves the page from the browser's own store once it was visited. `finish.mjs` puts in what the
// site consists of and a name made of its contents.
//
// The document, courses and the scripts of their pages come from the network when there is one, so that a
// new version shows at once; every other file has its version in its address, so a kept copy is never out of date. Pages
// of the version before may still be open, and need its files when they start a worker: those stay
// until the version after this one.
const OWN = "hornbook-__VERSION__";
const FILES = __FILES__;
const PATIENCE_MS = 4000;
const VERSIONED = /-[0-9a-f]{8,}(_bg)?\.\w+$/;

self.addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOld().then(() => self.clients.claim()));
});

/** Keeps the site. A version that comes back counts as new. */
async function keep() {
  await caches.delete(OWN);
  const cache = await caches.open(OWN);
  // The browser may have copies of its own, of the version before, and would mix the two.
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
}

/** Removes what versions kept that are older than the one before. */
async function forgetOld() {
  const others = [];
  // Oldest first. The store belongs to all sites of this host.
  for (const name of await caches.keys()) {
    if (!name.startsWith("hornbook-") || name === OWN) continue;
    if (await caches.match("./", { cacheName: name })) others.push(name);
  }
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const inside = request.url.startsWith(self.registration.scope);
  if (request.method !== "GET" || !inside) return;
  event.respondWith(request.mode === "navigate" ? newest(request, "./") : file(request));
});

/** A file whose address stays: from the network if that answers well and soon, else the kept one if there is one. */
async function newest(request, kept) {
  const network = fetch(request);
  const late = new Promise((_, fail) => setTimeout(fail, PATIENCE_MS));
  try {
    const answer = await Promise.race([network, late]);
    if (answer.status < 500) return answer;
  } catch {
    // The kept copy is as good.
  }
  return (await caches.match(kept, { cacheName: OWN })) ?? network;
}

/** A file: any version's copy is right if the version is in its address. */
async function file(request) {
  if (!VERSIONED.test(new URL(request.url).pathname)) return newest(request, request);
  return (await caches.match(request)) ?? fetch(request);
}
