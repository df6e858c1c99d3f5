// Live programs in pages of others: one script beside the built site.
//
//   <script src="https://example.org/hornbook/hornbook-embed.js" defer></script>
//
// It makes <hornbook-program> elements live, and puts one in the place of each block of code that is marked as Hornbook's.
// Without scripts the program stands there as text. docs/embedding.md says what attributes and events there are.
(() => {
  const script = document.currentScript;
  const SITE = new URL(script?.dataset.site ?? ".", script?.src ?? document.baseURI);

  /** The attributes for choices, and their keys in links (docs/links.md). */
  const TEXTS = { method: "m", abstraction: "a", heuristic: "h", calls: "f", rules: "g", tiles: "o", invariants: "j" };
  const SWITCHES = { "check-bounds": "b", "large-blocks": "l", loops: "q", "hide-found": "x", solved: "d" };

  /** The table of CRC-32 (ISO 3309). */
  const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n;
  });

  function checksum(bytes) {
    let sum = ~0;
    for (const byte of bytes) sum = TABLE[(sum ^ byte) & 0xff] ^ (sum >>> 8);
    return ~sum >>> 0;
  }

  async function deflated(text) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  /** The hash of a link to an embedded page with these choices. */
  async function hashOf(link) {
    const packed = await deflated(JSON.stringify(link));
    const sum = checksum(packed);
    const bytes = [sum & 0xff, (sum >>> 8) & 0xff, (sum >>> 16) & 0xff, sum >>> 24, ...packed];
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return "#w1" + btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }

  /** Loads frames only when they are about to come into view. */
  const near = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) target.load();
    }
  }, { rootMargin: "300px" });

  /** The attributes that a block of code may have for its program. */
  const ATTRIBUTES = [...Object.keys(TEXTS), ...Object.keys(SWITCHES), "stage", "link", "site", "theme", "title"];

  /** Blocks of code that are marked as Hornbook's, as different programs write them. */
  const BLOCKS = [
    "pre > code.language-hornbook", // HTML's own way: mdBook, Jekyll, reveal.js
    "pre.hornbook > code", // Pandoc, and so Quarto
    "pre.language-hornbook > code", // Prism, and so Docusaurus
    ".highlight-hornbook pre", // Sphinx
  ].join(", ");

  /** The text of a program: of its block of code if it has one, as a page may have put buttons beside that. */
  function textOf(program) {
    const copy = (program.querySelector("code, pre") ?? program).cloneNode(true);
    // Prism ends lines by elements.
    for (const end of copy.querySelectorAll("br")) end.replaceWith("\n");
    return copy.textContent;
  }

  class HornbookProgram extends HTMLElement {
    #frame = null;
    #hash = null;

    connectedCallback() {
      // The text inside is there only when the document has been read that far.
      queueMicrotask(() => near.observe(this));
    }

    disconnectedCallback() {
      near.unobserve(this);
      this.#frame?.remove();
      this.#frame = null;
    }

    /** The program as a link. */
    #link() {
      const link = { t: textOf(this).replace(/^\n|\s+$/g, "") + "\n" };
      for (const [name, key] of Object.entries(TEXTS)) {
        if (this.hasAttribute(name)) link[key] = this.getAttribute(name);
      }
      for (const [name, key] of Object.entries(SWITCHES)) {
        if (this.hasAttribute(name)) link[key] = true;
      }
      if (!["m", "a", "h", "g", "o"].some((key) => key in link)) link.m = "found";
      link.s = this.getAttribute("stage") ?? "solve";
      return link;
    }

    /** Puts the live program into the place of its text. */
    async load() {
      near.unobserve(this);
      if (this.#frame) return;
      // A program that is moved has lost its text.
      this.#hash ??= this.getAttribute("link") ?? await hashOf(this.#link());
      const site = this.hasAttribute("site") ? new URL(this.getAttribute("site"), document.baseURI) : SITE;
      const hash = this.#hash;
      // An address of a script would run here.
      if (this.#frame || !hash.startsWith("#") || !["http:", "https:", "file:"].includes(site.protocol)) return;
      const frame = document.createElement("iframe");
      frame.src = new URL(hash, site).href;
      frame.title = this.getAttribute("title") || "A program in Hornbook";
      frame.allow = "clipboard-write";
      const scheme = this.getAttribute("theme");
      frame.style.cssText = "display: block; width: 100%; height: 26rem; border: 1px solid #8886; border-radius: 6px;";
      if (scheme) frame.style.colorScheme = scheme;
      this.#frame = frame;
      this.style.display = "block";
      this.append(frame);
    }

    /** Takes a message of the frame: its height, or an event. */
    hear(message) {
      const { event, about, result, height } = message.data;
      if (event === "ready") {
        for (const child of [...this.childNodes]) if (child !== this.#frame) child.remove();
        this.#frame.contentWindow.postMessage({ hornbook: 1, grow: true }, message.origin);
      }
      if (event === "height") this.#frame.style.height = `${Math.min(Math.max(Number(height) || 0, 120), 4000)}px`;
      else this.dispatchEvent(new CustomEvent(`hornbook-${event}`, { bubbles: true, detail: { about, result } }));
    }

    /** Whether a message is from this program's frame. */
    owns(message) {
      const frame = this.#frame;
      return frame && message.source === frame.contentWindow && message.origin === new URL(frame.src).origin;
    }
  }

  addEventListener("message", (message) => {
    if (message.data?.hornbook !== 1) return;
    for (const program of document.querySelectorAll("hornbook-program")) {
      if (program.owns(message)) program.hear(message);
    }
  });

  /** Puts programs into the places of blocks of code that are marked as such. */
  function adopt() {
    for (const code of document.querySelectorAll(BLOCKS)) {
      if (code.closest("hornbook-program")) continue;
      const program = document.createElement("hornbook-program");
      for (const name of ATTRIBUTES) {
        const value = code.getAttribute(`data-${name}`);
        if (value !== null) program.setAttribute(name, value);
      }
      const pre = code.closest("pre");
      pre.replaceWith(program);
      program.append(pre);
    }
  }

  /** Adopts the blocks of the document, and those that its own scripts add later. */
  function start() {
    adopt();
    new MutationObserver(adopt).observe(document.body, { childList: true, subtree: true });
  }

  if (!customElements.get("hornbook-program")) customElements.define("hornbook-program", HornbookProgram);
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start);
  else start();
})();
