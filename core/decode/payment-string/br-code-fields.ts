// A BR Code field by field, for people who look for what is wrong in one: every field is shown up to the place where the
// code stops making sense. What the code means is read by core/standards/pix/br-code.ts; both agree on where it breaks.
import { type TlvError, crc16, pathOf } from "../../standards/pix/br-code.ts"

export interface BrCodeField {
  /** Path of the field, such as "26.25". */
  readonly path: string
  readonly name: string
  readonly value: string
  /** Characters from the start of the code to the id of the field. */
  readonly at: number
  /** The fields inside; undefined where the value is one thing. */
  readonly fields: ReadonlyArray<BrCodeField> | undefined
}

export interface BrCodeFields {
  readonly fields: ReadonlyArray<BrCodeField>
  /** Undefined when the code was read to its end. */
  readonly broken: TlvError | undefined
  /** Undefined when the code has no field 63 at its end. */
  readonly crc: { readonly found: string; readonly expected: string } | undefined
}

const names: Readonly<Record<string, string>> = {
  "00": "payload format",
  "01": "point of initiation",
  "52": "merchant category",
  "53": "currency",
  "54": "amount",
  "58": "country",
  "59": "merchant name",
  "60": "merchant city",
  "61": "postal code",
  "62": "additional data",
  "62.05": "txid",
  "63": "CRC",
  "64": "language template"
}

const accountNames: Readonly<Record<string, string>> = {
  "00": "GUI",
  "01": "PIX key",
  "02": "message to the payer",
  "03": "participant that hands out cash",
  "25": "location"
}

const isAccount = (id: string): boolean => id >= "26" && id <= "51"
const isTemplate = (id: string): boolean => isAccount(id) || id === "62" || id === "64" || id >= "80"

const nameOf = (outer: string, id: string): string => {
  const known = names[pathOf(outer, id)]
  if (known !== undefined) return known
  if (outer !== "" && outer !== "62" && outer !== "64") return accountNames[id] ?? "field of the template"
  if (isAccount(id)) return "merchant account"
  return id >= "80" ? "template of a scheme" : "field"
}

interface Walked {
  readonly fields: ReadonlyArray<BrCodeField>
  readonly broken: TlvError | undefined
}

const lengthOf = (text: string): number | undefined => /^\d\d$/.test(text) && text !== "00" ? Number(text) : undefined

/** The fields of a text up to the first that cannot be read, and what is wrong with that one. */
const walk = (text: string, outer: string, offset: number): Walked => {
  const fields: Array<BrCodeField> = []
  const seen = new Set<string>()
  let at = 0
  const stop = (reason: TlvError["reason"], field: string, place: number): Walked => ({
    fields,
    broken: { reason, field, offset: offset + place }
  })
  while (at < text.length) {
    const id = text.slice(at, at + 2)
    if (!/^\d\d$/.test(id)) return stop("badId", outer, at)
    const path = pathOf(outer, id)
    if (seen.has(id)) return stop("duplicate", path, at)
    const length = lengthOf(text.slice(at + 2, at + 4))
    if (length === undefined) return stop("badLength", path, at + 2)
    const start = at + 4
    if (start + length > text.length) return stop("truncated", path, start)
    const value = text.slice(start, start + length)
    const inside = outer === "" && isTemplate(id) ? walk(value, path, offset + start) : undefined
    fields.push({ path, name: nameOf(outer, id), value, at: offset + at, fields: inside?.fields })
    if (inside?.broken !== undefined) return { fields, broken: inside.broken }
    seen.add(id)
    at = start + length
  }
  return { fields, broken: undefined }
}

const crcOf = (code: string): BrCodeFields["crc"] => {
  const [, found] = /6304([0-9A-Fa-f]{4})$/.exec(code) ?? []
  return found === undefined || !code.isWellFormed() ? undefined : { found, expected: crc16(code.slice(0, -4)) }
}

/** The fields of a BR Code as far as they can be read, and its check beside the one that it should have. */
export const readBrCodeFields = (code: string): BrCodeFields => ({ ...walk(code, "", 0), crc: crcOf(code) })
