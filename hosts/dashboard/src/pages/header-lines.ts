// Headers as people write them, one a line.

/** "X-Tenant: 7" a line as an object; undefined where nothing is written. A line without a colon is a name without a value. */
export const headersIn = (text: string): Readonly<Record<string, string>> | undefined => {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "")
  if (lines.length === 0) return undefined
  return Object.fromEntries(lines.map((line) => {
    const colon = line.indexOf(":")
    return colon === -1 ? [line, ""] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
  }))
}
