// Where a movement is, by what nodes agree on: they may still show a receipt of a block that is no longer there.
import { Effect } from "effect"
import { type Hash, type Hex, pad, toHex } from "viem"
import { describe, expect, it } from "vitest"
import { entryPoint, operationEvent, transferEvent } from "../../../adapters/evm/contracts.ts"
import type { EvmTransaction } from "../../../adapters/evm/movement.ts"
import type { Receipt } from "../../../adapters/evm/node.ts"
import { type Finality, statusOf } from "../../../adapters/evm/status.ts"
import { callsOf, unsignedOperation } from "../../../adapters/evm/user-operation.ts"

const hash = (digit: string): Hash => `0x${digit.repeat(64)}`
const account = (digit: string): Hex => `0x${digit.repeat(40)}`

const transfer = { token: { address: account("5"), level: undefined }, from: account("1"), to: account("3"), units: 7n }

const movement: EvmTransaction = {
  id: "deliver/1",
  owner: "operator",
  chainId: 84_532,
  operation: unsignedOperation({
    operationId: "deliver/1",
    chainId: 84_532,
    sender: transfer.from,
    calls: callsOf(transfer),
    attempt: 0
  }),
  carriers: ["b", "c"].map((digit, nonce) => ({
    relayer: account("2"),
    nonce,
    hash: hash(digit),
    raw: "0x",
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
    signedAt: 0
  })),
  after: 3n,
  verdict: null,
  createdAt: 0
}

const words = (...values: ReadonlyArray<bigint>): Hex =>
  `0x${values.map((value) => toHex(value, { size: 32 }).slice(2)).join("")}`

/** A receipt with the operation in it, and a transfer of so many units beside it. */
const receiptOf = (units: bigint | undefined, passed = true): Receipt => ({
  blockNumber: 10n,
  blockHash: hash("d"),
  cost: 21n,
  logs: [
    ...units === undefined ? [] : [{
      address: transfer.token.address,
      topics: [transferEvent, pad(transfer.from), pad(transfer.to)],
      data: words(units)
    }],
    {
      address: entryPoint,
      topics: [operationEvent, movement.operation.hash, pad(transfer.from), words(0n)],
      data: words(0n, passed ? 1n : 0n, 0n, 0n)
    }
  ]
})
const elsewhere: Receipt = { ...receiptOf(undefined), logs: [] }

interface Said {
  readonly receipts?: Readonly<Record<string, Receipt>>
  readonly receipt?: (transaction: Hash) => Receipt | undefined
  readonly used?: boolean
  readonly found?: Hash
  readonly head?: bigint
  readonly final?: bigint
  readonly canonical?: Hash
}

const status = (said: Said, finality: Finality = { done: 3, refused: "finalized" }) =>
  Effect.runPromise(statusOf(
    {
      receipt: (transaction) => Effect.succeed(said.receipt?.(transaction) ?? said.receipts?.[transaction]),
      operationNonce: (_sender, key) => Effect.succeed((key << 64n) + (said.used === true ? 1n : 0n)),
      search: (_hash, after) => Effect.succeed(after === 3n ? said.found : undefined),
      head: Effect.succeed(said.head ?? 12n),
      headAt: () => Effect.succeed(said.final),
      blockHash: () => Effect.succeed(said.canonical)
    },
    finality,
    movement
  ))

const landed = (parts: object) => ({ _tag: "Landed", landing: parts })

describe("an operation in a block", () => {
  const said = { receipts: { [hash("b")]: receiptOf(7n), [hash("c")]: elsewhere }, canonical: hash("d") } as const

  it("is done from the last of its confirmations on, and final where the network says so", async () => {
    expect(await status({ ...said, head: 12n })).toMatchObject(landed({ isDone: true, isFinal: false }))
    expect(await status({ ...said, head: 11n })).toMatchObject(landed({ isDone: false, isFinal: false }))
    expect(await status({ ...said, head: 12n, final: 10n })).toMatchObject(landed({ isDone: true, isFinal: true }))
    const finalized = { done: "finalized", refused: "finalized" } as const
    expect(await status({ ...said, final: 10n }, finalized)).toMatchObject(landed({ isDone: true }))
    expect(await status({ ...said, final: 9n }, finalized)).toMatchObject(landed({ isDone: false }))
  })

  it("whose block is not the canonical one of its number counts for nothing §evm-reorg", async () => {
    const nothing = landed({ isDone: false, isFinal: false })
    expect(await status({ ...said, canonical: hash("e"), head: 100n, final: 99n })).toMatchObject(nothing)
    expect(await status({ receipts: said.receipts, head: 100n, final: 99n })).toMatchObject(nothing)
  })

  it("has cost what all our transactions took", async () => {
    expect(await status(said)).toMatchObject(landed({ cost: 42n }))
  })

  it.each([
    ["the exact units", receiptOf(7n), "Moved"],
    ["fewer units, as of a token that keeps a fee", receiptOf(6n), "Other"],
    ["no units, as of a token that answers false", receiptOf(undefined), "Nothing"],
    ["what was taken back", receiptOf(undefined, false), "Reverted"]
  ])("moved by the token's own report: %s", async (_, receipt, effect) => {
    expect(await status({ ...said, receipts: { [hash("b")]: receipt } })).toMatchObject(
      landed({ effect: { _tag: effect } })
    )
  })
})

describe("an operation that none of our transactions has", () => {
  it("is outside while its nonce is unused", async () => {
    expect(await status({ receipts: { [hash("b")]: elsewhere } })).toEqual({ _tag: "Outside" })
  })

  it("is found wherever somebody else put it, and has cost us nothing", async () => {
    const said = { used: true, found: hash("f"), receipts: { [hash("f")]: receiptOf(7n) }, canonical: hash("d") }
    expect(await status(said)).toMatchObject(landed({ transactionHash: hash("f"), cost: undefined, isDone: true }))
  })

  it("says what it cost when it is ours and landed between two questions", async () => {
    const seen: Array<Hash> = []
    const receipt = (transaction: Hash) => {
      seen.push(transaction)
      return seen.length > 2 && transaction === hash("b") ? receiptOf(7n) : undefined
    }
    expect(await status({ receipt, used: true, found: hash("b"), canonical: hash("d") })).toMatchObject(
      landed({ cost: 21n })
    )
  })

  it("is displaced when its nonce is used and it is nowhere", async () => {
    expect(await status({ used: true })).toEqual({ _tag: "Displaced" })
  })
})
