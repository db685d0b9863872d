// Reads fields of a stored record, whose shape is that of its kind.

/** A text field of a stored record; undefined where it has none of that name. */
export const textIn = (record: unknown, name: string): string | undefined => {
  if (typeof record !== "object" || record === null || !(name in record)) return undefined
  const value = (record as Readonly<Record<string, unknown>>)[name]
  return typeof value === "string" ? value : undefined
}

/** Its state, under whichever of the two names. */
export const stateIn = (record: unknown): string | undefined => textIn(record, "state") ?? textIn(record, "status")
