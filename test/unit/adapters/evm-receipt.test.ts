// What a receipt proves of an operation: each thing that it may say otherwise, with what is made of that.
import { type Hex, encodeAbiParameters, pad, toHex } from "viem"
import { describe, expect, it } from "vitest"
import {
  beforeExecution,
  entryPoint,
  operationEvent,
  revertEvent,
  transferEvent
} from "../../../adapters/evm/contracts.ts"
import type { Log } from "../../../adapters/evm/log-pages.ts"
import { type OperationEffect, effectIn } from "../../../adapters/evm/receipt.ts"

const hash = (digit: string): Hex => `0x${digit.repeat(64)}`
const account = (digit: string): Hex => `0x${digit.repeat(40)}`
const [from, to, token, stranger] = [account("1"), account("3"), account("5"), account("9")]
const transfer = { token: { address: token, level: undefined }, from, to, units: 7n }
const operation = hash("a")

const words = (...values: ReadonlyArray<bigint>): Hex =>
  `0x${values.map((value) => toHex(value, { size: 32 }).slice(2)).join("")}`

const begun: Log = { address: entryPoint, topics: [beforeExecution], data: "0x" }
const moved = (parts: Partial<Log> = {}): Log => ({
  address: token,
  topics: [transferEvent, pad(from), pad(to)],
  data: words(7n),
  ...parts
})
const ended = (parts: Partial<Log> = {}): Log => ({
  address: entryPoint,
  topics: [operationEvent, operation, pad(from), words(0n)],
  data: words(5n, 1n, 0n, 0n),
  ...parts
})
const failed = ended({ data: words(5n, 0n, 0n, 0n) })
const said = (parts: Partial<Log> = {}): Log => ({
  address: entryPoint,
  topics: [revertEvent, operation, pad(from)],
  data: encodeAbiParameters([{ type: "uint256" }, { type: "bytes" }], [5n, "0x1234"]),
  ...parts
})

const done: OperationEffect = { _tag: "Moved" }
const nothing: OperationEffect = { _tag: "Nothing" }
const other = (units: bigint): OperationEffect => ({ _tag: "Other", units })
const reverted = (data: Hex): OperationEffect => ({ _tag: "Reverted", data })

type Case = readonly [what: string, logs: ReadonlyArray<Log>, effect: OperationEffect | undefined]

const cases: ReadonlyArray<Case> = [
  ["everything as it should be", [begun, moved(), ended()], done],
  ["the same in capitals", [
    begun,
    moved({ topics: [transferEvent, pad(from), pad(to)].map((topic) => `0x${topic.slice(2).toUpperCase()}` as const) }),
    ended({ topics: [operationEvent, `0x${operation.slice(2).toUpperCase()}`, pad(from), words(0n)] })
  ], done],
  ["a transfer of another contract", [begun, moved({ address: stranger }), ended()], nothing],
  ["another event of the token", [begun, moved({ topics: [hash("e"), pad(from), pad(to)] }), ended()], nothing],
  [
    "a transfer out of another account",
    [begun, moved({ topics: [transferEvent, pad(stranger), pad(to)] }), ended()],
    nothing
  ],
  ["another receiver", [begun, moved({ topics: [transferEvent, pad(from), pad(stranger)] }), ended()], other(7n)],
  ["no receiver", [begun, moved({ topics: [transferEvent, pad(from)] }), ended()], other(7n)],
  ["less", [begun, moved({ data: words(6n) }), ended()], other(6n)],
  ["more", [begun, moved({ data: words(8n) }), ended()], other(8n)],
  ["zero", [begun, moved({ data: words(0n) }), ended()], nothing],
  ["no amount", [begun, moved({ data: "0x" }), ended()], nothing],
  ["twice", [begun, moved(), moved(), ended()], other(14n)],
  ["a second one to somebody else", [
    begun,
    moved(),
    moved({ topics: [transferEvent, pad(from), pad(stranger)] }),
    ended()
  ], other(14n)],
  ["no transfer", [begun, ended()], nothing],
  ["a transfer before the operations", [moved(), begun, ended()], nothing],
  ["a transfer after the operation", [begun, ended(), moved()], nothing],
  ["a transfer in the operation before it", [
    begun,
    moved(),
    ended({ topics: [operationEvent, hash("b"), pad(from), words(0n)] }),
    ended()
  ], nothing],
  ["a boundary that another contract tells", [begun, moved(), { ...begun, address: stranger }, ended()], done],
  ["an operation event of another contract", [begun, moved(), ended({ address: stranger })], undefined],
  ["another event of the EntryPoint", [
    begun,
    moved(),
    ended({ topics: [hash("e"), operation, pad(from), words(0n)] })
  ], undefined],
  ["another operation", [
    begun,
    moved(),
    ended({ topics: [operationEvent, hash("b"), pad(from), words(0n)] })
  ], undefined],
  ["no log at all", [], undefined],
  ["an operation that failed", [begun, moved(), failed], reverted("0x")],
  ["an operation that failed, and why", [begun, said(), failed], reverted("0x1234")],
  ["why, as told by another contract", [begun, said({ address: stranger }), failed], reverted("0x")],
  [
    "why another operation failed",
    [begun, said({ topics: [revertEvent, hash("b"), pad(from)] }), failed],
    reverted("0x")
  ]
]

describe("what a receipt proves", () => {
  it.each(cases)("%s", (_, logs, effect) => {
    expect(effectIn({ blockNumber: 1n, blockHash: hash("d"), cost: 0n, logs }, operation, transfer)).toEqual(effect)
  })

  it("a release did nothing, whatever its account's token tells", () => {
    const receipt = { blockNumber: 1n, blockHash: hash("d"), cost: 0n, logs: [begun, ended()] }
    expect(effectIn(receipt, operation, undefined)).toEqual(nothing)
  })

  it("nothing that should have been nothing is moved once it is told", () => {
    const logs = [begun, moved({ data: words(0n) }), ended()]
    const receipt = { blockNumber: 1n, blockHash: hash("d"), cost: 0n, logs }
    expect(effectIn(receipt, operation, { ...transfer, units: 0n })).toEqual(done)
  })
})
