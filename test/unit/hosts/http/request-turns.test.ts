// S4. Requests begin in the turns of their owners: one turn of the loop, one request.
import { Effect, Fiber } from "effect"
import { expect, it } from "vitest"
import { makeRequestTurns } from "../../../../hosts/http/api/request/request-turns.ts"

const opened = () => {
  const due: Array<() => void> = []
  const inTurn = makeRequestTurns((run) => due.push(run))
  const begun: Array<string> = []
  const ask = (owner: string, name: string) =>
    Effect.runFork(Effect.andThen(inTurn(owner), Effect.sync(() => begun.push(name))))
  // One turn of the loop, and the fibers that it wakes.
  const turn = async () => {
    due.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ask, begun, due, turn }
}

it("lets a request begin at once while none has §requests-in-turn", () => {
  const { ask, begun } = opened()
  ask("greedy", "first")
  expect(begun).toEqual(["first"])
})

it("serves whoever comes last before what another owner sent many of §requests-in-turn", async () => {
  const { ask, begun, due, turn } = opened()
  for (let n = 0; n < 64; n++) ask("greedy", `greedy ${n}`)
  await turn()
  ask("quiet", "quiet")
  await turn()
  await turn()
  expect(begun).toEqual(["greedy 0", "greedy 1", "greedy 2", "quiet"])
  while (due.length > 0) await turn()
  expect(begun).toHaveLength(65)
  ask("greedy", "another")
  expect(begun.at(-1)).toBe("another")
})

it("forgets a request whose client has left §requests-in-turn", async () => {
  const { ask, begun, due, turn } = opened()
  ask("greedy", "first")
  const left = ask("greedy", "left")
  ask("greedy", "last")
  await Effect.runPromise(Fiber.interrupt(left))
  while (due.length > 0) await turn()
  expect(begun).toEqual(["first", "last"])
})
