// Prints a BR Code (BCB "Manual do BR Code"). Names are folded to ASCII and cut to their caps; anything that says where
// money goes is never changed: it fits as it is or the code is refused. Reading the result gives the same record.
import { Result } from "effect"
import { printBrl } from "../money/decimal.ts"
import type { Cents } from "../money/units.ts"
import { type BrCode, type StaticBrCode, brCodeCaps, pixGui, sandboxGui } from "./br-code.ts"
import { crc16, fits, foldAscii, writeField } from "./tlv.ts"

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
