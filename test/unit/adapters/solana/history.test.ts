// The past of an address: which of it is read, and by whose word.
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeHistory } from "../../../../adapters/solana/history.ts"
import type { Listed } from "../../../../adapters/solana/answers.ts"
import type { SolanaNode } from "../../../../adapters/solana/node.ts"
import { away, from, landed, nodeOf, nodesOf, run } from "./chain.ts"

/** Unix milliseconds. */
const since = 1_000_000_000
const seconds = since / 1_000

const node = (listed: ReadonlyArray<Listed>, parts: Partial<SolanaNode> = {}): SolanaNode =>
  nodeOf({
    oldestAt: Effect.succeed(BigInt(seconds)),
    signatures: (_, before, limit) => {
      const start = before === undefined ? 0 : listed.findIndex(({ signature }) => signature === before) + 1
      return Effect.succeed(listed.slice(start, start + limit))
    },
    transaction: (signature) =>
      Effect.succeed(listed.some((each) => each.signature === signature) ? landed : undefined),
    ...parts
  })

const listed = (...signatures: ReadonlyArray<string>): ReadonlyArray<Listed> =>
  signatures.map((signature) => ({ signature, at: BigInt(seconds) }))

const pastOf = async (nodes: ReadonlyArray<SolanaNode>, agree: number) => {
  const found = await run(makeHistory(nodesOf(...nodes), agree)([from], since))
  return typeof found === "string" ? found : found.map(({ signature }) => signature)
}

describe("what one node shows of an address", () => {
  const many = Array.from({ length: 2_500 }, (_, place) => ({ signature: `s${place}`, at: BigInt(seconds) }))

  it("is read to its end", async () => {
    expect(await pastOf([node(many)], 1)).toHaveLength(2_500)
    expect(await pastOf([node(many.slice(0, 1_000))], 1)).toHaveLength(1_000)
  })

  it("is read until before the instant, as far as clocks may differ", async () => {
    const at = (since - 600_000) / 1_000
    const until = (last: number | null) =>
      many.map((each, place) => place === 999 ? { ...each, at: last === null ? null : BigInt(last) } : each)
    expect(await pastOf([node(until(at - 1))], 1)).toHaveLength(1_000)
    expect(await pastOf([node(until(at))], 1)).toHaveLength(2_500)
    expect(await pastOf([node(until(null))], 1)).toHaveLength(2_500)
  })

  it("is not believed without an end", async () => {
    const endless = node([], { signatures: (_, __, limit) => Effect.succeed(many.slice(0, limit)) })
    expect(await pastOf([endless], 1)).toMatch(/^0 of 1 nodes show the past/)
  })

  it("is not believed of a node without blocks of that time", async () => {
    const without = (oldest: bigint | null) => node(listed("a"), { oldestAt: Effect.succeed(oldest) })
    expect(await pastOf([without(BigInt(seconds) + 1n)], 1)).toMatch(/^0 of 1 nodes show the past/)
    expect(await pastOf([without(null)], 1)).toMatch(/^0 of 1 nodes show the past/)
    expect(await pastOf([without(0n)], 1)).toEqual(["a"])
  })
})

describe("what three nodes show of an address", () => {
  const [honest, hiding, inventing] = [node(listed("a", "b")), node([]), node(listed("a", "b", "c"))]
  const dead = node([], { oldestAt: away, transaction: () => away })

  it("is all that enough of them have, whoever names it", async () => {
    expect(await pastOf([honest, honest, honest], 2)).toEqual(["a", "b"])
    expect(await pastOf([hiding, honest, honest], 2)).toEqual(["a", "b"])
    expect(await pastOf([inventing, honest, honest], 2)).toEqual(["a", "b"])
    expect(await pastOf([dead, honest, honest], 2)).toEqual(["a", "b"])
    expect(await pastOf([dead, node(listed("a")), honest], 2)).toMatch(/agree/)
  })

  it("cannot be read where too few show it", async () => {
    expect(await pastOf([dead, dead, honest], 2)).toMatch(/^1 of 3 nodes show the past, 2 have to/)
  })
})
