// Starts the deck. The programs on it are live by hornbook-embed.js. They grow, so slides begin at the top.
Reveal.initialize({ hash: true, width: 1280, height: 800, margin: 0.04, center: false });
