// JSON with some integers kept exact (C36): plain readers round what passes 2^53. Engines that tell a reviver the source of a
// number are asked for it; for others those numbers are quoted before the text is read.

interface Source {
  readonly source?: string
}

type Parse = (text: string, reviver: (key: string, value: unknown, context?: Source) => unknown) => unknown

const parse: Parse = JSON.parse

/** Whether this engine tells revivers the source of numbers. */
const tellsSource = (): boolean => {
  let told: string | undefined
  parse("0", (_key, value, context) => {
    told = context?.source
    return value
  })
  return told === "0"
}

const isInteger = /^-?(?:0|[1-9]\d*)$/

/** Reads JSON; numbers in fields of these names become bigint. Throws `SyntaxError` on anything that is not JSON, or no integer there. */
export const readExactJson = (text: string, fields: ReadonlyArray<string>): unknown => {
  if (fields.length === 0) return JSON.parse(text)
  return tellsSource() ? readBySource(text, fields) : readQuoted(text, fields)
}

const exactly = (source: string): bigint => {
  if (!isInteger.test(source)) throw new SyntaxError(`${source.slice(0, 40)} is no integer`)
  return BigInt(source)
}

const readBySource = (text: string, fields: ReadonlyArray<string>): unknown =>
  parse(
    text,
    (key, value, context) => typeof value === "number" && fields.includes(key) ? exactly(context?.source ?? "") : value
  )

// A string, or a number; in valid JSON nothing of either is inside the other.
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g
const colon = /\s*:/y

/** The same for engines that do not tell: numbers in these fields are read out of a string. */
export const readQuoted = (text: string, fields: ReadonlyArray<string>): unknown => {
  // Texts that are no JSON are refused as they are: what is read below was changed.
  JSON.parse(text)
  const marked = new Set(fields.map((field) => JSON.stringify(field)))
  let name = ""
  const quoted = text.replaceAll(token, (found, at: number) => {
    if (found.startsWith("\"")) {
      colon.lastIndex = at + found.length
      name = colon.test(text) ? found : ""
      return found
    }
    const isMarked = marked.has(name)
    name = ""
    return isMarked ? `{"exact":"${found}"}` : found
  })
  return JSON.parse(
    quoted,
    (key, value: unknown) => fields.includes(key) && isExact(value) ? exactly(value.exact) : value
  )
}

const isExact = (value: unknown): value is { readonly exact: string } =>
  typeof value === "object" && value !== null && "exact" in value && typeof value.exact === "string" &&
  Object.keys(value).length === 1
