// Ids that the payment system gives to a PIX and to its return (BCB PIX API 2.9.0 `EndToEndId`, `RtrId`). Opaque: real
// ones break the documented layout, so only the alphabet and the length are required. Stored as received and compared
// without regard to case.
import { Schema } from "effect"
import { type Ispb, parseIspb } from "./ispb.ts"

const opaque = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9]{32}$/, { expected: "32 letters or digits" })
)

/** The id of a PIX, from the payer's participant. */
export const EndToEndId = opaque.pipe(Schema.brand("EndToEndId"))
export type EndToEndId = typeof EndToEndId.Type

/** The id of a PIX return (devolução), from the participant that returns; by layout it starts with D. */
export const ReturnId = opaque.pipe(Schema.brand("ReturnId"))
export type ReturnId = typeof ReturnId.Type

/** The form under which two spellings of one id are equal; for unique keys and look-ups. */
export const compareKey = (id: EndToEndId | ReturnId): string => id.toUpperCase()

/** What the layout says, where an id follows it: E or D, ISPB, minute, eleven characters of the participant. */
export interface EndToEndLayout {
  readonly kind: "payment" | "return"
  readonly ispb: Ispb
  /** ISO 8601 to the minute, in UTC. */
  readonly minute: string
  readonly suffix: string
}

/** Reads the layout of an id for display and search; `undefined` where the id does not follow it. */
export const endToEndLayout = (id: EndToEndId | ReturnId): EndToEndLayout | undefined => {
  const match =
    /^([ED])([0-9A-Z]{8})(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])([0-5]\d)([0-9A-Z]{11})$/i.exec(id)
  if (match === null) return undefined
  const [, letter = "", code = "", year = "", month = "", day = "", hour = "", minute = "", suffix = ""] = match
  const ispb = parseIspb(code)
  if (ispb === undefined) return undefined
  return {
    kind: letter.toUpperCase() === "E" ? "payment" : "return",
    ispb,
    minute: `${year}-${month}-${day}T${hour}:${minute}Z`,
    suffix
  }
}
