// The table of faults: the data store is one of before, and what was sent since is on the chain alone.
import { decodePayload } from "../../../adapters/solana/signed-payload.ts"
import { openPlane } from "../../support/anvil-chain.ts"
import { type Fault, type Stage, sendRaw, useUpNonceOf, wireOf } from "./stage.ts"

/** A spend that was signed, by an adapter, and one on a data store that has the signature and nothing that came after. */
const signed = async (stage: Stage) => {
  const adapter = stage.open({ patienceMs: 300 })
  await adapter.createNonces()
  const order = stage.order()
  const restored = stage.open({}, {}, await openPlane())
  const spend = await adapter.sign(order)
  const same = await restored.sign(order)
  if (decodePayload(same.payload).signature.join() !== decodePayload(spend.payload).signature.join()) {
    throw new Error("it has another message")
  }
  return { adapter, restored, spend, id: order.operationId }
}

export const faultsOfRestores: ReadonlyArray<Fault> = [
  {
    case: "a spend is submitted twice at the same moment where no data store knows it, and again once it is done",
    answers: ["Done", "Done", "Done"],
    moved: 1,
    act: async ({ open, order }) => {
      const adapter = open()
      await adapter.createNonces()
      const spend = await adapter.sign(order())
      const restored = open({}, {}, await openPlane())
      await Promise.all([restored.submit(spend), restored.submit(spend)])
      await restored.submit(spend)
    }
  },
  {
    case: "the data store is that of before the signature",
    answers: ["Done"],
    moved: 1,
    act: async ({ open, order }) => {
      const adapter = open()
      await adapter.createNonces()
      const spend = await adapter.sign(order())
      await open({}, {}, await openPlane()).submit(spend)
    }
  },
  {
    case:
      "the data store is that of before a spend was sent, which is in a block: what was signed shows it, and it is not sent again",
    answers: ["Done", "Unknown", "Done", "Done"],
    moved: 1,
    act: async (stage) => {
      const { adapter, restored, spend } = await signed(stage)
      await adapter.submit(spend)
      // Its block is not final yet.
      const { everywhere, mend, world } = stage
      everywhere((line) => line.answers("getSignatureStatuses", () => ({ context: { slot: 1 }, value: [null] })))
      await restored.lookUpSigned(spend)
      mend()
      await world.slots(40)
      await restored.lookUpSigned(spend)
      await restored.submit(spend)
    }
  },
  {
    case:
      "the data store is that of before a spend was sent, and its deadline passed: the step in the background finds it",
    answers: ["Done", "Done", "Done"],
    moved: 1,
    act: async (stage) => {
      const { adapter, id, restored, spend } = await signed(stage)
      await adapter.submit(spend)
      await stage.world.slots(40)
      await restored.carry(3_700_000)
      await restored.lookUp(id)
      await restored.submit(spend)
    }
  },
  {
    case: "a spend that nobody sent is looked up by what was signed, and sent",
    answers: ["Absent", "Done"],
    moved: 1,
    act: async (stage) => {
      const { restored, spend } = await signed(stage)
      await restored.lookUpSigned(spend)
      await restored.submit(spend)
    }
  },
  {
    case: "the deadline of a spend passes that no data store knows: looked up, it never takes effect",
    answers: ["Unknown", "Unknown", "Refused"],
    moved: 0,
    act: async (stage) => {
      const { everywhere, mend, open, world } = stage
      const { adapter, id, spend } = await signed(stage)
      everywhere((line) => line.always("sendTransaction", "swallowed"))
      await adapter.submit(spend)
      mend()
      const late = { ...spend, sendBefore: Date.now() - 1 }
      const other = open({}, {}, await openPlane())
      await other.lookUpSigned(late)
      await world.slots(40)
      await sendRaw(stage, await wireOf(stage, id))
      await world.slots(5)
      await other.lookUpSigned(late)
    }
  },
  {
    case: "a nonce was used by another transaction, as what was signed shows",
    answers: ["Refused"],
    moved: 0,
    act: async (stage) => {
      const { id, restored, spend } = await signed(stage)
      await useUpNonceOf(stage, id)
      await stage.world.slots(40)
      await restored.lookUpSigned(spend)
    }
  },
  {
    case: "a spend failed in a block, as what was signed shows: its nonce is used up after its deadline",
    answers: ["Unknown", "Unknown", "Unknown", "Refused"],
    moved: 0,
    act: async (stage) => {
      const { USDC, mend, once, wallet, world } = stage
      const { adapter, restored, spend } = await signed(stage)
      once("sendTransaction", () => world.give(USDC, wallet.address, 1n))
      await adapter.submit(spend)
      mend()
      await world.slots(40)
      await restored.lookUpSigned(spend)
      const late = { ...spend, sendBefore: Date.now() - 1 }
      await restored.lookUpSigned(late)
      await world.slots(40)
      await restored.lookUpSigned(late)
    }
  }
]
