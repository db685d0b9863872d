// Plays the table of faults: what the port answers is as the row says, and the amount arrives as often as the row says.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { faults, notShown } from "./faults.ts"
import { openStage } from "./stage.ts"
import { hasSurfnet, notRun } from "./surfnet.ts"
import { type World, openWorld } from "./world.ts"

describe.skipIf(!hasSurfnet)(`on a node with the real token programs${notRun}`, () => {
  let usual: World
  let fast: World
  beforeAll(async () => {
    usual = await openWorld()
    fast = await openWorld(10)
  })
  afterAll(() => {
    usual.close()
    fast.close()
  })

  it.each(faults)("$case", async ({ act, answers, expires, moved, nodes }) => {
    const world = expires === true ? fast : usual
    const stage = await openStage(world, nodes)
    try {
      await act(stage)
      stage.mend()
      // Whatever was sent and may still come into a block has time to do so.
      await world.slots(4)
      expect({ answers: stage.answers, moved: (await stage.moved()).length }).toEqual({ answers, moved })
    } finally {
      await stage.close()
    }
  })

  it("says of every case that it does not show why", () => {
    expect(notShown.filter(({ because }) => because.length < 20)).toEqual([])
  })
})
