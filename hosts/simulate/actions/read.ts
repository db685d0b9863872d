// What happens around reading: apps page through statements and events while things change, look at their own payments, and
// ask for what is somebody else's.
import { Effect } from "effect"
import { listEvents } from "../../../core/webhooks/event/list-events.ts"
import { readKycAttempt } from "../../../core/customers/kyc/read-kyc-attempt.ts"
import { answered as once } from "../../../core/customers/idempotency/idempotency.ts"
import { readPayout } from "../../../core/payments/payout/read-payout.ts"
import { readStatement } from "../../../core/reports/statement/read-statement.ts"
import { readSubaccount } from "../../../core/reports/browse/read-subaccount.ts"
import { readSwap } from "../../../core/payments/swap/read-swap.ts"
import type { Caller } from "../../../core/customers/access/caller.ts"
import type { RequestServices } from "../../http/environments/plane.ts"
import { sleep } from "../time.ts"
import type { ReadAction } from "./action.ts"
import { type Acts, type Stage, type Story, answered } from "./stage.ts"

const day = 86_400_000
/** More pages than there ever are. */
const mostPages = 500

const statement = (stage: Stage, caller: Caller, limit: number, number: number) =>
  Effect.gen(function*() {
    const since = stage.time.now
    const window = { from: since - 30 * day, to: since + 10 * day }
    const request = { limit, from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() }
    const rows: Array<unknown> = []
    let cursor: string | undefined
    for (let page = 0; page < mostPages; page++) {
      const read = yield* readStatement({ caller, request: cursor === undefined ? request : { limit, cursor } })
      const { data } = read._tag === "Answered" ? read.answer : yield* Effect.die("a read is not stored")
      rows.push(...data.operations)
      cursor = data.nextCursor ?? undefined
      if (cursor === undefined) {
        stage.readings.statement(caller.account.id, { since, ...window, step: number, rows })
        return once({ rows: rows.length })
      }
      yield* sleep(stage.time, stage.decisions.between(`page/${number}/${page}`, 1, 1_500))
    }
    return once({ rows: -1 })
  })

const events = (stage: Stage, caller: Caller, number: number) =>
  Effect.gen(function*() {
    const since = stage.time.now
    const ids: Array<string> = []
    let cursor: string | undefined
    for (let page = 0; page < mostPages; page++) {
      const read = yield* listEvents(caller, cursor === undefined ? {} : { cursor })
      ids.push(...read.events.map(({ id }) => id))
      cursor = read.nextCursor
      if (!read.hasMore) {
        stage.readings.events(caller.account.id, { since, step: number, ids })
        return once({ events: ids.length })
      }
      yield* sleep(stage.time, stage.decisions.between(`page/${number}/${page}`, 1, 1_500))
    }
    return once({ events: -1 })
  })

type Reader = (caller: Caller, id: string) => Effect.Effect<unknown, unknown, RequestServices>

/** Where things are read by their ids, and an id that nothing has. */
const readers = {
  payout: { field: "transactionId", missing: "pay_000000x0x0", read: readPayout },
  swap: { field: "swapId", missing: "swp_00000000000000000000000000000000", read: readSwap },
  attempt: { field: "data.attemptId", missing: "kyc_000000x0x0", read: readKycAttempt },
  subaccount: { field: "data.subAccountId", missing: "sub_000000x0x0", read: readSubaccount }
} as const satisfies Readonly<
  Record<string, { readonly field: string; readonly missing: string; readonly read: Reader }>
>
const kinds = ["payout", "swap", "attempt", "subaccount"] as const

const foundBy = (stage: Stage, step: number) => {
  for (const kind of kinds) {
    const id = answered(stage, step, readers[kind].field)
    if (id !== undefined) return { kind, id }
  }
  return undefined
}

export const readActs: Acts<ReadAction> = {
  "read-statement": (stage, { account, limit }, number) =>
    stage.client.ask(number, account, `key-${number}`, {
      route: "readStatement",
      text: String(number),
      isProvisional: () => true,
      ask: (caller) => statement(stage, caller, limit, number)
    }),
  "read-events": (stage, { account }, number) =>
    stage.client.ask(number, account, `key-${number}`, {
      route: "listEvents",
      text: String(number),
      isProvisional: () => true,
      ask: (caller) => events(stage, caller, number)
    }),
  // Somebody's record, by its owner or by another: to the other it answers as one that is not there.
  "read-record": (stage, { account, record }, number) => {
    const found = foundBy(stage, record)
    if (found === undefined) return
    const { missing, read }: { readonly missing: string; readonly read: Reader } = readers[found.kind]
    stage.client.ask(number, account, `key-${number}`, {
      route: "readRecord",
      text: found.id,
      isProvisional: () => true,
      ask: (caller) =>
        Effect.gen(function*() {
          const theirs = yield* Effect.exit(read(caller, found.id))
          const nobodys = yield* Effect.exit(read(caller, missing))
          stage.readings.record(caller.account.id, found.id, theirs, nobodys)
          return once({ read: found.kind })
        })
    })
  }
}

/** The story of one reader. */
export const readStory: Story = (random, account, atMs, add) => {
  const number = add(atMs, { do: "read-statement", account, limit: random.pick([5, 20, 200]) })
  add(atMs + random.between(0, day / 4), { do: "read-events", account })
  for (let read = 0; read < random.between(2, 8); read++) {
    add(atMs + random.between(0, day / 4), { do: "read-record", account, record: 1 + random.below(number) })
  }
}
