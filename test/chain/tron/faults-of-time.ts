// The table of faults: processes that end or run beside each other, and transactions that expire.
import { expect } from "vitest"
import type { SignedSpend } from "../../../core/ports/chain.ts"
import { until } from "../../support/anvil.ts"
import type { Fault } from "./stage.ts"

const short = { patienceMs: 300 } as const
const broadcast = "/wallet/broadcasthex"

/** The transaction of what a wallet has signed. */
const txidOf = ({ payload }: SignedSpend): string => (JSON.parse(payload) as { readonly txid: string }).txid

export const faultsOfTime: ReadonlyArray<Fault> = [
  {
    case: "the process ends after the bytes were stored and before they were sent; the background step sends them",
    answers: ["Unknown", "Done"],
    moved: 1,
    act: async ({ delivery, open, world }) => {
      const order = delivery()
      world.lines[0]?.always(broadcast, "cut")
      await open(short).deliver(order)
      world.mend()
      const again = open()
      await again.carry()
      await again.end(order.operationId)
    }
  },
  {
    case: "two processes deliver one id at the same time",
    answers: ["Done", "Done"],
    moved: 1,
    act: ({ delivery, open }) => {
      const order = delivery()
      return Promise.all([open().deliver(order), open().deliver(order)])
    }
  },
  {
    case: "a delivery expired while no block took it: it is Absent, and made anew",
    answers: ["Unknown", "Absent", "Done"],
    moved: 1,
    jumps: true,
    act: async ({ delivery, open, world }) => {
      const order = delivery()
      const adapter = open({ ...short, deliveryMs: 60_000 })
      world.model.faults.loses = () => true
      const first = await adapter.deliver(order)
      expect(first._tag).toBe("Unknown")
      world.model.jump(61_000)
      await adapter.end(order.operationId)
      world.model.dropWaiting()
      world.mend()
      await open().deliver(order)
    }
  },
  {
    case: "a spend was in no block when it expired: it is Refused, and its bytes are worth nothing",
    answers: ["Unknown", "Refused", "Refused"],
    moved: 0,
    jumps: true,
    act: async ({ open, order, world }) => {
      const adapter = open({ patienceMs: 5_000 })
      const spend = order({ sendBefore: Date.now() + 60_000 })
      const signed = await adapter.sign(spend)
      // What the wallet is given lands; the spend does not.
      world.model.faults.loses = (id) => id === txidOf(signed)
      await adapter.submit(signed)
      world.model.jump(61_000)
      await adapter.end(spend.operationId)
      await adapter.submit(signed)
    }
  },
  {
    case: "a spend whose deadline passed before it was sent for the first time",
    answers: ["Refused", "Refused"],
    moved: 0,
    jumps: true,
    act: async ({ open, order, world }) => {
      const adapter = open()
      const spend = order({ sendBefore: Date.now() + 60_000 })
      const signed = await adapter.sign(spend)
      world.model.jump(61_000)
      await until(async () => world.model.solidHead.time, (time) => time > spend.sendBefore)
      await adapter.submit(signed)
      await adapter.lookUp(spend.operationId)
      expect(world.model.broadcasts.some(({ id }) => id === txidOf(signed))).toBe(false)
    }
  },
  {
    case: "a spend may be sent for two days: it is signed for one, which is the longest that the network takes",
    answers: ["Done"],
    moved: 1,
    act: ({ open, order }) => open().spend(order({ sendBefore: Date.now() + 172_800_000 }))
  },
  {
    case: "two processes submit one spend at the same time: the wallet is given what it needs once",
    answers: ["Done", "Done"],
    moved: 1,
    act: async ({ fees, open, order, world }) => {
      const before = world.sunOf(fees)
      const one = open()
      const signed = await one.sign(order())
      const [found] = await Promise.all([one.submit(signed), open().submit(signed)])
      const cost = found._tag === "Done" ? found.value.cost?.units : undefined
      expect(cost).toBe(before - world.sunOf(fees))
    }
  },
  {
    case: "a delivery landed while we were away, and is looked up after it would have expired",
    answers: ["Unknown", "Done"],
    moved: 1,
    jumps: true,
    act: async ({ delivery, open, world }) => {
      const order = delivery()
      const adapter = open({ ...short, deliveryMs: 60_000 })
      world.model.faults.solidStopped = true
      await adapter.deliver(order)
      world.model.jump(61_000)
      const { number } = world.model.head
      // So many that the solidified head passes the expiration in one step.
      await until(async () => world.model.head.number, (head) => head > number + 8)
      world.mend()
      await adapter.end(order.operationId)
    }
  }
]
