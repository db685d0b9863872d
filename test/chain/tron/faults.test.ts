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

const play = async (world: World, { act, answers, moved }: Fault): Promise<void> => {
  const stage = await openStage(world)
  try {
    await act(stage)
  } finally {
    world.mend()
  }
  expect(stage.answers).toEqual(answers)
  // Whatever was sent and may still land has two blocks to do so.
  await world.solidified()
  expect(stage.moved()).toHaveLength(moved)
}

describe("on the model of TRON", () => {
  for (const fault of faults) {
    it(fault.case, async () => {
      const shared = fault.jumps === true ? undefined : worlds.get(fault.nodes ?? 1)
      const world = shared ?? await openWorld()
      try {
        await play(world, fault)
      } finally {
        if (shared === undefined) await world.close()
      }
    })
  }

  it("says of every case that it does not show why", () => {
    expect(notShown.filter(({ because }) => because.length < 20)).toEqual([])
  })
})
