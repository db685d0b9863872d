// A link around a payment string taken apart: its scheme, what stands in it and its parameters, each with its place.
import { type ReadingResult, fault } from "./reading.ts"

export interface Parameter {
  /** As it stands there; `key` is what it is looked up by, since links in QR codes are often in upper case. */
  readonly name: string
  readonly key: string
  /** Percent codes decoded. */
  readonly value: string
  readonly at: number
  readonly valueAt: number
  /** Whether the value stands there as it is, so that places in it are places in the link. */
  readonly isPlain: boolean
}

export interface ParsedLink {
  readonly scheme: Scheme
  readonly body: string
  /** Characters before the body. */
  readonly at: number
  readonly parameters: ReadonlyArray<Parameter>
  /** What is wrong with its form. */
  readonly faults: ReadonlyArray<ReadingResult>
}

const schemes = [
  "lightning",
  "bitcoin",
  "liquidnetwork",
  "liquid",
  "ethereum",
  "solana",
  "tron",
  "spark",
  "pix"
] as const
export type Scheme = typeof schemes[number]

const form = new RegExp(`^(${schemes.join("|")}):(?://)?`, "i")

/** The refusal of a link as such. */
export const linkFault = (reason: string, message: string, at: number): ReadingResult =>
  fault({ kind: "link", reason, message, at, facts: [] })

/** Text without percent codes; undefined where one of them is none, or their bytes are no UTF-8. */
const unescaped = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const badEscape = (raw: string): number => {
  const cut = raw.search(/%(?![0-9a-f]{2})/i)
  return cut === -1 ? raw.indexOf("%") : cut
}

interface ParsedQuery {
  readonly parameters: ReadonlyArray<Parameter>
  readonly faults: ReadonlyArray<ReadingResult>
}

const parametersOf = (query: string, offset: number): ParsedQuery => {
  const parameters: Array<Parameter> = []
  const faults: Array<ReadingResult> = []
  let at = offset
  for (const part of query.split("&")) {
    const equals = part.indexOf("=")
    const [rawName, raw] = equals === -1 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)]
    const name = unescaped(rawName)
    const value = unescaped(raw)
    if (name === undefined || value === undefined) {
      faults.push(
        linkFault(
          "percent",
          `The parameter ${rawName} holds a % that two hexadecimal digits of a UTF-8 text do not follow.`,
          at + badEscape(part)
        )
      )
    } else if (part !== "") {
      const valueAt = at + Math.min(part.length, rawName.length + 1)
      parameters.push({ name, key: name.toLowerCase(), value, at, valueAt, isPlain: value === raw })
    }
    at += part.length + 1
  }
  return { parameters, faults }
}

/** The link that a text is; undefined where it begins with no scheme that is known. */
export const linkOf = (text: string): ParsedLink | undefined => {
  const found = form.exec(text)
  if (found === null) return undefined
  const scheme = schemes.find((each) => each === found[1]?.toLowerCase()) ?? "pix"
  const at = found[0].length
  const rest = text.slice(at)
  // A BR Code may hold a question mark of its own, and no parameters of a pix: link are known.
  const query = scheme === "pix" ? -1 : rest.indexOf("?")
  if (query === -1) return { scheme, body: rest, at, parameters: [], faults: [] }
  return { scheme, body: rest.slice(0, query), at, ...parametersOf(rest.slice(query + 1), at + query + 1) }
}

/** The parameter of a name, where it is there once; one that stands there again is refused. */
export const onlyOne = (
  { parameters }: ParsedLink,
  key: string
): { readonly parameter: Parameter | undefined; readonly faults: ReadonlyArray<ReadingResult> } => {
  const [parameter, second] = parameters.filter((each) => each.key === key)
  return {
    parameter,
    faults: second === undefined
      ? []
      : [linkFault("repeated", `The parameter ${key} stands there twice.`, second.at)]
  }
}
