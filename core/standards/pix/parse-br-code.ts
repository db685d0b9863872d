// Reads a BR Code (`br-code.ts`). Invariant: reading a printed code gives the same record.
import { Result } from "effect"
import { parseDecimal } from "../../base/money/decimal.ts"
import type { Cents } from "../../base/money/units.ts"
import {
  type BrCode,
  type BrCodeCommon,
  type Field,
  type TlvError,
  brCodeCaps,
  crc16,
  pathOf,
  pixGui,
  readFields,
  sandboxGui
} from "./br-code.ts"

export interface BrCodeError {
  readonly reason:
    | TlvError["reason"]
    | "empty"
    | "tooLong"
    | "encoding"
    | "order"
    | "missing"
    | "badValue"
    | "conflict"
    | "unknownScheme"
    | "crcMismatch"
  /** Path of the field, such as "26.25"; "" for the code as a whole. */
  readonly field: string
  /** Characters from the start of the code. */
  readonly offset: number
}

type BrCodeResult<A> = Result.Result<A, BrCodeError>

/** The fields of a template, with what is needed to say where one is missing. */
interface Template {
  readonly path: string
  readonly end: number
  readonly fields: ReadonlyMap<string, Field>
}

const readTemplate = (text: string, path: string, offset: number): BrCodeResult<Template> =>
  Result.map(readFields(text, path, offset), (fields) => ({ path, end: offset + text.length, fields }))

const optional = (template: Template, id: string, pattern: RegExp): BrCodeResult<string | undefined> => {
  const field = template.fields.get(id)
  if (field === undefined) return Result.succeed(undefined)
  return pattern.test(field.value)
    ? Result.succeed(field.value)
    : Result.fail({ reason: "badValue", field: pathOf(template.path, id), offset: field.offset })
}

const required = (template: Template, id: string, pattern: RegExp): BrCodeResult<string> =>
  Result.flatMap(optional(template, id, pattern), (value): BrCodeResult<string> =>
    value === undefined
      ? Result.fail({ reason: "missing", field: pathOf(template.path, id), offset: template.end })
      : Result.succeed(value))

const text = (max: number) => new RegExp(`^.{1,${max}}$`, "su")
// The scheme is implied, and a space or a control character has no place in an address.
const location = /^(?!.*:\/\/)[\x21-\x7e]{1,77}$/

const isGui = (template: Template, gui: string): boolean => template.fields.get("00")?.value.toLowerCase() === gui

/** Every template with an id from `first` to `last`, in the order of the code. */
const templates = (root: Template, first: number, last: number): BrCodeResult<ReadonlyArray<Template>> =>
  Result.all(
    [...root.fields.values()]
      .filter(({ id }) => Number(id) >= first && Number(id) <= last)
      .map(({ id, offset, value }) => readTemplate(value, id, offset))
  )

/** The single template under one of the GUIs; `undefined` when there is none. */
const single = (among: ReadonlyArray<Template>, guis: ReadonlyArray<string>): BrCodeResult<Template | undefined> => {
  const [found, second] = among.filter((template) => guis.some((gui) => isGui(template, gui)))
  return second === undefined
    ? Result.succeed(found)
    : Result.fail({ reason: "conflict", field: second.path, offset: second.fields.get("00")?.offset ?? second.end })
}

// EMV also lets "10." pass and says nothing of leading zeros. Both stay refused: no bank is known to print the first, and of
// the second there are codes in which "000000003100" meant 31.00, which is not to be guessed.
const readAmount = (root: Template): BrCodeResult<Cents | undefined> =>
  Result.flatMap(
    optional(root, "54", /^(?=.{1,13}$)\d{1,10}(?:\.\d{1,2})?$/),
    (value): BrCodeResult<Cents | undefined> => {
      if (value === undefined) return Result.succeed(undefined)
      const offset = root.fields.get("54")?.offset ?? root.end
      return Result.mapBoth(parseDecimal("BRL", value), {
        onSuccess: (amount) => amount === 0n ? undefined : amount,
        onFailure: (): BrCodeError => ({ reason: "badValue", field: "54", offset })
      })
    }
  )

const readTxid = (root: Template, pattern: RegExp): BrCodeResult<string | undefined> => {
  const field = root.fields.get("62")
  if (field === undefined) return Result.succeed(undefined)
  return Result.flatMap(
    readTemplate(field.value, "62", field.offset),
    (template) => Result.map(optional(template, "05", pattern), (label) => label === "***" ? undefined : label)
  )
}

