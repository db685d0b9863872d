// What a transaction's receipt says of one user operation in it: whether its calls passed, and which units of its token left its
// account by them. The token's own `Transfer` decides what moved; what a call returned does not.
import { type Address, type Hash, type Hex, decodeAbiParameters, hexToBigInt, isAddressEqual, pad, slice } from "viem"
import { beforeExecution, entryPoint, operationEvent, revertEvent, transferEvent } from "./contracts.ts"
import type { Log } from "./log-pages.ts"
import type { Receipt } from "./node.ts"
import type { TokenTransfer } from "./user-operation.ts"

/** What an operation did. */
export type OperationEffect =
  /** Exactly the transfer, and nothing else of the token left the account. */
  | { readonly _tag: "Moved" }
  /** Its calls passed, and nothing of the token left the account. */
  | { readonly _tag: "Nothing" }
  /** Its calls passed, and other than the transfer left the account: these units. */
  | { readonly _tag: "Other"; readonly units: bigint }
  /** Its calls were taken back, with this data. */
  | { readonly _tag: "Reverted"; readonly data: Hex }

const same = (a: Hex | undefined, b: Hex): boolean => a?.toLowerCase() === b.toLowerCase()

const isOf = (event: Hex, { address, topics }: Log): boolean =>
  same(topics[0], event) && isAddressEqual(address, entryPoint)

/** Whether the calls passed: the second of the event's four values. */
const passed = (data: Hex): boolean =>
  decodeAbiParameters([{ type: "uint256" }, { type: "bool" }, { type: "uint256" }, { type: "uint256" }], data)[1]

const revertDataIn = (logs: ReadonlyArray<Log>, operation: Hash): Hex => {
  const log = logs.find((one) => isOf(revertEvent, one) && same(one.topics[1], operation))
  return log === undefined ? "0x" : decodeAbiParameters([{ type: "uint256" }, { type: "bytes" }], log.data)[1]
}

// A transaction may carry operations of others: those of one are between the event of the one before and its own.
const logsOf = (logs: ReadonlyArray<Log>, end: number): ReadonlyArray<Log> => {
  const before = logs.slice(0, end)
  const begin = before.findLastIndex((log) => isOf(operationEvent, log) || isOf(beforeExecution, log))
  return before.slice(begin + 1)
}

/** The nonce of an account's operation that a log is of; undefined where it is of none. */
export const nonceAt = (logs: ReadonlyArray<Log>, place: number, account: Address): bigint | undefined => {
  const end = logs.slice(place).find((log) => isOf(operationEvent, log) || isOf(beforeExecution, log))
  return end !== undefined && isOf(operationEvent, end) && same(end.topics[2], pad(account))
    ? hexToBigInt(slice(end.data, 0, 32))
    : undefined
}

/** What an operation did by a receipt; undefined where it is not in there. */
export const effectIn = (
  { logs }: Receipt,
  operation: Hash,
  transfer: TokenTransfer | undefined
): OperationEffect | undefined => {
  const end = logs.findIndex((log) => isOf(operationEvent, log) && same(log.topics[1], operation))
  const event = logs[end]
  if (event === undefined) return undefined
  if (!passed(event.data)) return { _tag: "Reverted", data: revertDataIn(logs, operation) }
  if (transfer === undefined) return { _tag: "Nothing" }
  const { from, to, token, units } = transfer
  const sent = logsOf(logs, end).filter(({ address, topics }) =>
    isAddressEqual(address, token.address) && same(topics[0], transferEvent) && same(topics[1], pad(from))
  )
  const values = sent.map(({ data }) => data === "0x" ? 0n : hexToBigInt(data))
  if (values.every((value) => value === 0n) && units > 0n) return { _tag: "Nothing" }
  return values.length === 1 && values[0] === units && same(sent[0]?.topics[2], pad(to))
    ? { _tag: "Moved" }
    : { _tag: "Other", units: values.reduce((total, value) => total + value, 0n) }
}
