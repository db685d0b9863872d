// The field format of EMV merchant codes: two digits of id, two of length (01 to 99 characters), then the value, which
// may itself hold fields. Invariant: reading what was written gives the same fields, and an error names its place.
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
