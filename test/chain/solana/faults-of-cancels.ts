// The table of faults: what is cancelled before, while and after it is sent.
import { Effect } from "effect"
import { signerOf } from "./adapter-of.ts"
import { type Fault, type Stage, sendRaw, wireOf } from "./stage.ts"

const short = { patienceMs: 200 } as const

const unseen = ({ everywhere }: Stage) =>
  everywhere((line) => line.answers("getSignatureStatuses", () => ({ context: { slot: 1 }, value: [null] })))

export const faultsOfCancels: ReadonlyArray<Fault> = [
  {
    case: "what no node took is cancelled: nobody sends it again, and it is Absent once its blockhash has expired",
    answers: ["Unknown", "Unknown", "Unknown", "Absent", "Refused"],
    moved: 0,
    expires: true,
    act: async ({ delivery, everywhere, mend, open, world }) => {
      const order = delivery()
      const adapter = open(short)
      everywhere((line) => line.always("sendTransaction", "cut"))
      await adapter.deliver(order)
      await adapter.cancel(order.operationId)
      mend()
      await open().carry()
      await open(short).deliver(order)
      await world.slots(175 + 35)
      await adapter.cancelled(order.operationId)
      await open().deliver(order)
    }
  },
  {
    case: "it is cancelled before it was requested, and the request comes late",
    answers: ["Absent", "Refused"],
    moved: 0,
    act: async ({ delivery, open }) => {
      const order = delivery()
      await open().cancel(order.operationId)
      await open().deliver(order)
    }
  },
  {
    case: "two processes cancel at the same moment what was not requested",
    answers: ["Absent", "Absent", "Refused"],
    moved: 0,
    act: async ({ delivery, open }) => {
      const order = delivery()
      await Promise.all([open(), open()].map((adapter) => adapter.cancel(order.operationId)))
      await open().deliver(order)
    }
  },
  {
    case: "what was refused is cancelled, and stays refused",
    answers: ["Refused", "Refused", "Refused"],
    moved: 0,
    act: async ({ USDC, delivery, open, to, world }) => {
      await world.give(USDC, to, 0n, "frozen")
      const order = delivery()
      await open().deliver(order)
      await open().cancel(order.operationId)
      await open().lookUp(order.operationId)
    }
  },
  {
    case: "it is cancelled while it is being signed",
    answers: ["Absent", "Refused"],
    moved: 0,
    act: async ({ delivery, keys, open }) => {
      const order = delivery()
      const { publicKey, sign } = signerOf(keys.treasury)
      const cancelling: typeof sign = (message, purpose) =>
        Effect.andThen(Effect.promise(() => open().cancel(order.operationId)), sign(message, purpose))
      await open({}, { treasury: { publicKey, sign: cancelling } }).deliver(order)
    }
  },
  {
    case: "what is in a block is cancelled too late",
    answers: ["Unknown", "Done", "Done"],
    moved: 1,
    act: async (stage) => {
      const { delivery, mend, open } = stage
      const order = delivery()
      unseen(stage)
      await open(short).deliver(order)
      mend()
      await open().cancelled(order.operationId)
      await open().deliver(order)
    }
  },
  {
    case: "what failed in a block is cancelled, and not made again",
    answers: ["Unknown", "Absent", "Refused"],
    moved: 0,
    act: async ({ USDC, delivery, mend, once, open, treasury, world }) => {
      const order = delivery()
      once("sendTransaction", () => world.give(USDC, treasury, 1n))
      await open({ patienceMs: 50 }).deliver(order)
      mend()
      await open().cancelled(order.operationId)
      await world.give(USDC, treasury, 10_000_000n)
      await open().deliver(order)
    }
  },
  {
    case: "a spend under way is cancelled by a process that dies then: the next one uses its nonce up",
    answers: ["Unknown", "Unknown", "Absent", "Refused"],
    moved: 0,
    act: async (stage) => {
      const { everywhere, mend, open, order, world } = stage
      const adapter = open(short)
      await adapter.createNonces()
      const wanted = order()
      const spend = await adapter.sign(wanted)
      everywhere((line) => line.always("sendTransaction", "swallowed"))
      await adapter.submit(spend)
      await adapter.cancel(wanted.operationId)
      mend()
      await open().carry()
      await world.slots(3)
      await sendRaw(stage, await wireOf(stage, wanted.operationId))
      await world.slots(5)
      await open().cancelled(wanted.operationId)
      await open().submit(spend)
    }
  },
  {
    case: "a spend under way is cancelled: its nonce is used up",
    answers: ["Unknown", "Absent", "Absent"],
    moved: 0,
    act: async ({ everywhere, mend, open, order }) => {
      const adapter = open(short)
      await adapter.createNonces()
      const wanted = order()
      const spend = await adapter.sign(wanted)
      everywhere((line) => line.always("sendTransaction", "swallowed"))
      await adapter.submit(spend)
      mend()
      await adapter.cancelled(wanted.operationId)
      await adapter.lookUp(wanted.operationId)
    }
  },
  {
    case: "a spend that was refused is cancelled, and the next spend over its nonce is done",
    answers: ["Refused", "Refused", "Done"],
    moved: 1,
    act: async ({ open, order, world }) => {
      const adapter = open({ nonceAccounts: 1 })
      await adapter.createNonces()
      const refused = await adapter.sign(order({ units: 20_000_000n }))
      await adapter.submit(refused)
      const next = await adapter.sign(order())
      await adapter.cancel(refused.operationId)
      await world.slots(3)
      await adapter.submit(next)
    }
  },
  {
    case: "a spend that was not sent is cancelled and submitted late: its nonce is used up",
    answers: ["Unknown", "Unknown", "Absent", "Refused"],
    moved: 0,
    act: async ({ everywhere, mend, open, order }) => {
      const adapter = open()
      await adapter.createNonces()
      const wanted = order()
      const spend = await adapter.sign(wanted)
      everywhere((line) => line.always("sendTransaction", "swallowed"))
      await adapter.cancel(wanted.operationId)
      mend()
      await adapter.submit(spend)
      await adapter.cancelled(wanted.operationId)
      await adapter.submit(spend)
    }
  }
]
