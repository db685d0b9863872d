// The table of faults: what a token does, before the block and in it.
import { expect } from "vitest"
import { hexOf } from "../../../adapters/tron/address.ts"
import { type Fault, whileWrong } from "./stage.ts"

export const faultsOfTokens: ReadonlyArray<Fault> = [
  { case: "USDT answers false when it moved", answers: ["Done"], moved: 1, act: (s) => s.open().deliver(s.delivery()) },
  {
    case: "a token answers true and moves nothing: a person has to look",
    answers: ["Unknown"],
    moved: 0,
    act: async ({ delivery, open, world }) => {
      await world.token.moveNothing(true)
      await open({ patienceMs: 600 }).deliver(delivery())
      await world.token.moveNothing(false)
    }
  },
  {
    case: "a token keeps a fee of each transfer",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: whileWrong(({ world }) => world.token.takeFee(100), ({ world }) => world.token.takeFee(0))
  },
  {
    case: "a token begins to keep a fee after a delivery",
    answers: ["Done", "Held paused"],
    moved: 1,
    act: async ({ delivery, open, world }) => {
      const adapter = open()
      await adapter.deliver(delivery())
      await world.token.takeFee(100)
      await adapter.deliver(delivery())
      await world.token.takeFee(0)
    }
  },
  {
    case: "the token is paused",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: whileWrong(({ world }) => world.token.pause(true), ({ world }) => world.token.pause(false))
  },
  {
    case: "the token blocks the treasury",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: whileWrong(
      async ({ treasury, world }) => {
        await world.token.block(treasury, true)
        await world.solidified()
      },
      ({ treasury, world }) => world.token.block(treasury, false)
    )
  },
  {
    case: "the token blocks the receiver",
    answers: ["Refused", "Refused"],
    moved: 0,
    act: async ({ delivery, open, to, world }) => {
      await world.token.block(to, true)
      await world.solidified()
      const order = delivery()
      await open().deliver(order)
      await open().deliver(order)
    }
  },
  {
    case: "the token blocks the receiver between the trial and the block: REVERT, and the fee is burnt",
    answers: ["Refused", "Refused"],
    moved: 0,
    act: async ({ delivery, open, to, treasury, world }) => {
      const before = world.sunOf(treasury)
      world.model.faults.beforeBlock = () =>
        world.model.waitingOf(hexOf(treasury)) ? world.token.block(to, true) : undefined
      const order = delivery()
      const adapter = open()
      await adapter.deliver(order)
      expect(world.sunOf(treasury)).toBeLessThan(before)
      await adapter.lookUp(order.operationId)
    }
  },
  {
    case: "the token blocks the wallet",
    answers: ["Refused"],
    moved: 0,
    act: async ({ open, order, wallet, world }) => {
      await world.token.block(wallet.address, true)
      await world.solidified()
      await open().spend(order())
    }
  },
  {
    case: "the token is paused between the trial and the block: REVERT, the fee is burnt, and it is made anew",
    answers: ["Unknown", "Absent", "Done"],
    moved: 1,
    act: async ({ delivery, open, treasury, world }) => {
      world.model.faults.beforeBlock = () =>
        world.model.waitingOf(hexOf(treasury)) ? world.token.pause(true) : undefined
      const order = delivery()
      const adapter = open()
      await adapter.deliver(order)
      world.mend()
      await world.token.pause(false)
      await adapter.lookUp(order.operationId)
      await adapter.deliver(order)
    }
  },
  {
    case: "the token is paused between the trial and the block of a spend: its bytes are used up",
    answers: ["Refused"],
    moved: 0,
    act: async ({ open, order, wallet, world }) => {
      world.model.faults.beforeBlock = () =>
        world.model.waitingOf(hexOf(wallet.address)) ? world.token.pause(true) : undefined
      await open().spend(order())
      world.mend()
      await world.token.pause(false)
    }
  }
]
