// A server for a folder of static files, as a university's host is one.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
  ".svg": "image/svg+xml", ".json": "application/json", ".woff": "font/woff", ".woff2": "font/woff2",
};

/** Serves a folder until `close` is called; `headersOf` gives more headers for a path. */
export async function serveFolder(folder, headersOf = () => ({})) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(/\/$/, "/index.html");
    try {
      const content = readFileSync(join(folder, path));
      response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream", ...headersOf(path) });
      response.end(content);
    } catch {
      response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** The header that holds a policy. */
export const POLICY = "Content-Security-Policy";

/** A strict policy, with which a page loads scripts, styles and frames from its own host alone. */
export const STRICT = { [POLICY]: "default-src 'none'; script-src 'self'; style-src 'self'; frame-src 'self'" };
