// Which blockhash a message is signed over, and how long it is taken to live, whatever one of three nodes says.
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { recentBlockhash } from "../../../../adapters/solana/blockhash.ts"
import { NodeRefused } from "../../../../adapters/rpc-quorum/node-away.ts"
import type { SolanaNode } from "../../../../adapters/solana/node.ts"
import { makePrices } from "../../../../adapters/solana/prices.ts"
import { away, nodeOf, nodesOf, run } from "./chain.ts"

/** A node at a height, with a blockhash of its own; valid are those of the last 150 blocks. */
const at = (height: number, parts: Partial<SolanaNode> = {}): SolanaNode =>
  nodeOf({
    height: (commitment) => Effect.succeed(BigInt(commitment === "confirmed" ? height : height - 32)),
    latestBlockhash: Effect.succeed({ blockhash: String(height), lastValidBlockHeight: BigInt(height + 150) }),
    isValid: (blockhash) => Effect.succeed(Number(blockhash) <= height && Number(blockhash) >= height - 150),
    ...parts
  })

const chosen = (nodes: ReadonlyArray<SolanaNode>, attempts = 0) => run(recentBlockhash(nodesOf(...nodes), attempts))
const gives = (blockhash: string, lastValidBlockHeight: bigint) => ({
  latestBlockhash: Effect.succeed({ blockhash, lastValidBlockHeight }),
  isValid: () => Effect.succeed(true)
})

const judging = ({ isValid }: SolanaNode): SolanaNode["isValid"] => (blockhash) =>
  blockhash === "none"
    ? new NodeRefused({ code: -32_602, message: "Invalid param", data: undefined })
    : isValid(blockhash)

describe("a blockhash", () => {
  it.each<[string, ReadonlyArray<SolanaNode>, object]>([
    ["is that of one node alone", [at(1_000)], { blockhash: "1000", lastValidBlockHeight: 1_170n }],
    ["is the newest that enough nodes have", [at(1_000), at(1_001), at(1_002)], {
      blockhash: "1001",
      lastValidBlockHeight: 1_171n
    }],
    ["is none of a node that is behind", [at(800), at(1_000), at(1_000)], {
      blockhash: "1000",
      lastValidBlockHeight: 1_170n
    }],
    [
      "is none that no one made and that ends far ahead",
      [at(1_000, gives("forged", 9_000_000n)), at(1_000), at(1_000)],
      { blockhash: "1000", lastValidBlockHeight: 1_170n }
    ],
    [
      "is none that no one made and that ends when others do",
      [at(1_000, gives("forged", 1_150n)), at(1_000), at(1_000)],
      { blockhash: "1000", lastValidBlockHeight: 1_170n }
    ],
    [
      "is none that nodes refuse to judge",
      [
        at(1_000, gives("none", 1_150n)),
        ...[at(1_000), at(1_000)].map((node) => ({ ...node, isValid: judging(node) }))
      ],
      { blockhash: "1000", lastValidBlockHeight: 1_170n }
    ],
    [
      "lives no shorter by the word of one node",
      [at(1_000, gives("1000", 1n)), at(1_000), at(1_000)],
      { blockhash: "1000", lastValidBlockHeight: 1_170n }
    ],
    [
      "lives no longer by the height of one node",
      [at(1_000, { height: () => Effect.succeed(9_000_000n) }), at(1_000), at(1_000)],
      { blockhash: "1000", lastValidBlockHeight: 1_170n }
    ],
    [
      "is had without a node that is away",
      [at(1_000, { latestBlockhash: away, height: () => away, isValid: () => away }), at(1_000), at(1_000)],
      { blockhash: "1000", lastValidBlockHeight: 1_170n }
    ]
  ])("%s", async (_, nodes, found) => {
    expect(await chosen(nodes)).toEqual(found)
  })

  it("is another candidate with each attempt", async () => {
    // It is valid, and about to expire.
    const nodes = [at(1_000, gives("851", 1_150n)), at(1_000), at(1_001)]
    expect(await chosen(nodes, 0)).toMatchObject({ blockhash: "851" })
    expect(await chosen(nodes, 1)).toMatchObject({ blockhash: "1000" })
  })

  it("is none where nodes agree on none", async () => {
    const refusing = { isValid: () => Effect.succeed(false) }
    expect(await chosen([at(1_000, refusing), at(1_000, refusing), at(1_000)])).toBe("nodes agree on no blockhash")
  })
})

describe("the price of a compute unit", () => {
  const paying = (...paid: ReadonlyArray<bigint>) => nodeOf({ recentPrices: () => Effect.succeed(paid) })
  const priceOf = (...nodes: ReadonlyArray<SolanaNode>) =>
    Effect.runPromise(makePrices(nodesOf(...nodes), { floor: 10n, ceiling: 100n })([]))

  it.each<[string, ReadonlyArray<SolanaNode>, bigint]>([
    ["is the middle of what was paid", [paying(50n, 20n, 30n)], 30n],
    ["is the higher one in the middle", [paying(50n, 20n, 30n, 40n)], 40n],
    ["is the floor at least", [paying(1n, 2n, 3n)], 10n],
    ["is the ceiling at most", [paying(101n)], 100n],
    ["is the floor where nothing was paid", [paying()], 10n],
    ["is the floor where no node says it", [nodeOf({ recentPrices: () => away })], 10n],
    ["is not as high as one node says", [paying(90n), paying(20n), paying(20n)], 20n],
    ["is not as low as one node says", [paying(), paying(20n), paying(30n)], 20n]
  ])("%s", async (_, nodes, price) => {
    expect(await priceOf(...nodes)).toBe(price)
  })
})
