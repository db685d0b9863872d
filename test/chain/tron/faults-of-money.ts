// The table of faults: what we lack, what a token does, fees, energy, and orders that cannot be.
import { Effect } from "effect"
import { expect } from "vitest"
import { addressOfHex, hexOf } from "../../../adapters/tron/address.ts"
import { type SecpSigner, SignerAway } from "../../../adapters/custody/signer.ts"
import type { DeliveryOrder } from "../../../core/ports/chain.ts"
import type { Fault, Stage } from "./stage.ts"
import { signerOf } from "./adapter-of.ts"
import { freshAddress } from "./world.ts"

const zeroAddress = addressOfHex(`41${"00".repeat(20)}`)

/** Delivers while something is wrong, mends it, and delivers again. */
const whileWrong = (
  wrong: (stage: Stage) => Promise<unknown> | void,
  mend: (stage: Stage) => Promise<unknown> | void,
  parts: (stage: Stage) => Partial<DeliveryOrder> = () => ({})
) =>
async (stage: Stage) => {
  const { delivery, open, world } = stage
  const order = delivery(parts(stage))
  const adapter = open()
  await wrong(stage)
  await adapter.deliver(order)
  await mend(stage)
  await world.solidified()
  await adapter.deliver(order)
}

const refusedAt = (address: (stage: Stage) => string) => (stage: Stage) =>
  stage.open().deliver(stage.delivery({ address: address(stage) }))

/** Does something to the books right before the block that a transaction of an account would be in. */
const beforeCallOf = ({ world }: Stage, address: string, change: () => void): void => {
  const { model } = world
  model.faults.beforeBlock = () => {
    if (model.waitingOf(hexOf(address))) change()
  }
}