const readCommon = (root: Template, isStatic: boolean): BrCodeResult<BrCodeCommon> =>
  Result.gen(function*() {
    yield* required(root, "00", /^01$/)
    const initiation = yield* optional(root, "01", /^1[12]$/)
    const categoryCode = yield* required(root, "52", /^\d{4}$/)
    yield* required(root, "53", /^986$/)
    const amount = yield* readAmount(root)
    yield* required(root, "58", /^BR$/)
    const merchantName = yield* required(root, "59", text(brCodeCaps.merchantName))
    const merchantCity = yield* required(root, "60", text(brCodeCaps.merchantCity))
    const postalCode = yield* optional(root, "61", text(99))
    const txid = yield* readTxid(root, isStatic ? /^(?:[A-Za-z0-9]{1,25}|\*{3})$/ : text(brCodeCaps.txid))
    return { merchantName, merchantCity, categoryCode, postalCode, amount, txid, singleUse: initiation === "12" }
  })

const readRecurrence = (root: Template): BrCodeResult<string | undefined> =>
  Result.gen(function*() {
    const template = yield* single(yield* templates(root, 80, 99), [pixGui])
    return template === undefined ? undefined : yield* required(template, "25", location)
  })

const readAccount = (root: Template): BrCodeResult<BrCode> =>
  Result.gen(function*() {
    const account = yield* single(yield* templates(root, 26, 51), [pixGui, sandboxGui])
    if (account === undefined) return yield* Result.fail<BrCodeError>({ reason: "unknownScheme", field: "", offset: 0 })
    const key = yield* optional(account, "01", text(brCodeCaps.key))
    const place = yield* optional(account, "25", location)
    const common = yield* readCommon(root, key !== undefined)
    if (isGui(account, sandboxGui)) {
      return { kind: "sandbox" as const, ...common, chargeId: yield* required(account, "25", location) }
    }
    const recurrence = yield* readRecurrence(root)
    if (key !== undefined && place !== undefined) {
      const offset = account.fields.get("25")?.offset ?? account.end
      return yield* Result.fail<BrCodeError>({ reason: "conflict", field: pathOf(account.path, "25"), offset })
    }
    if (place !== undefined) return { kind: "dynamic" as const, ...common, location: place, recurrence }
    if (key === undefined && recurrence !== undefined) return { kind: "recurrence" as const, ...common, recurrence }
    return {
      kind: "static" as const,
      ...common,
      key: yield* required(account, "01", text(brCodeCaps.key)),
      additionalInfo: yield* optional(account, "02", text(brCodeCaps.additionalInfo)),
      withdrawalIspb: yield* optional(account, "03", /^[0-9A-Z]{8}$/),
      recurrence
    }
  })

/** Field 63, where the fields are framed as they have to be. */
const checkFrame = (root: Template): BrCodeResult<Field> => {
  const ids = [...root.fields.keys()]
  if (ids[0] !== "00") return Result.fail({ reason: "order", field: "00", offset: 0 })
  const check = root.fields.get("63")
  if (check === undefined) return Result.fail({ reason: "missing", field: "63", offset: root.end })
  if (ids.at(-1) !== "63") return Result.fail({ reason: "order", field: "63", offset: check.offset })
  return Result.succeed(check)
}

/**
 * Reads a BR Code. Refuses with the reason, the field and the place. The CRC is judged last: where a field is wrong too, the
 * field says more about what to mend.
 */
export const parseBrCode = (code: string): BrCodeResult<BrCode> =>
  Result.gen(function*() {
    if (code === "") return yield* Result.fail<BrCodeError>({ reason: "empty", field: "", offset: 0 })
    if (code.length > brCodeCaps.code) {
      return yield* Result.fail<BrCodeError>({ reason: "tooLong", field: "", offset: brCodeCaps.code })
    }
    if (!code.isWellFormed()) return yield* Result.fail<BrCodeError>({ reason: "encoding", field: "", offset: 0 })
    const root = yield* readTemplate(code, "", 0)
    const check = yield* checkFrame(root)
    const read = yield* readAccount(root)
    if (check.value !== crc16(code.slice(0, check.offset))) {
      return yield* Result.fail<BrCodeError>({ reason: "crcMismatch", field: "63", offset: check.offset })
    }
    return read
  })
