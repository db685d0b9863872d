// Lines of CSV (RFC 4180). A cell that a spreadsheet would take for a formula is text there.

// What a spreadsheet begins a formula with; an apostrophe before it says that it is text.
const isFormula = /^[=+\-@\t\r]/

// Empty for what is missing.
const csvCell = (value: string | null): string => {
  const text = value === null ? "" : isFormula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text
}

/** A line of values. */
export const csvLine = (values: ReadonlyArray<string | null>): string => `${values.map(csvCell).join(",")}\r\n`
