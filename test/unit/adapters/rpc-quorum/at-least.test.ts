// Numbers that nodes say differently, such as balances a block apart: what one of three says alone changes none, and no more are waited for
// than have to be.
import { Effect, Exit } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { NodeAway } from "../../../../adapters/rpc-quorum/node-away.ts"
import { makeQuorum } from "../../../../adapters/rpc-quorum/quorum.ts"

/** What a node answers, or that it never does, or fails. */
type Said = { readonly sun: bigint; readonly energy: bigint } | "silent" | "dead"

const read = (said: ReadonlyArray<Said>, agree: number) =>
  makeQuorum({ members: said.map((node, place) => ({ name: `node ${place}`, node })), agree }).atLeast((node) =>
    node === "silent"
      ? Effect.never
      : node === "dead"
      ? Effect.fail(new NodeAway({ reason: "dead" }))
      : Effect.succeed(node)
  )

const one = (sun: bigint, energy = 7n) => ({ sun, energy })

describe("numbers that enough nodes say at least", () => {
  const rows: ReadonlyArray<readonly [said: ReadonlyArray<Said>, sun: bigint]> = [
    [[one(5n), one(5n), one(5n)], 5n],
    [[one(0n), one(5n), one(6n)], 5n],
    [[one(999n), one(5n), one(6n)], 6n],
    [[one(999n), one(5n), one(4n)], 5n],
    [["dead", one(5n), one(5n)], 5n],
    [["dead", one(5n), one(6n)], 5n],
    [["silent", one(5n), one(5n)], 5n]
  ]
  it.each(rows)("%o", async (said, sun) => {
    expect(await Effect.runPromise(read(said, 2))).toEqual({ sun, energy: 7n })
  })

  it("are each decided by itself", async () => {
    expect(await Effect.runPromise(read([one(9n, 1n), one(5n, 5n), one(1n, 9n)], 2))).toEqual({ sun: 5n, energy: 5n })
  })

  it("wait for a node that could change one of them", async () => {
    const waits = Effect.timeoutOption(read([one(5n, 5n), one(5n, 6n), "silent"], 2), 20)
    expect(await Effect.runPromise(waits)).toMatchObject({ _tag: "None" })
  })

  it("are none where too few nodes answer", async () => {
    const exit = await Effect.runPromiseExit(read(["dead", "dead", one(5n)], 2))
    expect(Exit.isFailure(exit)).toBe(true)
  })

  it("are the same in whatever order nodes answer, and within what the others say", async () => {
    await fc.assert(fc.asyncProperty(
      fc.array(fc.bigInt(0n, 20n), { minLength: 3, maxLength: 3 }),
      fc.bigInt(0n, 10n ** 20n),
      fc.nat(3),
      async (honest, lie, place) => {
        const said = honest.toSpliced(place, 0, lie).map((sun) => one(sun))
        const found = await Effect.runPromise(read([...said, one(honest[0] ?? 0n)], 3))
        const all = [...honest, honest[0] ?? 0n].toSorted((a, b) => a < b ? -1 : 1)
        expect(found.sun).toBeGreaterThanOrEqual(all[0] ?? 0n)
        expect(found.sun).toBeLessThanOrEqual(all.at(-1) ?? 0n)
        expect(await Effect.runPromise(read([...said, one(honest[0] ?? 0n)].toReversed(), 3))).toEqual(found)
      }
    ))
  })
})
