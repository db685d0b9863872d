// What is measured of a plane, operation by operation: each is made ready unmeasured, then run so many times.
import { Effect, Option } from "effect"
import { JobQueue } from "../../core/engine/store/job-queue.ts"
import { Store } from "../../core/engine/store/store.ts"
import { placeAt } from "../../core/base/time/instant.ts"
import { runJob } from "../../hosts/worker/worker.ts"
import type { BenchPlane } from "./plane.ts"

/** Gives what is to be measured. */
type Prepared = () => Promise<void>

export interface Operation {
  readonly name: string
  readonly prepare: (plane: BenchPlane, times: number) => Promise<Prepared>
}

type Json = Readonly<Record<string, unknown>>

const dataOf = (answer: Json): Json => answer["data"] as Json
const each = async <A>(items: ReadonlyArray<A>, run: (item: A) => Promise<unknown>): Promise<void> => {
  for (const item of items) await run(item)
}
const many = (times: number): ReadonlyArray<number> => Array.from({ length: times }, (_, n) => n)

const address = "0x52908400098527886E0F7030069857D2E4169EE7"
const charge = (plane: BenchPlane): Promise<Json> =>
  plane.ask("POST", "/api/deposit/asset", { value: 5_000, asset: "USDC", network: "base", address })

const recordOf = async (plane: BenchPlane, { externalId }: Json): Promise<Json> =>
  dataOf(await plane.ask("GET", `/api/deposit/asset/${String(externalId)}`))

const settle = (plane: BenchPlane, trackId: unknown): Promise<Json> => {
  const data = { type: "DEPOSIT-SUCCESS", ticket: { id: trackId } }
  const event = { id: `evt-${String(trackId)}`, subscription: "TICKET", data }
  return plane.ask("POST", "/provider/webhook", { event })
}

/** Runs what is due of some tasks until nothing is. */
export const drain = async (plane: BenchPlane, tasks: ReadonlyArray<string>): Promise<void> => {
  const due = Effect.suspend(() =>
    JobQueue.use((queue) => queue.claim({ now: Date.now(), leaseMs: 60_000, lanes: [{ tasks, limit: 64 }] }))
  )
  for (;;) {
    const jobs = await plane.run(due)
    if (jobs.length === 0) return
    await plane.run(Effect.forEach(jobs, (job) => runJob(job), { concurrency: "unbounded", discard: true }))
  }
}

/** Makes charges and tells that they were paid; their delivery waits for the worker. */
export const settled = async (plane: BenchPlane, times: number): Promise<void> => {
  await each(many(times), async () => settle(plane, (await recordOf(plane, await charge(plane)))["trackId"]))
}

interface Past {
  readonly externalIds: ReadonlyArray<string>
  /** Unix milliseconds of the middle one. */
  readonly at: number
  readonly webhook: string
}

const dayMs = 86_400_000

// Deposits of the grown history, which ends a day ago, as far apart in time as there is room.
const pastOf = (plane: BenchPlane, times: number): Promise<Past> =>
  plane.run(Effect.gen(function*() {
    const store = yield* Store
    const entries = yield* store.journal({ after: 0n, limit: 10 })
    const { owner = "", source = "" } = entries[0] ?? {}
    const oldest = Math.min(...entries.map((entry) => entry.at))
    const [hook] = yield* store.list({ kind: "webhook", list: "byOwner", value: owner, limit: 1 })
    const { subAccountId } = JSON.parse(Option.getOrThrow(yield* store.get("deposit", source)).body) as Deposited
    const step = (Date.now() - dayMs - oldest) / (times + 1)
    const pages = many(times).map((n) => ({
      kind: "deposit",
      list: "statementWithFee",
      from: placeAt(subAccountId, 0),
      below: placeAt(subAccountId, Math.floor(oldest + (n + 1) * step)),
      limit: 1
    }))
    const deposits = (yield* store.spans(pages)).flat().map(({ body }) => JSON.parse(body) as Deposited)
    return {
      externalIds: deposits.map(({ externalId }) => externalId),
      at: deposits[deposits.length >> 1]?.createdAt ?? 0,
      webhook: hook?.record.id ?? ""
    }
  }))

interface Deposited {
  readonly subAccountId: string
  readonly externalId: string
  readonly createdAt: number
}

const instant = (at: number): string => encodeURIComponent(new Date(at).toISOString())

