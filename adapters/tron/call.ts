// What our transactions do: one of five things, as data. Each becomes one contract of a transaction, and is seen to have happened by
// its own evidence.
import { Schema } from "effect"
import { accountOf, hexOf } from "./address.ts"

/** Moves a token. */
const TokenTransfer = Schema.TaggedStruct("TokenTransfer", {
  token: Schema.String,
  from: Schema.String,
  to: Schema.String,
  units: Schema.BigInt
})
export type TokenTransfer = typeof TokenTransfer.Type

/** Creates an account that never got anything; the network takes its price from `from`. */
const Activate = Schema.TaggedStruct("Activate", { from: Schema.String, to: Schema.String })

/** Gives TRX, in sun. */
const TopUp = Schema.TaggedStruct("TopUp", { from: Schema.String, to: Schema.String, sun: Schema.BigInt })

/** Lends the energy of so much staked TRX, in sun, and takes it back. */
const Delegate = Schema.TaggedStruct("Delegate", { from: Schema.String, to: Schema.String, sun: Schema.BigInt })
const TakeBack = Schema.TaggedStruct("TakeBack", { from: Schema.String, to: Schema.String, sun: Schema.BigInt })

export const Call = Schema.Union([TokenTransfer, Activate, TopUp, Delegate, TakeBack])
export type Call = typeof Call.Type

/** Whether two calls are one: an id stands for one movement, whoever comes with it. */
export const isSameCall = Schema.toEquivalence(Call)

const word = (hex: string): string => hex.padStart(64, "0")

/** The data of `transfer(address,uint256)`. */
export const transferData = (to: string, units: bigint): string =>
  `a9059cbb${word(accountOf(to))}${word(units.toString(16))}`

/** The data of a question with one address, by the four bytes of its function. */
export const questionOf = (selector: string, about: string): string => `${selector}${word(accountOf(about))}`

// Amounts of sun are below 2^53 by far; what is not would be another amount on the wire.
const exactNumber = (value: bigint): number => {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError("an amount of sun is too large for a transaction")
  return number
}

/** A contract as the encoder takes it. */
export interface ContractJson {
  readonly type: string
  readonly parameter: { readonly value: Readonly<Record<string, unknown>> }
}

/** The contract of a call. */
export const contractOf = (call: Call): ContractJson => {
  const owner_address = hexOf(call.from)
  const contract = (type: string, value: Readonly<Record<string, unknown>>): ContractJson => ({
    type,
    parameter: { value: { owner_address, ...value } }
  })
  const energy = (sun: bigint) => ({ resource: "ENERGY", balance: exactNumber(sun), receiver_address: hexOf(call.to) })
  switch (call._tag) {
    case "TokenTransfer":
      return contract("TriggerSmartContract", {
        contract_address: hexOf(call.token),
        call_value: 0,
        data: transferData(call.to, call.units)
      })
    case "Activate":
      return contract("AccountCreateContract", { account_address: hexOf(call.to) })
    case "TopUp":
      return contract("TransferContract", { to_address: hexOf(call.to), amount: exactNumber(call.sun) })
    case "Delegate":
      return contract("DelegateResourceContract", { ...energy(call.sun), lock: false, lock_period: 0 })
    case "TakeBack":
      return contract("UnDelegateResourceContract", energy(call.sun))
  }
}
