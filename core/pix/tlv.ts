// The field format of EMV merchant codes: two digits of id, two of length (01 to 99 characters), then the value, which
// may itself hold fields; with the check digits of a code, and the letters that it can carry. Invariant: reading what was
// written gives the same fields, and an error names its place.
import { utf8 } from "@scure/base"
import { Result } from "effect"

/** A field with the place of its value, counted in characters from the start of the whole code. */
export interface Field {
  readonly id: string
  readonly value: string
  readonly offset: number
}

export interface TlvError {
  /** `truncated`: the value would run past the end of the code or of the field around it. */
  readonly reason: "badId" | "badLength" | "truncated" | "duplicate"
  /** Path of the field, such as "26.25"; the last part is missing when the id itself cannot be read. */
  readonly field: string
  readonly offset: number
}

const maxLength = 99

/** Path of a field inside another: ("26", "25") is "26.25"; at the top there is no outer part. */
export const pathOf = (outer: string, id: string): string => [outer, id].filter((part) => part !== "").join(".")

/** The fields of `text`, which is the value of the field `outer` and starts at `offset` of the whole code. */
export const readFields = (
  text: string,
  outer = "",
  offset = 0
): Result.Result<ReadonlyMap<string, Field>, TlvError> => {
  const fields = new Map<string, Field>()
  let at = 0
  while (at < text.length) {
    const id = text.slice(at, at + 2)
    if (!/^\d\d$/.test(id)) return Result.fail({ reason: "badId", field: outer, offset: offset + at })
    const field = pathOf(outer, id)
    if (fields.has(id)) return Result.fail({ reason: "duplicate", field, offset: offset + at })
    const digits = text.slice(at + 2, at + 4)
    if (!/^\d\d$/.test(digits) || digits === "00") {
      return Result.fail({ reason: "badLength", field, offset: offset + at + 2 })
    }
    const start = at + 4
    const end = start + Number(digits)
    if (end > text.length) return Result.fail({ reason: "truncated", field, offset: offset + start })
    fields.set(id, { id, value: text.slice(start, end), offset: offset + start })
    at = end
  }
  return Result.succeed(fields)
}

/** Whether a value fits in one field. */
export const fits = (value: string): boolean => value.length >= 1 && value.length <= maxLength

/** One field as text; throws `RangeError` on a value that does not fit, which the caller checks before. */
export const writeField = (id: string, value: string): string => {
  if (!fits(value)) throw new RangeError(`Field ${id} cannot hold ${value.length} characters`)
  return id + value.length.toString().padStart(2, "0") + value
}

// CRC-16/CCITT-FALSE, the check of a BR Code: polynomial 1021, initial FFFF, no reflection, no final xor. The published
// check value of "123456789" is 29B1.

const polynomial = 0x1021

// The remainder of every byte, so that a code costs one step a byte.
const remainders = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ polynomial
  return crc
})

/** The check of a text's UTF-8 bytes as four upper-case hex digits; throws on a lone surrogate. */
export const crc16 = (text: string): string => {
  let crc = 0xffff
  for (const byte of utf8.decode(text)) crc = ((crc << 8) & 0xffff) ^ (remainders[(crc >> 8) ^ byte] ?? 0)
  return crc.toString(16).toUpperCase().padStart(4, "0")
}

// Text as a BR Code can carry it: printable ASCII, so that characters, bytes and lengths are the same number (BCB BR Code
// manual). Invariant: folding folded text changes nothing.

/** Text without accents and without anything that is not printable ASCII; `*` goes too, since `***` has a meaning. */
export const foldAscii = (text: string): string =>
  text.normalize("NFD").replace(/[^\x20-\x7e]|\*/g, "").replace(/ {2,}/g, " ").trim()
