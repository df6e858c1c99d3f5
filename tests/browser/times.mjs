// A reporter for node's tests: a line for each with its milliseconds and its name, for `cargo xtask slowest`.
export default async function* times(events) {
  for await (const { type, data } of events) {
    const ended = type === "test:pass" || type === "test:fail";
    if (ended && data.details.type !== "suite") yield `${Math.round(data.details.duration_ms)} ${data.name}\n`;
  }
}
