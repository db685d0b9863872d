// The table of faults: what we lack to send, from tokens and TRX to energy and a signature.
import { Effect } from "effect"
import { expect } from "vitest"
import { type SecpSigner, SignerAway } from "../../../adapters/custody/signer.ts"
import { hexOf } from "../../../adapters/tron/address.ts"
import { signerOf } from "./adapter-of.ts"
import { type Fault, type Stage, whileWrong } from "./stage.ts"

/** Does something to the books right before the block that a transaction of an account would be in. */
const beforeCallOf = ({ world }: Stage, address: string, change: () => void): void => {
  const { model } = world
  model.faults.beforeBlock = () => {
    if (model.waitingOf(hexOf(address))) change()
  }
}

/** A signer of one key that signs with another. */
const impostor = (key: string, other: string): SecpSigner => ({
  publicKey: signerOf(key).publicKey,
  sign: signerOf(other).sign
})

export const faultsOfMeans: ReadonlyArray<Fault> = [
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
    case: "the treasury's signer signs with another key",
    answers: ["Held custody", "Absent", "Done"],
    moved: 1,
    act: async ({ delivery, keys, open, world }) => {
      const order = delivery()
      const before = world.model.broadcasts.length
      const adapter = open({}, { treasury: impostor(keys.treasuryKey, keys.feesKey) })
      await adapter.deliver(order)
      await adapter.lookUp(order.operationId)
      await adapter.carry()
      expect(world.model.broadcasts.length).toBe(before)
      await open().deliver(order)
    }
  },
  {
    case: "the fee account's signer signs with another key",
    answers: ["Held custody", "Done"],
    moved: 1,
    act: async ({ keys, open, order, world }) => {
      const spend = order()
      const before = world.model.broadcasts.length
      await open({}, { fees: impostor(keys.feesKey, keys.treasuryKey) }).spend(spend)
      expect(world.model.broadcasts.length).toBe(before)
      await open().spend(spend)
    }
  }
]
