// Puts the script of the built site into this package, where `npm pack` takes it from.
import { copyFile } from "node:fs/promises";

await copyFile(new URL("../static/hornbook-embed.js", import.meta.url), new URL("hornbook-embed.js", import.meta.url));
