// What the settings of networks are made of: the shapes that several of them share, and what is wrong with one.
import { Data, Schema, SchemaTransformation } from "effect"
import { type AssetCode, assetCodes } from "../../../../core/base/money/assets.ts"
import { parseDecimal } from "../../../../core/base/money/decimal.ts"
import { text } from "../../../../core/base/text/text.ts"
import type { ConfigProblem } from "../../settings/config.ts"

/** One setting that cannot be used: where it is in the file, and what would be right. Neither holds a secret. */
export class SettingWrong extends Data.TaggedError("SettingWrong")<{
  readonly field: string
  readonly problem: string
}> {}

/** The same as a start reports it: by the variable that names the file. */
export class NetworksWrong extends Data.TaggedError("NetworksWrong")<ConfigProblem> {}

/** What is wrong with the file that a variable names. */
export const inFile = (variable: string, path: string) => ({ field, problem }: SettingWrong): ConfigProblem => ({
  variable,
  message: field === "" ? `${path} ${problem}` : `${path}: ${field} ${problem}`
})

/** A secret stands in no file of settings, but where it is found: `{NAME}` is a variable, or the file that `NAME_FILE` names. */
export const secret = Schema.String.check(
  Schema.isPattern(/^\{[A-Z][A-Z0-9_]*\}$/, { expected: "the name of a variable in braces, such as {RELAYER_KEY}" })
)

/** Text that may name secrets in the same way. */
const withSecrets = text({ minimum: 1, maximum: 2_000 })

const perSecond = Schema.optionalKey(
  Schema.Int.check(
    Schema.isBetween({ minimum: 1, maximum: 100_000 }, { expected: "how many requests it takes in a second" })
  )
)

export const nodeFields = {
  /** For logs and `/ready`. */
  name: Schema.String.check(
    Schema.isPattern(/^[a-z0-9][a-z0-9-]{0,31}$/, { expected: "up to 32 lower-case letters, digits and hyphens" })
  ),
  /** https, or http on this machine. */
  url: withSecrets.check(Schema.isPattern(/^https?:\/\//, { expected: "an https address, or http on this machine" })),
  headers: Schema.optionalKey(Schema.Record(Schema.String, withSecrets)),
  /** Requests that it takes in a second. */
  perSecond
}
export const node = Schema.Struct(nodeFields)
export type NodeSetting = typeof node.Type

/** A node that asks for a login instead. */
export const loginFields = {
  name: nodeFields.name,
  url: nodeFields.url,
  perSecond,
  login: Schema.optionalKey(Schema.Struct({ user: Schema.String, password: secret }))
}
const loginNode = Schema.Struct(loginFields)
export type LoginNodeSetting = typeof loginNode.Type

/** How many nodes have to give the same answer. */
const agree = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: 16 }, { expected: "how many nodes have to agree: more than half of them" })
)

/** The name of one of the file's signers. */
export const signerName = Schema.String

export const milliseconds = Schema.Int.check(
  Schema.isBetween({ minimum: 1, maximum: 86_400_000 }, { expected: "milliseconds, up to a day" })
)

export const count = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 1_000_000 }, { expected: "a whole number from 0 up" })
)

/** Smallest units, as text: JSON's numbers are floats. */
export const units = Schema.String.check(
  Schema.isPattern(/^\d{1,30}$/, { expected: "a whole number of smallest units in quotes" })
).pipe(Schema.decodeTo(Schema.BigInt, SchemaTransformation.bigintFromString))

export const asset = Schema.Literals(assetCodes)

const decimal = Schema.String.check(
  Schema.isPattern(/^\d{1,15}(?:\.\d{1,18})?$/, { expected: "an amount in quotes, such as \"2500.00\"" })
)

/** How much of an asset may leave the treasury without an operator. */
const limit = Schema.Struct({
  perMovement: Schema.optionalKey(decimal),
  perHour: Schema.optionalKey(decimal),
  perDay: Schema.optionalKey(decimal)
})
export type LimitSetting = typeof limit.Type

/** How little and how much a treasury or a fee account should hold, and where an operator may send what is above. */
const mark = Schema.Struct({
  low: Schema.optionalKey(decimal),
  high: Schema.optionalKey(decimal),
  sweepTo: Schema.optionalKey(text({ minimum: 1, maximum: 255 }))
})
export type MarkSetting = typeof mark.Type

/** What every network may have. */
export const commonFields = {
  agree,
  limits: Schema.optionalKey(Schema.Record(Schema.String, limit)),
  floats: Schema.optionalKey(Schema.Record(Schema.String, mark))
}

/** An amount of an asset; undefined where it is none. */
export const unitsOf = (code: AssetCode, amount: string): bigint | undefined => {
  const read = parseDecimal(code, amount)
  return read._tag === "Success" ? read.success : undefined
}
