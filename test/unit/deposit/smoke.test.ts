import { expect, it } from "vitest"
import { World } from "../../support/world.ts"
import { endToEndIdAt } from "../../support/ids.ts"
it("works", async () => {
  const world = await World.open()
  const caller = await world.caller()
  const deposit = await world.deposit(caller)
  await world.settle(deposit.trackId, endToEndIdAt(1))
  world.chain.script.push("diesAfter")
  const [job] = await world.claim(1)
  expect(await world.runJobInProcess(job!)).toBe("killed")
  await world.work()
  world.advance(60_000)
  await world.work()
  expect(await world.record(caller, deposit.externalId)).toEqual({})
  await world.close()
})
