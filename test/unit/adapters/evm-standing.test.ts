// Where a movement stands, by what a node says: a node may still show a receipt of a block that is no longer there.
import { Effect } from "effect"
import type { Hash } from "viem"
import { describe, expect, it } from "vitest"
import { type Finality, standingOf } from "../../../adapters/evm/standing.ts"
import type { EvmTransaction } from "../../../adapters/evm/movement.ts"
import type { Landing } from "../../../adapters/evm/node.ts"

const hash = (digit: string): Hash => `0x${digit.repeat(64)}`

const movement: EvmTransaction = {
  id: "deliver/1",
  owner: "operator",
  chainId: 84_532,
  operation: {
    hash: hash("a"),
    sender: `0x${"1".repeat(40)}`,
    nonce: 7n << 64n,
    callData: "0x",
    callGasLimit: 1n,
    verificationGasLimit: 1n,
    signature: "0x",
    authorization: null
  },
  carriers: ["b", "c"].map((digit, nonce) => ({
    relayer: `0x${"2".repeat(40)}`,
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

interface Said {
  readonly landings?: Readonly<Record<string, Landing | "elsewhere">>
  readonly landing?: (transaction: Hash) => Landing | undefined
  readonly used?: boolean
  readonly found?: Landing
  readonly head?: bigint
  readonly final?: bigint
  readonly canonical?: Hash
}

const standing = (said: Said, finality: Finality = { confirmations: 3 }) =>
  Effect.runPromise(standingOf(
    {
      landing: (transaction) => Effect.succeed(said.landing?.(transaction) ?? said.landings?.[transaction]),
      operationNonce: (_sender, key) => Effect.succeed((key << 64n) + (said.used === true ? 1n : 0n)),
      search: (_hash, after) => Effect.succeed(after === 3n ? said.found : undefined),
      head: Effect.succeed(said.head ?? 12n),
      finalizedHead: Effect.succeed(said.final),
      blockHash: () => Effect.succeed(said.canonical)
    },
    finality,
    movement
  ))

const landed: Landing = { transactionHash: hash("b"), blockNumber: 10n, blockHash: hash("d"), success: true }
const place = { height: 10n, hash: hash("d") }
const done = { _tag: "Final", verdict: { _tag: "Done", transactionHash: hash("b"), place } }

describe("an operation in a block", () => {
  const said = { landings: { [hash("b")]: landed, [hash("c")]: "elsewhere" }, canonical: hash("d") } as const

  it("is final from the last of its confirmations on", async () => {
    expect(await standing({ ...said, head: 12n })).toEqual(done)
    expect(await standing({ ...said, head: 11n })).toEqual({ _tag: "Included" })
    expect(await standing({ ...said, head: 10n }, { confirmations: 1 })).toEqual(done)
  })

  it("is final from the block on that the network calls so", async () => {
    expect(await standing({ ...said, final: 10n }, "finalized")).toEqual(done)
    expect(await standing({ ...said, final: 9n }, "finalized")).toEqual({ _tag: "Included" })
    expect(await standing(said, "finalized")).toEqual({ _tag: "Included" })
  })

  it("whose block is not the canonical one of its number is not final §evm-reorg", async () => {
    expect(await standing({ ...said, canonical: hash("e"), head: 100n })).toEqual({ _tag: "Included" })
    expect(await standing({ landings: said.landings, head: 100n })).toEqual({ _tag: "Included" })
  })

  it("that failed inside is refused", async () => {
    const failed = { ...said, landings: { [hash("b")]: { ...landed, success: false } } }
    expect(await standing(failed)).toMatchObject({ _tag: "Final", verdict: { _tag: "Refused" } })
  })
})

describe("an operation that none of our transactions has", () => {
  it("is outside while its nonce is unused", async () => {
    expect(await standing({ landings: { [hash("b")]: "elsewhere" } })).toEqual({ _tag: "Outside" })
  })

  it("is found wherever somebody else put it", async () => {
    expect(await standing({ used: true, found: landed, canonical: hash("d") })).toEqual(done)
  })

  it("tells what it cost when it is ours and landed between two questions", async () => {
    const seen: Array<Hash> = []
    const asked = (transaction: Hash) => {
      seen.push(transaction)
      return seen.length > 2 && transaction === hash("b") ? { ...landed, cost: 21n } : undefined
    }
    const found = await standing({ landing: asked, used: true, found: landed, canonical: hash("d") })
    expect(found).toMatchObject({ verdict: { cost: 21n } })
  })

  it("is displaced when its nonce is used and it is nowhere", async () => {
    expect(await standing({ used: true })).toEqual({ _tag: "Displaced" })
  })
})
