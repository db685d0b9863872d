// Plays the table of faults: what the port answers is as the row says, and the amount arrives as often as the row says.
import { afterAll, beforeAll, expect, it } from "vitest"
import { type Devnet, startDevnet } from "../../support/anvil.ts"
import { faults, notShown } from "./faults.ts"
import { openStage } from "./stage.ts"

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet()
})
afterAll(() => devnet.stop())

it.each(faults)("$case", async ({ act, answers, moved, nodes }) => {
  const stage = await openStage(devnet, nodes)
  try {
    await act(stage)
    stage.mend()
    // Whatever was sent and may still come into a block has time to do so.
    await devnet.mine(1)
    expect({ answers: stage.answers, moved: await stage.moved() }).toEqual({ answers, moved })
  } finally {
    await stage.close()
  }
})

it("says of every case that it does not show why", () => {
  expect(notShown.filter(({ because }) => because.length < 20)).toEqual([])
})
