// S4. Requests begin in the turns of their owners, as many in a turn of the loop as its 2 ms allow. The clock is the test's.
import { Effect, Fiber } from "effect"
import { expect, it } from "vitest"
import { makeRequestTurns } from "../../../../hosts/http/api/request/request-turns.ts"

const opened = (turnMs = 2) => {
  let now = 0
  const due: Array<() => void> = []
  const inTurn = makeRequestTurns(turnMs, { now: () => now, afterwards: (run) => due.push(run) })
  const begun: Array<string> = []
  /** Sends a request that runs so many milliseconds without a pause. */
  const ask = (owner: string, name: string, ms = 0.5) =>
    Effect.runFork(Effect.andThen(
      inTurn(owner),
      Effect.sync(() => {
        begun.push(name)
        now += ms
      })
    ))
  /** Begins the next turn of the loop and gives what began in it. */
  const turn = (): ReadonlyArray<string> => {
    const before = begun.length
    due.shift()?.()
    return begun.slice(before)
  }
  return { ask, begun, due, turn, pass: (ms: number) => (now += ms) }
}

it("lets what arrives together begin together while the turn has time §requests-in-turn", () => {
  const { ask, begun, due, turn } = opened()
  for (let n = 0; n < 6; n++) ask("owner", `${n}`)
  expect(begun).toEqual(["0", "1", "2", "3"])
  expect(turn()).toEqual(["4", "5"])
  expect(due).toHaveLength(1)
  ask("owner", "in the time that is left")
  expect(begun.at(-1)).toBe("in the time that is left")
  expect(turn()).toEqual([])
  expect(due).toEqual([])
})

it("lets owners begin in turn within the time of a turn §requests-in-turn", () => {
  const { ask, turn } = opened()
  ask("greedy", "long", 3)
  for (let n = 0; n < 4; n++) ask("greedy", `greedy ${n}`)
  for (let n = 0; n < 3; n++) ask("quiet", `quiet ${n}`)
  expect(turn()).toEqual(["greedy 0", "quiet 0", "greedy 1", "quiet 1"])
  expect(turn()).toEqual(["greedy 2", "quiet 2", "greedy 3"])
})

it("serves whoever comes last before what another owner sent many of §requests-in-turn", () => {
  const { ask, begun, due, turn } = opened()
  for (let n = 0; n < 64; n++) ask("greedy", `greedy ${n}`)
  expect(turn()).toEqual(["greedy 4", "greedy 5", "greedy 6", "greedy 7"])
  ask("quiet", "quiet")
  expect(turn()).toEqual(["greedy 8", "quiet", "greedy 9", "greedy 10"])
  while (due.length > 0) turn()
  expect(begun).toHaveLength(65)
})

it("begins one a turn where a turn has no time §requests-in-turn", () => {
  const { ask, begun, due, turn } = opened(0)
  for (let n = 0; n < 3; n++) ask(n === 1 ? "another" : "owner", `${n}`)
  expect(begun).toEqual(["0"])
  expect([turn(), turn(), turn()]).toEqual([["1"], ["2"], []])
  expect(due).toEqual([])
})

it("gives a request that takes longer than a turn one of its own §requests-in-turn", () => {
  const { ask, turn } = opened()
  for (let n = 0; n < 4; n++) ask("greedy", `page ${n}`, 3)
  ask("quiet", "quiet")
  expect(turn()).toEqual(["page 1"])
  expect(turn()).toEqual(["quiet", "page 2"])
  expect(turn()).toEqual(["page 3"])
})

it("counts what else takes time in a turn, and lets a request begin at once after it §requests-in-turn", () => {
  const { ask, begun, pass, turn } = opened()
  ask("owner", "first")
  pass(10)
  ask("owner", "after a commit")
  expect(begun).toEqual(["first"])
  expect(turn()).toEqual(["after a commit"])
  expect(turn()).toEqual([])
  pass(10)
  ask("owner", "alone")
  expect(begun.at(-1)).toBe("alone")
})

it("forgets a request whose client has left §requests-in-turn", async () => {
  const { ask, begun, due, turn } = opened()
  ask("greedy", "first", 3)
  const left = ask("greedy", "left")
  ask("greedy", "last")
  await Effect.runPromise(Fiber.interrupt(left))
  while (due.length > 0) turn()
  expect(begun).toEqual(["first", "last"])
})
