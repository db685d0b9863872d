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
  /** Whether the nonce of the operation is used, in the newest block or also in the newest final one. */
  readonly used?: "latest" | "finalized"
  /** What a search finds that goes up to the tenth block. */
  readonly found?: Hash
  readonly head?: bigint
  readonly final?: bigint
  readonly canonical?: Hash
}

const usualFinality: Finality = { done: 3, refused: "finalized" }

/** Reads it from a network that says something else at each question. */
const statusBy = (next: () => Said, finality: Finality, of = movement) => {
  const asked = <A>(answer: (said: Said) => A) => Effect.sync(() => answer(next()))
  return Effect.runPromise(statusOf(
    {
      receipt: (transaction) => asked(({ receipt, receipts }) => receipt?.(transaction) ?? receipts?.[transaction]),
      operationNonce: (_sender, key, at) =>
        asked(({ used }) => (key << 64n) + (used === "finalized" || used === at ? 1n : 0n)),
      search: (_hash, after, to) => asked(({ found }) => after === 3n && to >= 10n ? found : undefined),
      head: asked(({ head }) => head ?? 12n),
      headAt: () => asked(({ final }) => final),
      blockHash: () => asked(({ canonical }) => canonical)
    },
    finality,
    of
  ))
}

const status = (said: Said, finality = usualFinality, of = movement) => statusBy(() => said, finality, of)

/** Reads it while the network goes from one state to the next, in every way that its questions can fall between. */
const statusesWhile = async (...states: ReadonlyArray<Said>) => {
  const mostAsked = 16
  const ways = (from: number, left: number): ReadonlyArray<ReadonlyArray<number>> =>
    left === 0 ? [[]] : Array.from({ length: mostAsked - from }, (_, n) => from + n)
      .flatMap((at) => ways(at, left - 1).map((rest) => [at, ...rest]))
  return Promise.all(
    ways(0, states.length - 1).map((changes) => {
      let asked = 0
      const next = (): Said => {
        const state = states[changes.filter((at) => at <= asked).length] ?? {}
        asked += 1
        return state
      }
      return statusBy(next, usualFinality)
    })
  )
}

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

  it("is not final when a reorg takes its block back between two questions §evm-reorg", async () => {
    const before = { ...said, head: 11n, final: 9n }
    const after = { canonical: hash("e"), head: 12n, final: 10n }
    for (const found of await statusesWhile(before, after)) expect(found).not.toMatchObject(landed({ isFinal: true }))
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
    const said = {
      used: "latest",
      found: hash("f"),
      receipts: { [hash("f")]: receiptOf(7n) },
      canonical: hash("d")
    } as const
    expect(await status(said)).toMatchObject(landed({ transactionHash: hash("f"), cost: undefined, isDone: true }))
  })

  it("is found there as long as that is not final, and costs what a transaction of ours took for nothing", async () => {
    const said = {
      used: "latest",
      found: hash("f"),
      receipts: { [hash("b")]: elsewhere, [hash("f")]: receiptOf(7n) },
      canonical: hash("d"),
      final: 9n
    } as const
    expect(await status(said)).toMatchObject(
      landed({ transactionHash: hash("f"), cost: 21n, isDone: true, isFinal: false })
    )
  })

  it("says what all of ours cost when one of them landed after another had been read", async () => {
    let asked = 0
    const receipt = (transaction: Hash) => {
      asked += 1
      if (transaction === hash("c")) return elsewhere
      return asked > 2 ? receiptOf(7n) : undefined
    }
    expect(await status({ receipt, used: "latest", found: hash("b"), canonical: hash("d") })).toMatchObject(
      landed({ transactionHash: hash("b"), cost: 42n })
    )
  })

  it("is released by what gives its nonce up, and by no other operation", async () => {
    const release = unsignedOperation({
      operationId: "cancel/1",
      chainId: 84_532,
      sender: transfer.from,
      calls: [],
      attempt: 0
    })
    const released = { ...movement, release }
    const giving = receiptOf(undefined)
    const [event] = giving.logs
    if (event === undefined) throw new Error("no event of an operation")
    const of = (name: Hash): Receipt => ({
      ...giving,
      logs: [{ ...event, topics: [operationEvent, name, pad(transfer.from), words(0n)] }]
    })
    const said = { used: "finalized", final: 12n, canonical: hash("d") } as const
    expect(await status({ ...said, receipts: { [hash("b")]: of(release.hash) } }, usualFinality, released))
      .toMatchObject(
        landed({ effect: { _tag: "Released" } })
      )
    expect(await status({ ...said, receipts: { [hash("b")]: of(hash("a")) } }, usualFinality, released))
      .toEqual({ _tag: "Displaced" })
  })

  it("says what it cost when it is ours and landed between two questions", async () => {
    const seen: Array<Hash> = []
    const receipt = (transaction: Hash) => {
      seen.push(transaction)
      return seen.length > 2 && transaction === hash("b") ? receiptOf(7n) : undefined
    }
    expect(await status({ receipt, used: "latest", found: hash("b"), canonical: hash("d") })).toMatchObject(
      landed({ cost: 21n })
    )
  })

  it("is displaced when its nonce is used in a final block and it is nowhere", async () => {
    expect(await status({ used: "finalized", final: 12n })).toEqual({ _tag: "Displaced" })
    expect(await status({ used: "latest", final: 12n })).toEqual({ _tag: "Outside" })
    expect(await status({ used: "latest" })).toEqual({ _tag: "Outside" })
  })

  it("is not displaced by a block of its own that is taken back between two questions", async () => {
    const inBlock = {
      receipts: { [hash("b")]: receiptOf(7n) },
      used: "latest",
      found: hash("b"),
      canonical: hash("d"),
      head: 11n,
      final: 9n
    } as const
    const ways = await statusesWhile({ head: 10n, final: 8n }, inBlock, { canonical: hash("e"), head: 12n, final: 10n })
    for (const found of ways) expect(found).not.toEqual({ _tag: "Displaced" })
  })

  it("is not displaced by a block of its own that was taken back, and is another one and final before the next question", async () => {
    const inBlock = { used: "latest", head: 10n, final: 8n } as const
    const back = {
      receipts: { [hash("f")]: receiptOf(7n) },
      used: "finalized",
      found: hash("f"),
      head: 13n,
      final: 11n
    } as const
    for (const found of await statusesWhile(inBlock, { head: 11n, final: 9n }, back)) {
      expect(found).not.toEqual({ _tag: "Displaced" })
    }
  })
})
