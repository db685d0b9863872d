// Our ids as Woovi keeps them: its `correlationID` stands in addresses, where a slash of ours would not arrive everywhere.
// Invariant: pure, and there and back, so that a restart finds everything and a message names our record.

const plain = /^[A-Za-z0-9_-]$/

/** The `correlationID` of an id of ours: each character outside letters, digits, `_` and `-` is `.` and its two hex digits. */
export const correlationIdOf = (id: string): string =>
  [...Buffer.from(id)].map((byte) => {
    const character = String.fromCharCode(byte)
    return plain.test(character) ? character : `.${byte.toString(16).padStart(2, "0")}`
  }).join("")

/** Our id of a `correlationID`; one that none of our ids has is given as it is, and belongs to no record. */
export const idOf = (correlationId: string): string => {
  const bytes = correlationId.replace(/\.([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  const id = Buffer.from(bytes, "latin1").toString()
  return correlationIdOf(id) === correlationId ? id : correlationId
}
