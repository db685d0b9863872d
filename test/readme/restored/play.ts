// One restore, for whatever a rail sends: what was planned and what was in doubt at the backup, what was ordered after it, and what was
// never sent. Real adapters, before a provider, a node or a chain that goes on whatever becomes of the data.
import { Clock, Effect, Option } from "effect"
import { expect } from "vitest"
import { StoreTaken } from "../../../core/engine/store/generation.ts"
import { Reviews } from "../../../core/engine/review/review.ts"
import { get, list } from "../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../core/engine/store/store.ts"
import { explainOutflows } from "../../../core/inbox/explain-outflows.ts"
import { type Movement, Movements, movementId, plan } from "../../../core/payments/movement/movement.ts"
import type { MovementOrder } from "../../../core/payments/movement/order.ts"
import { advanceMovement } from "../../../core/payments/movement/perform-movement.ts"
import type { OwnEnvironment } from "../../../hosts/http/environments/own-adapters.ts"
import { type TestHost, declared, openHost } from "../../support/host.ts"
import { asConfigured } from "../../support/restrictions.ts"
import type { Data } from "./data.ts"

const hour = 3_600_000
const accounts = [declared("acme")]

/** What becomes of a movement after the restore: it is done, or held with this code. */
export type Fate = "DONE" | "alikeWasSent" | "mayStillLand" | "notLookedUp"

/** What a rail is asked to send, before its other side. */
export interface Rail {
  readonly adapters: Omit<OwnEnvironment, "restrictions">
  /** The order of a movement by its id, the same each time but for a signature; numbers tell amounts apart. */
  readonly order: (host: TestHost, id: string, number: number) => Promise<MovementOrder>
  /** Has what is requested from now on happen and its answer be lost, or no longer. */
  readonly loses: (isLost: boolean) => void
  /** How often something was sent, as the other side has it. */
  readonly sent: () => Promise<number>
  /** Lets everything that was sent become final. */
  readonly settle?: () => Promise<unknown>
  /** What becomes of what was planned and sent after the backup, of what was in doubt then, of what is ordered again, and of what was never sent. */
  readonly fates: Readonly<Record<"planned" | "doubted" | "repeated" | "unsent", Fate>>
  /** Whether the other side shows what left by itself, so that what no movement explains is a review. */
  readonly showsOutflows: boolean
  readonly close: () => Promise<unknown>
}

const heard = { deposit: () => Effect.succeed(undefined) }
const idOf = (subject: string): string => movementId(subject, "deliver")

const planned = async (host: TestHost, rail: Rail, subject: string, number: number, agoMs = 0) => {
  const order = await rail.order(host, idOf(subject), number)
  await host.inSandbox(Effect.gen(function*() {
    const at = (yield* Clock.currentTimeMillis) - agoMs
    const wanted = { owner: "acc_1", subjectKind: "deposit", subject, purpose: "deliver", order, at } as const
    yield* Store.use((store) => store.commit(changeSet(plan(wanted))))
  }))
}

const movementOf = (host: TestHost, subject: string): Promise<Movement> =>
  host.inSandbox(get(Movements, idOf(subject))).then((found) => Option.getOrThrow(found).value)

const advance = (host: TestHost, subject: string, isReleased = false) =>
  host.inSandbox(advanceMovement(heard, idOf(subject), [], isReleased))

/** Asks again until it is done, or held as it is to be. */
const becomes = async (host: TestHost, subject: string, fate: Fate, isReleased = false): Promise<void> => {
  const until = Date.now() + 60_000
  for (;;) {
    await advance(host, subject, isReleased)
    const { reason, state } = await movementOf(host, subject)
    const found = state === "HELD" ? reason?.code : state
    if (found === fate || Date.now() > until) {
      expect([subject, found]).toEqual([subject, fate])
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

// An hour after a restore movements have found their transfers.
const explained = (host: TestHost): Promise<number> =>
  host.inSandbox(Effect.gen(function*() {
    const holder = yield* StoreTaken
    const { at, restored } = holder.current
    if (restored === undefined) return yield* Effect.die("nothing was restored")
    holder.current = { at, restored: { ...restored, startedAt: restored.startedAt - hour } }
    yield* explainOutflows()
    holder.current = { at, restored }
    const reviews = yield* list(Reviews, "all", "all", { limit: 100 })
    return reviews.filter(({ value }) => value.reason.code === "outflowUnexplained").length
  }))

/**
 * Plays it with five movements, and looks that nothing is sent twice, nothing is lost and nothing that happened is refused. Gives how often
 * something was sent in the end.
 */
export const restores = async (rail: Rail, { backup, restore, url }: Data): Promise<number> => {
  const { fates, loses, sent, settle = () => Promise.resolve() } = rail
  const open = (variables: Readonly<Record<string, string>> = {}) =>
    openHost({
      accounts,
      variables: { DATABASE_URL: url, ...variables },
      adapters: { sandbox: { ...rail.adapters, restrictions: asConfigured } },
      worker: false
    })

  await settle()
  const early = await open()
  for (const [number, subject] of ["planned", "doubted", "unsent"].entries()) {
    await planned(early, rail, subject, number, hour)
  }
  loses(true)
  await advance(early, "doubted")
  loses(false)
  expect(await movementOf(early, "doubted")).toMatchObject({ state: "SENDING", reason: null })
  await early.close()
  await backup()

  const busy = await open()
  await planned(busy, rail, "repeated", 3)
  await planned(busy, rail, "lost", 4)
  for (const subject of ["planned", "doubted", "repeated", "lost"]) await becomes(busy, subject, "DONE")
  await settle()
  expect(await sent()).toBe(4)
  await busy.close()
  await restore()

  const off = await open({ PONTEPAY_SANDBOX_SENDING: "off" })
  for (const subject of ["planned", "doubted", "unsent"]) await advance(off, subject)
  expect(await sent()).toBe(4)
  await off.close()

  const restored = await open()
  try {
    // Its client gives the order again, under the same name.
    await planned(restored, rail, "repeated", 3)
    for (const subject of ["planned", "doubted", "repeated"] as const) {
      await becomes(restored, subject, fates[subject])
      expect(await sent()).toBe(4)
    }
    await becomes(restored, "unsent", fates.unsent)
    // An operator has looked at it.
    await becomes(restored, "unsent", "DONE", true)
    await settle()
    // What was ordered after the backup, and is not ordered again.
    if (rail.showsOutflows) expect(await explained(restored)).toBe(1)
    return await sent()
  } finally {
    await restored.close()
  }
}
