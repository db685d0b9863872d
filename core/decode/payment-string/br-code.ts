// BR Codes as readings: fields, checks, and where a wrong one breaks.
import { Result } from "effect"
import { printBrl } from "../../base/money/decimal.ts"
import type { BrCode } from "../../standards/pix/br-code.ts"
import { type BrCodeError, parseBrCode } from "../../standards/pix/parse-br-code.ts"
import { byteCounted } from "./br-code-bytes.ts"
import { type BrCodeField, type BrCodeFields, readBrCodeFields } from "./br-code-fields.ts"
import { valuesOf } from "./br-code-values.ts"
import { keyProblem } from "./pix-key.ts"
import { type Fact, type ReadingResult, type Remark, fault, reading } from "./reading.ts"

const kinds: Readonly<Record<BrCode["kind"], string>> = {
  static: "BR Code, static: pays a key",
  dynamic: "BR Code, dynamic: pays the charge at a location",
  recurrence: "BR Code of a recurrence: authorises it, and pays nothing now",
  sandbox: "BR Code of the sandbox: no banking app takes it"
}

const flat = (fields: ReadonlyArray<BrCodeField>): ReadonlyArray<Fact> =>
  fields.flatMap((field): ReadonlyArray<Fact> => [
    { name: `${field.path} ${field.name}`, value: field.fields === undefined ? field.value : "", at: field.at },
    ...flat(field.fields ?? [])
  ])

/** What is wrong with the check; undefined where it is right or not there. */
const crcProblem = ({ crc }: BrCodeFields): string | undefined => {
  if (crc === undefined || crc.found === crc.expected) return undefined
  return crc.found.toUpperCase() === crc.expected
    ? `is ${crc.found}, and upper case is wanted: ${crc.expected}`
    : `is ${crc.found} and should be ${crc.expected}`
}

const crcFact = (fields: BrCodeFields): ReadonlyArray<Fact> =>
  fields.crc === undefined ? [] : [{ name: "check", value: crcProblem(fields) ?? "right" }]

const reasons: Readonly<Record<BrCodeError["reason"], string>> = {
  badId: "two digits of a field's id should stand here",
  badLength: "two digits of a length from 01 to 99 should stand here",
  truncated: "the length says more characters than there are",
  duplicate: "this field was there before",
  empty: "the code is empty",
  tooLong: "the code has more than 512 characters",
  encoding: "the code holds half of a character",
  order: "field 00 has to be the first and field 63 the last",
  missing: "a field that has to be there is missing",
  badValue: "the value is not one that this field can have",
  conflict: "two things say where the money goes",
  unknownScheme: "no field from 26 to 51 names PIX (br.gov.bcb.pix)",
  crcMismatch: "the check does not match: a character is wrong, missing or too much"
}

const isCaseAlone = ({ crc }: BrCodeFields): boolean => crc?.found.toUpperCase() === crc?.expected

const saidOf = ({ field, reason }: BrCodeError, fields: BrCodeFields): string => {
  if (reason === "crcMismatch" && isCaseAlone(fields)) return "the check is in lower case (field 63)."
  const values = reason === "badValue" ? valuesOf(field) : undefined
  const place = field === "" ? "" : ` (field ${field})`
  return `${reasons[reason]}${place}${values === undefined ? "" : `; it can be ${values}`}.`
}

const messageOf = (error: BrCodeError, fields: BrCodeFields): string => {
  const crc = crcProblem(fields)
  const said = `The BR Code cannot be read: ${saidOf(error, fields)}`
  if (crc === undefined) return said
  return error.reason === "crcMismatch" ? `${said} It ${crc}.` : `${said} The check does not match either: it ${crc}.`
}

const amountOf = ({ amount, kind }: BrCode): Fact => {
  const typed = amount === undefined ? undefined : `BRL ${printBrl(amount)}`
  switch (kind) {
    case "static":
      return { name: "amount", value: typed ?? "the payer types it" }
    case "dynamic":
    case "sandbox":
      return {
        name: "amount",
        value: `${typed === undefined ? "" : `${typed}, but `}the charge behind the location decides`
      }
    case "recurrence":
      return { name: "amount", value: "none: the recurrence decides what is paid later" }
  }
}

// A key that no bank finds is remarked and the code read all the same: banks judge it when they look it up.
const remarksOf = (code: BrCode, fields: ReadonlyArray<BrCodeField>): ReadonlyArray<Remark> => {
  const problem = code.kind === "static" ? keyProblem(code.key) : undefined
  if (problem === undefined) return []
  const field = fields.flatMap((each) => each.fields ?? []).find(({ name }) => name === "PIX key")
  return [{ message: problem, at: field === undefined ? undefined : field.at + 4 }]
}

/** Reads a BR Code, every field with its place. */
export const readBrCode = (text: string): ReadingResult => {
  const fields = readBrCodeFields(text)
  const shown = [...flat(fields.fields), ...crcFact(fields)]
  return Result.match(parseBrCode(text), {
    onSuccess: (code) =>
      reading({
        kind: "brCode",
        what: kinds[code.kind],
        canonical: text,
        facts: [amountOf(code), ...shown],
        remarks: remarksOf(code, fields.fields)
      }),
    onFailure: (error) => {
      const counted = fields.broken === undefined ? undefined : byteCounted(text)
      return fault({
        kind: "brCode",
        reason: error.reason === "crcMismatch" && isCaseAlone(fields) ? "crcCase" : error.reason,
        message: messageOf(error, fields),
        at: error.offset,
        ...counted,
        facts: shown
      })
    }
  })
}
