// The table of faults: blockhashes that expire, nonces that others use up, deadlines, and the same thing twice.
import { type Fault, sendRaw, useUpNonceOf, wireOf } from "./stage.ts"

const short = { patienceMs: 200 } as const

export const faultsOfTime: ReadonlyArray<Fault> = [
  {
    case: "two equal payments with ids of their own",
    answers: ["Done", "Done"],
    moved: 2,
    act: async ({ delivery, open }) => {
      const adapter = open()
      await Promise.all([adapter.deliver(delivery()), adapter.deliver(delivery())])
    }
  },
  {
    case: "another amount under the same id",
    answers: ["Done", "Unknown", "Done"],
    moved: 1,
    act: async ({ delivery, open }) => {
      const order = delivery()
      await open().deliver(order)
      await open().deliver({ ...order, units: order.units - 1n })
      await open().deliver(order)
    }
  },
  {
    case: "a blockhash expires before anything was sent; the bytes come late, and never take effect",
    answers: ["Unknown", "Absent", "Absent", "Done"],
    moved: 1,
    expires: true,
    act: async (stage) => {
      const { delivery, everywhere, mend, open, world } = stage
      const order = delivery()
      everywhere((line) => line.always("sendTransaction", "swallowed"))
      await open(short).deliver(order)
      mend()
      const wire = await wireOf(stage, order.operationId)
      await world.slots(175 + 35)
      await open().end(order.operationId)
      await sendRaw(stage, wire)
      await world.slots(5)
      await open().lookUp(order.operationId)
      await open().deliver(order)
    }
  },
  {
    case: "a blockhash has expired in confirmed blocks and not in final ones",
    answers: ["Unknown", "Unknown", "Unknown", "Absent", "Done"],
    moved: 1,
    expires: true,
    act: async ({ delivery, everywhere, mend, open, world }) => {
      const order = delivery()
      everywhere((line) => line.always("sendTransaction", "swallowed"))
      await open(short).deliver(order)
      await world.slots(172)
      // The height of final blocks stands still.
      let final: unknown
      everywhere((line) =>
        line.answers(
          "getBlockHeight",
          (params, answer) => JSON.stringify(params).includes("finalized") ? final ??= answer : answer
        )
      )
      await open().lookUp(order.operationId)
      await world.slots(3)
      await open().lookUp(order.operationId)
      mend()
      await open().end(order.operationId)
      await open().deliver(order)
    }
  },
  {
    case: "a nonce is used by another transaction before the spend is sent",
    answers: ["Refused"],
    moved: 0,
    act: async (stage) => {
      const adapter = stage.open()
      await adapter.createNonces()
      const order = stage.order()
      const spend = await adapter.sign(order)
      await useUpNonceOf(stage, order.operationId)
      await stage.world.slots(40)
      await adapter.submit(spend)
    }
  },
  {
    case:
      "a nonce is used by another transaction while the spend is under way; its bytes come late, and never take effect",
    answers: ["Unknown", "Refused", "Refused"],
    moved: 0,
    act: async (stage) => {
      const { everywhere, mend, open, order } = stage
      const adapter = open(short)
      await adapter.createNonces()
      const wanted = order()
      const spend = await adapter.sign(wanted)
      everywhere((line) => line.always("sendTransaction", "swallowed"))
      await adapter.submit(spend)
      await useUpNonceOf(stage, wanted.operationId)
      mend()
      await open().end(wanted.operationId)
      await sendRaw(stage, await wireOf(stage, wanted.operationId))
      await stage.world.slots(5)
      await adapter.submit(spend)
    }
  },
  {
    case: "a node shows that the nonce was used before it shows the transaction that used it, which is ours",
    answers: ["Unknown", "Done"],
    moved: 1,
    act: async ({ everywhere, mend, open, order }) => {
      const adapter = open(short)
      await adapter.createNonces()
      const wanted = order()
      const spend = await adapter.sign(wanted)
      everywhere((line) => line.answers("getSignatureStatuses", () => ({ context: { slot: 1 }, value: [null] })))
      await adapter.submit(spend)
      mend()
      await adapter.end(wanted.operationId)
    }
  },
  {
    case: "the deadline passes before the spend is sent: its nonce is used up, and it is refused",
    answers: ["Unknown", "Refused", "Refused"],
    moved: 0,
    act: async ({ open, order, world }) => {
      const adapter = open()
      await adapter.createNonces()
      const wanted = order({ sendBefore: Date.now() - 1 })
      const spend = await adapter.sign(wanted)
      await adapter.submit(spend)
      await world.slots(40)
      await adapter.submit(spend)
      await adapter.lookUp(wanted.operationId)
    }
  },
  {
    case: "the deadline passes while the spend is under way: its nonce is used up, and it is refused",
    answers: ["Unknown", "Refused"],
    moved: 0,
    act: async ({ everywhere, mend, open, order }) => {
      const adapter = open(short)
      await adapter.createNonces()
      const wanted = order({ sendBefore: Date.now() + 3_600_000 })
      const spend = await adapter.sign(wanted)
      everywhere((line) => line.always("sendTransaction", "swallowed"))
      await adapter.submit(spend)
      mend()
      await adapter.carry(3_700_000)
      await open().end(wanted.operationId)
    }
  },
  {
    case: "the deadline of a spend passes that nobody sent: the step in the background refuses it",
    answers: ["Absent", "Refused"],
    moved: 0,
    act: async ({ open, order, world }) => {
      const adapter = open()
      await adapter.createNonces()
      const { operationId } = await adapter.sign(order())
      await adapter.carry()
      await adapter.lookUp(operationId)
      await adapter.carry(3_700_000)
      await world.slots(40)
      await adapter.carry(3_700_000)
      await adapter.lookUp(operationId)
    }
  }
]
