// Each node of a quorum: which network it is of, asked before it is believed and again after a failure; how it is, for people; and what is
// given to all.
import { Effect, Exit, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { NetworkWrong } from "../../../../adapters/rpc-quorum/network-wrong.ts"
import { NodeAway } from "../../../../adapters/rpc-quorum/node-away.ts"
import { makeQuorum } from "../../../../adapters/rpc-quorum/quorum.ts"
import { watchNode } from "../../../../adapters/rpc-quorum/watched-node.ts"
import { type Chain, type Played, identity, membersOf, playNode } from "./nodes.ts"

const main: Chain = { id: "main", height: 10n, receipts: ["0xb10c"] }
const other: Chain = { ...main, id: "other", receipts: ["0x0ddd"] }

const open = (chains: ReadonlyArray<Chain>, turns = 0) => {
  const played = chains.map((chain) => playNode(chain, { turns }))
  const nodes = makeQuorum({ members: membersOf(played), agree: (chains.length >> 1) + 1, identity })
  const receipt = nodes.agreed((node) => node.receipt(0))
  return { nodes, played, receipt }
}

const quiet = Logger.layer([])
const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(Effect.provide(effect, quiet))
const exitOf = <A, E>(effect: Effect.Effect<A, E>) => run(Effect.exit(effect))
const countOf = ({ asked }: Played, what: string) => asked.filter((each) => each === what).length
const settled = Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow, { discard: true })
const one = (fate: Played["fate"], played: Played | undefined) => {
  if (played !== undefined) played.fate = fate
}

describe("which network a node is of", () => {
  it("is asked once, before its first answer, however many questions there are", async () => {
    const { played, receipt } = open([main, main, main])
    await run(Effect.all([receipt, receipt, receipt], { concurrency: "unbounded" }))
    await run(receipt)
    await run(settled)
    expect(played.map((each) => [countOf(each, "id"), countOf(each, "receipt")])).toEqual([[1, 4], [1, 4], [1, 4]])
    expect(played.map(({ asked }) => asked[0])).toEqual(["id", "id", "id"])
  })

  it("keeps out one of another network: it is asked nothing more, and reported", async () => {
    const lines: Array<string> = []
    const logger = Logger.layer([Logger.make((options) => void lines.push(Logger.formatJson.log(options)))])
    const { nodes, played, receipt } = open([main, other, main])
    for (let times = 0; times < 3; times++) {
      expect(await Effect.runPromise(Effect.provide(Effect.andThen(receipt, settled), logger))).toBeUndefined()
    }
    expect(played[1]?.asked).toEqual(["id"])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain("node-1")
    expect(lines[0]).not.toContain("0x0ddd")
    const states = await run(Effect.all(nodes.states.map(({ state }) => state)))
    expect(states.map(({ problem, state }) => [state, problem])).toEqual([
      ["ready", null],
      ["away", "node-1 is of another network"],
      ["ready", null]
    ])
    expect(await run(nodes.verify.pipe(Effect.flip))).toEqual(
      new NetworkWrong({ problem: "node-1 is of another network" })
    )
  })

  it("is asked again after a failure, before the next answer counts", async () => {
    const { played, receipt } = open([main, main, main])
    await run(Effect.andThen(receipt, settled))
    one("dead", played[0])
    await run(Effect.andThen(receipt, settled))
    if (played[0] !== undefined) played[0].chain = other
    one("honest", played[0])
    one("silent", played[1])
    // The answer of the first would be half of a decision.
    expect(await run(Effect.timeoutOption(receipt, 100))).toMatchObject({ _tag: "None" })
    expect(played[0]?.asked.slice(-2)).toEqual(["receipt", "id"])
  })

  it("is asked again after a while without a failure", () =>
    Effect.gen(function*() {
      const { played, receipt } = open([main, main, main])
      yield* Effect.andThen(receipt, settled)
      yield* TestClock.adjust(599_999)
      yield* Effect.andThen(receipt, settled)
      expect(played.map((each) => countOf(each, "id"))).toEqual([1, 1, 1])
      yield* TestClock.adjust(1)
      yield* Effect.andThen(receipt, settled)
      expect(played.map((each) => countOf(each, "id"))).toEqual([2, 2, 2])
    }).pipe(Effect.provide(TestClock.layer()), Effect.runPromise))

  it("holds for every answer that is given on, whatever fails meanwhile", () =>
    fc.assert(fc.asyncProperty(
      fc.array(fc.record({ turns: fc.nat(5), gap: fc.nat(5), breaks: fc.boolean() }), { minLength: 1, maxLength: 12 }),
      async (calls) => {
        // A gateway: a call that fails is where it may go on to another network.
        let network = "main"
        const node = { id: Effect.sync(() => network) }
        const watched = watchNode("node", node, {
          ask: ({ id }) => Effect.andThen(Effect.yieldNow, id),
          expected: "main"
        })
        const read = ({ breaks, turns }: (typeof calls)[number]) =>
          watched.ask(() =>
            Effect.forEach(Array.from({ length: turns }), () => Effect.yieldNow).pipe(
              Effect.flatMap(() =>
                Effect.suspend(() => {
                  if (!breaks) return Effect.succeed(network)
                  network = "other"
                  return Effect.fail(new NodeAway({ reason: "the connection failed" }))
                })
              )
            )
          )
        const answers = await run(Effect.forEach(calls, (call) =>
          Effect.andThen(
            Effect.forEach(Array.from({ length: call.gap }), () => Effect.yieldNow),
            Effect.exit(read(call))
          ), { concurrency: "unbounded" }))
        for (const answer of answers) if (Exit.isSuccess(answer)) expect(answer.value).toBe("main")
      }
    )))

  it("is not found out again by each of those who wait for a node that does not answer", async () => {
    const { nodes, played } = open([main, main, main], 30)
    one("dead", played[2])
    await run(
      Effect.all(Array.from({ length: 8 }, () => nodes.toAll((node) => node.height)), { concurrency: "unbounded" })
    )
    expect(played[2]?.asked).toEqual(["id"])
  })
})

