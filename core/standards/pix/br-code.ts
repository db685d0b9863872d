// BR Code: the text behind a PIX QR code (BCB "Manual do BR Code", EMV QRCPS-MPM). Static, dynamic and composed codes
// (a charge beside or without a recurrence), and the sandbox's own, which no banking app takes. Here: what a code is, its
// fields, and how it is printed; `parse-br-code.ts` reads it. Nothing here opens the address inside a code.
import { Result } from "effect"
import { utf8 } from "@scure/base"
import { printBrl } from "../../base/money/decimal.ts"
import type { Cents } from "../../base/money/units.ts"

export const pixGui = "br.gov.bcb.pix"
export const sandboxGui = "sandbox.pontepay"

/** Largest value of each field that has a cap of its own, in characters. */
export const brCodeCaps = {
  code: 512,
  key: 77,
  additionalInfo: 72,
  location: 77,
  merchantName: 25,
  merchantCity: 15,
  amount: 13,
  txid: 25
} as const

export interface BrCodeCommon {
  readonly merchantName: string
  readonly merchantCity: string
  /** Four digits; "0000" when the merchant has none. */
  readonly categoryCode: string
  readonly postalCode?: string | undefined
  /** Absent or zero in the code: the payer types it. On a dynamic code the charge behind the location rules. */
  readonly amount?: Cents | undefined
  /** Absent where the code says `***`. On a dynamic code the charge behind the location rules. */
  readonly txid?: string | undefined
  /** Marked as payable once (field 01 = 12). */
  readonly singleUse: boolean
}

interface Composed {
  /** Location of the recurrence (Pix Automático), without scheme. */
  readonly recurrence?: string | undefined
}

/** Pays a key. */
export interface StaticBrCode extends BrCodeCommon, Composed {
  readonly kind: "static"
  readonly key: string
  readonly additionalInfo?: string | undefined
  /** Participant that hands out cash (Pix Saque). */
  readonly withdrawalIspb?: string | undefined
}

/** Pays the charge found at a location, which the payer's participant opens. */
export interface DynamicBrCode extends BrCodeCommon, Composed {
  readonly kind: "dynamic"
  /** Host and path, without scheme. */
  readonly location: string
}

/** Authorises a recurrence and pays nothing now: no payout can be made to it. */
export interface RecurrenceBrCode extends BrCodeCommon {
  readonly kind: "recurrence"
  readonly recurrence: string
}

/** A charge of the sandbox, under its own GUI. */
export interface SandboxBrCode extends BrCodeCommon {
  readonly kind: "sandbox"
  readonly chargeId: string
}

export type BrCode = StaticBrCode | DynamicBrCode | RecurrenceBrCode | SandboxBrCode

// The field format of EMV merchant codes: two digits of id, two of length (01 to 99 characters), then the value, which
// may itself hold fields; with the check digits of a code, and the letters that it can carry. Invariant: reading what was
// written gives the same fields, and an error names its place.

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
const fits = (value: string): boolean => value.length >= 1 && value.length <= maxLength

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

const isAscii = (text: string): boolean => !/[^\x00-\x7f]/.test(text)

/** The check of a text's UTF-8 bytes as four upper-case hex digits; throws on a lone surrogate. */
export const crc16 = (text: string): string => {
  let crc = 0xffff
  // In ASCII each character is one byte. A printed BR Code is ASCII.
  const bytes = isAscii(text) ? undefined : utf8.decode(text)
  for (let at = 0; at < (bytes ?? text).length; at++) {
    const byte = bytes?.[at] ?? text.charCodeAt(at)
    crc = ((crc << 8) & 0xffff) ^ (remainders[(crc >> 8) ^ byte] ?? 0)
  }
  return crc.toString(16).toUpperCase().padStart(4, "0")
}

// Text as a BR Code can carry it: printable ASCII, so that characters, bytes and lengths are the same number (BCB BR Code
// manual). Invariant: folding folded text changes nothing.

/** Whether folding would leave the text as it is. */
const isFolded = (text: string): boolean => !/[^\x20-\x7e]|\*| {2}|^ | $/.test(text)

/** Text without accents and without anything that is not printable ASCII; `*` goes too, since `***` has a meaning. */
export const foldAscii = (text: string): string =>
  isFolded(text) ? text : text.normalize("NFD").replace(/[^\x20-\x7e]|\*/g, "").replace(/ {2,}/g, " ").trim()

// Prints a BR Code (BCB "Manual do BR Code"). Names are folded to ASCII and cut to their caps; anything that says where
// money goes is never changed: it fits as it is or the code is refused. Reading the result gives the same record.

export interface PrintError {
  readonly reason: "empty" | "tooLong" | "badValue"
  /** Path of the field, such as "26.25". */
  readonly field: string
}

type Printed = Result.Result<string, PrintError>

