// Plays the table of faults: what the port answers is as the row says, and the amount arrives as often as the row says.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { faults, notShown } from "./faults.ts"
import { type Fault, openStage } from "./stage.ts"
import { type World, openWorld } from "./world.ts"

const worlds = new Map<number, World>()
beforeAll(async () => {
  worlds.set(1, await openWorld())
  worlds.set(3, await openWorld({ nodes: 3, agree: 2 }))
})
afterAll(() => Promise.all([...worlds.values()].map((world) => world.close())))

/** What the port answered and what arrived. */
const play = async (world: World, { act }: Fault) => {
  const stage = await openStage(world)
  try {
    await act(stage)
  } finally {
    world.mend()
  }
  // Whatever was sent and may still land has time to do so.
  await world.solidified()
  return { answers: stage.answers, moved: stage.moved().length }
}

describe("on the model of TRON", () => {
  it.each(faults)("$case", async (fault) => {
    const { answers, jumps, moved, nodes = 1 } = fault
    const shared = jumps === true ? undefined : worlds.get(nodes)
    const world = shared ?? await openWorld()
    try {
      expect(await play(world, fault)).toEqual({ answers, moved })
    } finally {
      if (shared === undefined) await world.close()
    }
  })

  it("says of every case that it does not show why", () => {
    expect(notShown.filter(({ because }) => because.length < 20)).toEqual([])
  })
})
