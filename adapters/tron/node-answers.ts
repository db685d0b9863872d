// What is read of a TRON node's answers, and what is made of it. Numbers are read exactly, and an answer of another shape is no answer.
import { Schema } from "effect"

/** Which state a question is about. */
export type At = "head" | "solid"

/** A log of a contract. */
export interface Log {
  /** 20 bytes in hex. */
  readonly address: string
  readonly topics: ReadonlyArray<string>
  readonly data: string
}

/** A transaction in a solidified block. */
export interface Landing {
  readonly height: bigint
  readonly blockHash: string
  /** `receipt.result` of a call of a contract; undefined for what is none. */
  readonly result: string | undefined
  /** Whether the network says that it failed. */
  readonly isFailed: boolean
  /** All that the network took for it, in sun. */
  readonly feeSun: bigint
  readonly logs: ReadonlyArray<Log>
}

export interface Block {
  readonly number: bigint
  readonly hash: string
  /** Unix milliseconds. */
  readonly time: number
}

/** What an account can pay with; an account that never got anything does not exist. */
export interface Account {
  readonly exists: boolean
  readonly sun: bigint
  readonly energy: bigint
  readonly bandwidth: bigint
  /** The network's energy, and the TRX that are staked for it: what a stake is worth. */
  readonly totalEnergy: bigint
  readonly totalEnergyWeight: bigint
}

/** Prices of the network, in sun. */
export interface Prices {
  readonly energy: bigint
  readonly byte: bigint
  /** For an account that is created, beside the price of its bytes. */
  readonly account: bigint
  readonly accountBytes: bigint
}

/** What a call would do. */
export type Trial =
  | { readonly _tag: "Ran"; readonly energy: bigint; readonly data: string }
  | { readonly _tag: "Reverted"; readonly data: string }

const number = Schema.toCodecJson(Schema.BigInt)
const optionalNumber = Schema.optionalKey(number)
/** A number that nodes leave out where it is zero. */
export const orZero = (value: bigint | undefined): bigint => value ?? 0n

export const BlockJson = Schema.Struct({
  blockID: Schema.String,
  block_header: Schema.Struct({ raw_data: Schema.Struct({ number: optionalNumber, timestamp: optionalNumber }) })
})

export const Info = Schema.Struct({
  id: Schema.String,
  blockNumber: number,
  fee: optionalNumber,
  result: Schema.optionalKey(Schema.String),
  receipt: Schema.optionalKey(Schema.Struct({ result: Schema.optionalKey(Schema.String) })),
  log: Schema.optionalKey(Schema.Array(Schema.Struct({
    address: Schema.String,
    topics: Schema.optionalKey(Schema.Array(Schema.String)),
    data: Schema.optionalKey(Schema.String)
  })))
})

/** An error has no result, and is no answer. */
export const LogsJson = Schema.Struct({
  result: Schema.Array(Schema.Struct({
    transactionHash: Schema.String.check(Schema.isPattern(/^(?:0x)?[0-9a-f]{64}$/))
  }))
})

export const AccountJson = Schema.Struct({ address: Schema.String, balance: optionalNumber })

export const Resources = Schema.Struct({
  freeNetLimit: optionalNumber,
  freeNetUsed: optionalNumber,
  NetLimit: optionalNumber,
  NetUsed: optionalNumber,
  EnergyLimit: optionalNumber,
  EnergyUsed: optionalNumber,
  TotalEnergyLimit: optionalNumber,
  TotalEnergyWeight: optionalNumber
})

export const Parameters = Schema.Struct({
  chainParameter: Schema.Array(Schema.Struct({ key: Schema.String, value: optionalNumber }))
})

export const TrialJson = Schema.Struct({
  result: Schema.Struct({ result: Schema.optionalKey(Schema.Boolean), message: Schema.optionalKey(Schema.String) }),
  energy_used: optionalNumber,
  constant_result: Schema.optionalKey(Schema.Array(Schema.String))
})

export const Size = Schema.Struct({ max_size: optionalNumber })
export const ContractJson = Schema.Struct({
  contract_address: Schema.String,
  code_hash: Schema.optionalKey(Schema.String)
})
export const Broadcast = Schema.Struct({
  result: Schema.optionalKey(Schema.Boolean),
  code: Schema.optionalKey(Schema.String),
  txid: Schema.optionalKey(Schema.String)
})

/** `{}` is how a node says that there is no such thing; an error of another shape is none of it. */
export const isNothing = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0

/** A block, of a node's answer. */
export const blockOf = ({ blockID, block_header: { raw_data } }: typeof BlockJson.Type): Block => ({
  number: orZero(raw_data.number),
  hash: blockID,
  time: Number(orZero(raw_data.timestamp))
})