/** A value that must go out as it is: within its cap and printable ASCII. */
const exact = (field: string, value: string, max: number, pattern: RegExp = /^[\x20-\x7e]+$/): Printed => {
  if (value === "") return Result.fail({ reason: "empty", field })
  if (value.length > max) return Result.fail({ reason: "tooLong", field })
  return pattern.test(value) ? Result.succeed(value) : Result.fail({ reason: "badValue", field })
}

/** A name for the payer to read: folded and cut. */
const shown = (field: string, value: string, max: number): Printed => {
  const folded = foldAscii(value).slice(0, max).trimEnd()
  return folded === "" ? Result.fail({ reason: "empty", field }) : Result.succeed(folded)
}

const location = (field: string, value: string): Printed =>
  value.includes("://")
    ? Result.fail({ reason: "badValue", field })
    : exact(field, value, brCodeCaps.location, /^[\x21-\x7e]+$/)

const staticAccount = (code: StaticBrCode): Printed =>
  Result.gen(function*() {
    const key = writeField("01", yield* exact("26.01", code.key, brCodeCaps.key))
    const info = code.additionalInfo === undefined
      ? ""
      : writeField("02", yield* shown("26.02", code.additionalInfo, brCodeCaps.additionalInfo))
    const cash = code.withdrawalIspb === undefined
      ? ""
      : writeField("03", yield* exact("26.03", code.withdrawalIspb, 8, /^[0-9A-Z]{8}$/))
    return writeField("00", pixGui) + key + info + cash
  })

const locatedAccount = (gui: string, where: string): Printed =>
  Result.map(location("26.25", where), (text) => writeField("00", gui) + writeField("25", text))

const account = (code: BrCode): Printed => {
  switch (code.kind) {
    case "static":
      return staticAccount(code)
    case "dynamic":
      return locatedAccount(pixGui, code.location)
    case "recurrence":
      return Result.succeed(writeField("00", pixGui))
    case "sandbox":
      return locatedAccount(sandboxGui, code.chargeId)
  }
}

const recurrenceOf = (code: BrCode): string | undefined => code.kind === "sandbox" ? undefined : code.recurrence

// `***` says that there is none.
const txid = (code: BrCode): Printed =>
  code.txid === undefined
    ? Result.succeed("***")
    : exact("62.05", code.txid, brCodeCaps.txid, code.kind === "static" ? /^[A-Za-z0-9]+$/ : /^(?!\*{3}$)[\x20-\x7e]+$/)

/** A BR Code as text, with its CRC; refuses a key, a location or a label that does not fit or is not plain ASCII. */
export const printBrCode = (code: BrCode): Printed => {
  let problem: PrintError | undefined
  // The first problem is the answer; what stands in its place is never seen.
  const taken = (printed: Printed): string => {
    if (Result.isSuccess(printed)) return printed.success
    problem ??= printed.failure
    return "?"
  }
  const template = taken(account(code))
  if (!fits(template)) return Result.fail({ reason: "tooLong", field: "26" })
  const amount = code.amount === undefined || code.amount === 0n
    ? ""
    : writeField("54", taken(exact("54", printBrl(code.amount), brCodeCaps.amount, /^[0-9.]+$/)))
  const recurrence = recurrenceOf(code)
  const postal = code.postalCode === undefined ? "" : writeField("61", taken(exact("61", code.postalCode, 99)))
  const composed = recurrence === undefined
    ? ""
    : writeField("80", writeField("00", pixGui) + writeField("25", taken(location("80.25", recurrence))))
  const body = writeField("00", "01") +
    (code.singleUse ? writeField("01", "12") : "") +
    writeField("26", template) +
    writeField("52", taken(exact("52", code.categoryCode, 4, /^\d{4}$/))) +
    writeField("53", "986") +
    amount +
    writeField("58", "BR") +
    writeField("59", taken(shown("59", code.merchantName, brCodeCaps.merchantName))) +
    writeField("60", taken(shown("60", code.merchantCity, brCodeCaps.merchantCity))) +
    postal +
    writeField("62", writeField("05", taken(txid(code)))) +
    composed +
    "6304"
  return problem === undefined ? Result.succeed(body + crc16(body)) : Result.fail(problem)
}

/** A charge of ours: where its GUI is the sandbox's, `location` is the charge id, else the address at the PIX provider. */
export interface ChargeToPrint {
  readonly gui: typeof pixGui | typeof sandboxGui
  readonly location: string
  readonly amount?: Cents | undefined
  readonly merchantName: string
  readonly merchantCity: string
}

/** The single-use BR Code of a charge, refused like `printBrCode`. */
export const printCharge = ({ gui, location, ...shownToPayer }: ChargeToPrint): Printed => {
  const common = { ...shownToPayer, categoryCode: "0000", singleUse: true }
  switch (gui) {
    case "br.gov.bcb.pix":
      return printBrCode({ kind: "dynamic", ...common, location })
    case "sandbox.pontepay":
      return printBrCode({ kind: "sandbox", ...common, chargeId: location })
  }
}
