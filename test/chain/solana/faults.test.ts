// Plays the table of faults: what the port answers is as the row says, and the amount arrives as often as the row says.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { faults, notShown } from "./faults.ts"
import { lies } from "./faults-of-lies.ts"
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

  it("lies about every question that a node is asked", async () => {
    const stage = await openStage(usual)
    const adapter = stage.open()
    await adapter.createNonces()
    const [spend, other] = [await adapter.sign(stage.order()), await adapter.sign(stage.order())]
    await adapter.lookUpSigned(spend)
    await adapter.submit(spend)
    await adapter.cancel(other.operationId)
    await adapter.deliver(stage.delivery())
    await adapter.sentSince(Date.now())
    await adapter.carry()
    const asked = new Set(stage.lines.flatMap((line) => line.asked))
    await stage.close()
    // Which network it is of is asked of each node alone.
    const about = ["getGenesisHash", ...lies.flatMap(({ says }) => Object.keys(says))]
    expect([...asked].filter((method) => !about.includes(method))).toEqual([])
  })

  it("says of every case that it does not show why", () => {
    expect(notShown.filter(({ because }) => because.length < 20)).toEqual([])
  })
})
