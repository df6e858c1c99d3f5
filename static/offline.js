// Keeps the page for visits without a network: see service-worker.js.
if ("serviceWorker" in navigator && isSecureContext) {
  addEventListener("load", () => {
    // A browser that keeps nothing (private windows, some embedded frames) goes on without.
    navigator.serviceWorker.register("./service-worker.js").catch(() => {});
  });
}
