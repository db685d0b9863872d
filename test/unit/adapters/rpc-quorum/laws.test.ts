// One node of three that is dead, silent, behind, lying or of another network changes no answer that decides, wherever it is in the list and
// whenever it answers.
import { Effect, Exit } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { NodeAway } from "../../../../adapters/rpc-quorum/node-away.ts"
import { makeQuorum } from "../../../../adapters/rpc-quorum/quorum.ts"
import { type Chain, type Fate, type TestNode, identity, membersOf, playNode } from "./nodes.ts"

const text = fc.string({ minLength: 1, maxLength: 8 })
const height = fc.bigInt(0n, 1_000n)
const receipts = fc.array(fc.option(text), { minLength: 1, maxLength: 4 })
const chains: fc.Arbitrary<Chain> = fc.record({ id: fc.constant("main"), height, receipts })

interface Odd {
  readonly fate: Fate
  readonly chain: Chain
}

// What the third node is: without an answer, or with the answers of another chain, of the same at an earlier time, or invented ones.
const odd = (truth: Chain): fc.Arbitrary<Odd> =>
  fc.oneof(
    fc.record({ fate: fc.constantFrom<Fate>("dead", "silent", "refusing", "broken"), chain: fc.constant(truth) }),
    fc.record({
      fate: fc.constant<Fate>("honest"),
      chain: fc.oneof(
        fc.record({
          id: fc.constantFrom("main", "other"),
          height,
          receipts: fc.array(fc.option(text), { minLength: 1, maxLength: 4 })
        }),
        fc.bigInt(0n, truth.height).map((behind) => ({
          ...truth,
          height: behind,
          receipts: truth.receipts.map(() => null)
        }))
      )
    })
  )

const cases = chains.chain((truth) =>
  fc.record({
    truth: fc.constant(truth),
    odd: odd(truth),
    place: fc.nat(2),
    turns: fc.array(fc.nat(6), { minLength: 3, maxLength: 3 }),
    isIdentified: fc.boolean()
  })
)

const quorumOf = (played: Parameters<typeof membersOf>[0], isIdentified = false) =>
  makeQuorum<TestNode>({ members: membersOf(played), agree: 2, ...isIdentified ? { identity } : {} })

const questions = (count: number) => [
  (nodes: ReturnType<typeof quorumOf>): Effect.Effect<unknown, NodeAway> => nodes.reached((node) => node.height),
  ...Array.from(
    { length: count },
    (_, of) => (nodes: ReturnType<typeof quorumOf>): Effect.Effect<unknown, NodeAway> =>
      nodes.agreed((node) => node.receipt(of))
  )
]

describe("a quorum of three", () => {
  it("answers as three honest nodes do with one that is not", () =>
    fc.assert(fc.asyncProperty(cases, async ({ isIdentified, odd: { chain, fate }, place, truth, turns }) => {
      const nodes = quorumOf(
        turns.map((each, index) =>
          playNode(index === place ? chain : truth, { fate: index === place ? fate : "honest", turns: each })
        ),
        isIdentified
      )
      const honest = quorumOf(turns.map((each) => playNode(truth, { turns: each })))
      for (const ask of questions(truth.receipts.length)) {
        const [found, expected] = await Effect.runPromise(
          Effect.all([Effect.exit(ask(nodes)), Effect.exit(ask(honest))])
        )
        expect(found).toEqual(expected)
      }
    })))

  it("answers nothing that two of them could not have said", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(chains, { minLength: 3, maxLength: 3 }),
        fc.array(fc.nat(6), { minLength: 3, maxLength: 3 }),
        async (each, turns) => {
          const nodes = quorumOf(each.map((chain, index) => playNode(chain, { turns: turns[index] ?? 0 })))
          const heights = each.map((chain) => chain.height).toSorted((a, b) => Number(b - a))
          // Each of them may be the liar: the height is never above the second, nor below it.
          expect(await Effect.runPromise(nodes.reached((node) => node.height))).toBe(heights[1])
          const answers = each.map((chain) => chain.receipts[0] ?? null)
          const shared = answers.find((answer, index) => answers.indexOf(answer) !== index)
          const found = await Effect.runPromise(Effect.exit(nodes.agreed((node) => node.receipt(0))))
          if (shared === undefined) expect(Exit.isFailure(found)).toBe(true)
          else expect(found).toEqual(Exit.succeed(shared))
        }
      )
    ))

  it("takes null as one node's answer", async () => {
    const truth: Chain = { id: "main", height: 9n, receipts: ["0xb10c"] }
    const behind: Chain = { id: "main", height: 8n, receipts: [null] }
    const receiptOf = (chains: ReadonlyArray<Chain>) =>
      Effect.runPromise(quorumOf(chains.map((chain) => playNode(chain))).agreed((node) => node.receipt(0)))
    expect(await receiptOf([truth, truth, behind])).toBe("0xb10c")
    expect(await receiptOf([truth, behind, behind])).toBeNull()
  })

  it("asks again each time that a question is run", async () => {
    const chain: Chain = { id: "main", height: 1n, receipts: ["first"] }
    const played = [chain, chain, chain].map((each) => playNode(each))
    const nodes = quorumOf(played)
    const [receipt, height] = [nodes.agreed((node) => node.receipt(0)), nodes.reached((node) => node.height)]
    await Effect.runPromise(Effect.all([receipt, height]))
    for (const each of played) each.chain = { ...chain, height: 2n, receipts: ["second"] }
    expect(await Effect.runPromise(Effect.all([receipt, height]))).toEqual(["second", 2n])
  })
})

it.each([[0, 1], [1, 2], [1, 0], [2, 4], [4, 3]])("is none of %i that have to agree of %i", (agree, count) => {
  const played = Array.from({ length: count }, () => playNode({ id: "main", height: 0n, receipts: [] }))
  expect(() => makeQuorum({ members: membersOf(played), agree })).toThrow(TypeError)
})