export const faultsOfMoney: ReadonlyArray<Fault> = [
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
    case: "the token is paused",
    answers: ["Held paused", "Done"],
    moved: 1,
    act: whileWrong(({ world }) => world.token.pause(true), ({ world }) => world.token.pause(false))
  },
  {
    case: "the treasury holds too little",
    answers: ["Held float", "Done"],
    moved: 1,
    act: whileWrong(
      async ({ treasury, world }) => {
        await world.token.burn(treasury, 1_000_000_000_000n)
        await world.solidified()
      },
      ({ treasury, world }) => world.token.mint(treasury, 5_000_001n)
    )
  },
  {
    case: "the treasury has no TRX",
    answers: ["Held fuel", "Done"],
    moved: 1,
    act: whileWrong(
      ({ treasury, world }) => world.fund(treasury, -10_000_000_000n),
      ({ treasury, world }) => world.fund(treasury, 10_000_000_000n)
    )
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
    case:
      "there is too little energy when the block is made: the fee is burnt, and the cost of what is made then has it",
    answers: ["Unknown", "Absent", "Done"],
    moved: 1,
    act: async (stage) => {
      const { delivery, open, treasury, world } = stage
      const before = world.sunOf(treasury)
      const order = delivery()
      const adapter = open()
      beforeCallOf(stage, treasury, () => world.fund(treasury, 1_000_000n - world.sunOf(treasury)))
      await adapter.deliver(order)
      await adapter.lookUp(order.operationId)
      world.mend()
      const burnt = 1_000_000n - world.sunOf(treasury)
      expect(burnt).toBeGreaterThan(0n)
      world.fund(treasury, before - burnt - world.sunOf(treasury))
      const found = await adapter.deliver(order)
      expect(found._tag === "Done" && found.value.cost?.units).toBe(before - world.sunOf(treasury))
    }
  },
  {
    case: "the limit of the fee is below what the call takes",
    answers: ["Held fuel", "Done"],
    moved: 1,
    act: async ({ delivery, open }) => {
      const order = delivery()
      await open({ feeLimitSun: "100000" }).deliver(order)
      await open().deliver(order)
    }
  },
  {
    case: "the fee account has no TRX",
    answers: ["Held fuel", "Done"],
    moved: 1,
    act: async ({ fees, open, order, world }) => {
      const spend = order()
      world.fund(fees, -10_000_000_000n)
      await open().spend(spend)
      world.fund(fees, 10_000_000_000n)
      await open().spend(spend)
    }
  },
  {
    case: "a spend would cost more than the limit of one",
    answers: ["Held fuel", "Done"],
    moved: 1,
    act: async ({ open, order }) => {
      const spend = order()
      await open({ ceilingSun: "1000000" }).spend(spend)
      await open().spend(spend)
    }
  },
  {
    case: "lent energy is gone when the block is made, and the wallet has no TRX: its bytes are used up",
    answers: ["Refused", "Refused"],
    moved: 0,
    act: async ({ fees, open, order, wallet, world }) => {
      world.stake(fees, 100_000_000_000n)
      const { model } = world
      const of = hexOf(wallet.address)
      model.faults.beforeBlock = () => {
        const lent = model.accounts.of(hexOf(fees)).lent.get(of) ?? 0n
        if (model.waitingOf(of) && lent > 0n) model.accounts.takeBack(hexOf(fees), of, lent)
      }
      const spend = order()
      const adapter = open()
      await adapter.spend(spend)
      await adapter.lookUp(spend.operationId)
    }
  },
  {
    case: "the wallet holds less than it spends",
    answers: ["Refused"],
    moved: 0,
    act: ({ open, order }) => open().spend(order({ units: 1_000_000_001n }))
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
    case: "the signer is away",
    answers: ["Held custody", "Done"],
    moved: 1,
    act: async ({ delivery, keys, open }) => {
      const order = delivery()
      const { publicKey } = signerOf(keys.treasuryKey)
      const away: SecpSigner = { publicKey, sign: () => Effect.fail(new SignerAway({ reason: "no answer" })) }
      await open({}, { treasury: away }).deliver(order)
      await open().deliver(order)
    }
  },
  {
    case: "the signer signs with another key: no node takes it, and it is made anew when it has expired",
    answers: ["Unknown", "Absent", "Done"],
    moved: 1,
    jumps: true,
    act: async ({ delivery, keys, open, world }) => {
      const order = delivery()
      const { publicKey } = signerOf(keys.treasuryKey)
      const other: SecpSigner = { publicKey, sign: signerOf(keys.feesKey).sign }
      const parts = { patienceMs: 300, deliveryMs: 60_000 }
      await open(parts, { treasury: other }).deliver(order)
      expect(world.model.broadcasts.at(-1)?.code).toBe("SIGERROR")
      world.model.jump(61_000)
      await open().end(order.operationId)
      await open().deliver(order)
    }
  },
  {
    case: "to the token's contract",
    answers: ["Refused"],
    moved: 0,
    act: refusedAt(({ world }) => world.token.address)
  },
  { case: "to the zero address", answers: ["Refused"], moved: 0, act: refusedAt(() => zeroAddress) },
  { case: "to our own treasury", answers: ["Refused"], moved: 0, act: refusedAt(({ treasury }) => treasury) },
  {
    case: "to an address of another network",
    answers: ["Refused"],
    moved: 0,
    act: refusedAt(() => "0x52908400098527886E0F7030069857D2E4169EE7")
  },
  { case: "of nothing", answers: ["Refused"], moved: 0, act: (s) => s.open().deliver(s.delivery({ units: 0n })) },
  {
    case: "a spend of nothing",
    answers: ["Refused"],
    moved: 0,
    act: ({ open, order }) => open().spend(order({ units: 0n }))
  },
  { case: "of one unit", answers: ["Done"], moved: 1, act: (s) => s.open().deliver(s.delivery({ units: 1n })) },
  {
    case: "an id that stands for another movement",
    answers: ["Done", "Unknown"],
    moved: 1,
    act: async ({ delivery, open }) => {
      const order = delivery()
      const adapter = open()
      await adapter.deliver(order)
      await adapter.deliver({ ...order, address: freshAddress() })
    }
  }
]