// The envelope is requested once: the endpoint answers once a minute.
const envelopes = new WeakMap<BenchPlane, Promise<unknown>>()
const envelopeOf = (plane: BenchPlane): Promise<unknown> => {
  const known = envelopes.get(plane) ??
    plane.ask("POST", "/api/wallet/keys", {}).then((answer) => dataOf(answer)["protectedSymmetricKey"])
  envelopes.set(plane, known)
  return known
}

const payOut = async (plane: BenchPlane): Promise<Json> =>
  plane.ask("POST", "/api/wallet/payout", {
    value: 5_000,
    network: "polygon",
    pixKey: "maria@example.com",
    walletPin: "123456",
    protectedSymmetricKey: await envelopeOf(plane)
  })

const isPaid = async (plane: BenchPlane, { transactionId }: Json): Promise<boolean> => {
  const { status } = dataOf(await plane.ask("GET", `/api/wallet/payout/${String(transactionId)}`))
  if (status === "FAILED" || status === "REFUNDED") throw new Error(`a payout ended as ${status}`)
  return status === "COMPLETED"
}

/** From the request to COMPLETED, the worker's steps included; PIN and keys are checked as they always are. */
export const payouts: Operation = {
  name: "payout, to COMPLETED",
  prepare: async (plane, times) => {
    await envelopeOf(plane)
    return async () => {
      const ordered: Array<Json> = []
      await each(many(times), async () => ordered.push(await payOut(plane)))
      for (const order of ordered) {
        while (!await isPaid(plane, order)) await drain(plane, ["perform-movement"])
      }
    }
  }
}

/** What a plane does all day; none of it may cost more for the history behind it. */
export const daily: ReadonlyArray<Operation> = [
  {
    name: "charge",
    prepare: async (plane, times) => () => each(many(times), () => charge(plane))
  },
  {
    name: "settle (provider event)",
    prepare: async (plane, times) => {
      const tickets: Array<unknown> = []
      await each(many(times), async () => tickets.push((await recordOf(plane, await charge(plane)))["trackId"]))
      return () => each(tickets, (ticket) => settle(plane, ticket))
    }
  },
  {
    name: "deliver (worker)",
    prepare: async (plane, times) => {
      await drain(plane, ["perform-movement"])
      await settled(plane, times)
      return () => drain(plane, ["perform-movement"])
    }
  },
  {
    name: "status read",
    prepare: async (plane, times) => {
      const { externalIds } = await pastOf(plane, 50)
      return () => each(many(times), (n) => recordOf(plane, { externalId: externalIds[n % externalIds.length] }))
    }
  },
  {
    name: "statement, 10 minutes",
    prepare: async (plane, times) => {
      const { at } = await pastOf(plane, 2)
      const path = `/api/account/statement?limit=50&from=${instant(at - 600_000)}&to=${instant(at)}`
      return () => each(many(times), () => plane.ask("GET", path))
    }
  },
  {
    name: "statement, 10 minutes, 5th page",
    prepare: async (plane, times) => {
      const { at } = await pastOf(plane, 2)
      const path = `/api/account/statement?limit=50&from=${instant(at - 600_000)}&to=${instant(at)}`
      let deep = path
      await each(many(4), async () => {
        deep = `${path}&cursor=${encodeURIComponent(String(dataOf(await plane.ask("GET", deep))["nextCursor"]))}`
      })
      return () => each(many(times), () => plane.ask("GET", deep))
    }
  },
  {
    name: "event feed",
    prepare: async (plane, times) => () => each(many(times), () => plane.ask("GET", "/api/events?limit=50"))
  },
  {
    name: "delivery list",
    prepare: async (plane, times) => {
      const { webhook } = await pastOf(plane, 2)
      const page = Store.use((store) => store.list({ kind: "delivery", list: "byWebhook", value: webhook, limit: 50 }))
      return () => each(many(times), () => plane.run(page))
    }
  },
  {
    name: "job claim, none due",
    prepare: async (plane, times) => () => each(many(times), () => drain(plane, ["notify-none"]))
  }
]

/** What grows with the rows of one subaccount in the window that is asked for (0125). */
export const windowed: ReadonlyArray<Operation> = [
  {
    name: "statement, 30 days",
    prepare: async (plane, times) => () => each(many(times), () => plane.ask("GET", "/api/account/statement?limit=50"))
  }
]
