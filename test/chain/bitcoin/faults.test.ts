// Every fault of the table is played on a real node: the port answers as it says, and the chain has what it says.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { bitcoindPath } from "./bitcoind.ts"
import { faults, notShown } from "./faults.ts"
import { openStage } from "./stage.ts"
import { type World, openWorld } from "./world.ts"

let world: World
beforeAll(async () => {
  if (bitcoindPath !== undefined) world = await openWorld(bitcoindPath)
})
afterAll(() => world?.close())

describe.skipIf(bitcoindPath === undefined)("on a real node", () => {
  it.each(faults)("$case", async ({ answers, moved, parts, play }) => {
    const stage = await openStage(world, parts)
    try {
      expect(await play(stage)).toEqual(answers)
      expect(await stage.treasury.moved(stage.receiver)).toEqual(moved)
    } finally {
      await stage.treasury.close()
    }
  })
})

describe("not shown", () => {
  for (const { because, case: name } of notShown) {
    it(`${name}, because ${because}`, ({ skip }) => {
      expect(because).not.toBe("")
      skip(because)
    })
  }
})