describe("verify", () => {
  it.each(
    [
      ["all right", [main, main, main], undefined, undefined],
      ["one away", [main, main, main], 1, undefined],
      ["one of another network", [main, main, other], undefined, "NetworkWrong"],
      ["one of another network, one away", [main, main, other], 1, "NetworkWrong"]
    ] as const
  )("%s", async (_, chains, dead, expected) => {
    const { nodes, played } = open(chains)
    if (dead !== undefined) one("dead", played[dead])
    const exit = await exitOf(nodes.verify)
    expect(Exit.isSuccess(exit) ? undefined : (await run(Effect.flip(nodes.verify)))._tag).toBe(expected)
  })

  it("is away where too few answer", async () => {
    const { nodes, played } = open([main, main, main])
    one("dead", played[0])
    one("refusing", played[1])
    expect(await run(Effect.flip(nodes.verify))).toBeInstanceOf(NodeAway)
  })
})

describe("how a node is", () => {
  it("says its last answer, how far it is behind, and how often it differed", () =>
    Effect.gen(function*() {
      const { nodes, played, receipt } = open([main, { ...main, height: 3n, receipts: [null] }, {
        ...main,
        height: 12n
      }])
      const states = Effect.all(nodes.states.map(({ state }) => state))
      expect((yield* states).map(({ behind, lastSuccessAt, state }) => [state, lastSuccessAt, behind])).toEqual(
        Array.from({ length: 3 }, () => ["unused", null, null])
      )
      yield* TestClock.setTime(5_000)
      yield* Effect.all([receipt, nodes.reached((node) => node.height)])
      yield* settled
      expect((yield* states).map(({ behind, differed, lastSuccessAt }) => [lastSuccessAt, behind, differed])).toEqual([
        [5_000, 0, 0],
        [5_000, 7, 1],
        [5_000, 0, 0]
      ])
      one("dead", played[0])
      yield* nodes.toAll((node) => node.height)
      expect(yield* states).toMatchObject([{ state: "failing", problem: "the connection failed", failures: 1 }, {}, {}])
      for (let times = 0; times < 4; times++) yield* nodes.toAll((node) => node.height)
      expect(yield* states).toMatchObject([{ state: "away" }, { state: "ready" }, { state: "ready" }])
    }).pipe(Effect.provide([TestClock.layer(), quiet]), Effect.runPromise))

  it("makes one that failed the last that is asked for what decides nothing, until it answers again", async () => {
    const { nodes, played } = open([main, main, main])
    const height = nodes.first((node) => node.height)
    await run(height)
    expect(played.map((each) => countOf(each, "height"))).toEqual([1, 0, 0])
    one("dead", played[0])
    await run(height)
    await run(height)
    expect(played.map((each) => countOf(each, "height"))).toEqual([2, 2, 0])
    one("honest", played[0])
    await run(nodes.toAll((node) => node.height))
    await run(height)
    expect(played.map((each) => countOf(each, "height"))).toEqual([4, 3, 1])
    for (const each of played) one("dead", each)
    expect(await run(Effect.flip(height))).toBeInstanceOf(NodeAway)
  })
})

describe("what is given to all", () => {
  it("is with every node that takes it, and refused by none for the others", async () => {
    const { nodes, played } = open([main, other, main, main, main])
    one("refusing", played[2])
    one("dead", played[3])
    await run(nodes.toAll((node) => node.id))
    const answers = await run(nodes.toAll((node) => node.send("0xraw")))
    expect(answers.map((exit) => Exit.isSuccess(exit))).toEqual([true, false, false, false, true])
    expect(played.map(({ taken }) => taken)).toEqual([["0xraw"], [], [], [], ["0xraw"]])
    expect(played[1]?.asked).toEqual(["id"])
  })
})

describe("questions that are still open when the rest has decided", () => {
  it("go on, and say how their node is", async () => {
    const slow = playNode(main, { turns: 50 })
    const nodes = makeQuorum({ members: membersOf([playNode(main), playNode(main), slow]), agree: 2 })
    await run(nodes.agreed((node) => node.receipt(0)))
    const state = nodes.states[2]?.state ?? Effect.die("no node")
    expect(await run(state)).toMatchObject({ state: "unused" })
    await expect.poll(() => run(state)).toMatchObject({ state: "ready", calls: 1 })
  })

  it("end with whoever asked", async () => {
    const ended: Array<number> = []
    const members = [0, 1, 2].map((place) => ({ name: `${place}`, node: place }))
    const nodes = makeQuorum({ members, agree: 2 })
    const question = nodes.agreed((place) =>
      Effect.onInterrupt(Effect.never, () => Effect.sync(() => void ended.push(place)))
    )
    await run(Effect.gen(function*() {
      const asking = yield* Effect.forkChild(question)
      yield* settled
      yield* Fiber.interrupt(asking)
    }))
    expect(ended.toSorted((a, b) => a - b)).toEqual([0, 1, 2])
  })

  it("end with a defect of what compares them", async () => {
    const { nodes } = open([main, main, main])
    const exit = await exitOf(nodes.agreed((node) => node.receipt(0), () => {
      throw new Error("planned")
    }))
    expect(Exit.isFailure(exit) && Exit.hasDies(exit)).toBe(true)
  })
})
