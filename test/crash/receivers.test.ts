// Receivers of webhooks in trouble, each over real connections: one delivery at a time to each, whatever it does, and the
// healthy ones hear everything meanwhile (0015, 0120). `silent-receivers.test.ts` has many that never answer.
import { afterEach, describe, expect, it } from "vitest"
import { eventually } from "../support/host.ts"
import { type Trouble, type TroubledReceiver, allTroubles } from "../support/troubled-receiver.ts"
import { type Scene, announce, deliveriesTo, hasHeard, named, openScene } from "./receivers-scene.ts"

const minute = 60_000

const open: Array<Scene> = []

afterEach(async () => {
  for (const scene of open.splice(0)) await scene.close()
})

const scene = async (troubles: ReadonlyArray<Trouble>): Promise<Scene> => {
  const opened = await openScene({ troubles })
  open.push(opened)
  return opened
}

/** What the first try of a delivery ends as, by trouble; those that are not here take longer than the others wait. */
const ends: Readonly<Partial<Record<Trouble, { readonly status: number | null; readonly state: string }>>> = {
  resets: { status: 200, state: "DELIVERED" },
  cuts: { status: 200, state: "DELIVERED" },
  floods: { status: 200, state: "DELIVERED" },
  drips: { status: 200, state: "DELIVERED" },
  slow: { status: 204, state: "DELIVERED" },
  "hangs up": { status: null, state: "EXHAUSTED" },
  redirects: { status: 307, state: "EXHAUSTED" },
  "is gone": { status: 410, state: "EXHAUSTED" },
  "asks for a pause": { status: 429, state: "EXHAUSTED" }
}

describe("receivers", () => {
  it(
    "hear everything while others are in every kind of trouble, and those get one delivery at a time §delivery-all-endpoints §delivery-2xx",
    async () => {
      const healthy: ReadonlyArray<Trouble> = Array.from({ length: 9 }, () => "none")
      const it = await scene([...allTroubles, ...healthy])
      const events = named("evt", 40)
      await announce(it, events, "KYC_APPROVED")
      const well = it.receivers.filter(({ trouble }) => trouble === "none")
      await eventually(() => Promise.resolve(well.every((each) => hasHeard(each, events))), Boolean, 12_000)
      const of = (trouble: Trouble) => it.receivers.find((each) => each.trouble === trouble) as TroubledReceiver
      // The first delivery still hangs there: nothing else was sent to them, nothing else waits for them.
      for (const trouble of ["dead", "never ends its headers"] as const) {
        expect([trouble, of(trouble).requests(), of(trouble).mostOpen()]).toEqual([trouble, 1, 1])
      }
      expect(of("slow").mostOpen()).toBe(1)
      for (const [trouble, end] of Object.entries(ends)) {
        const deliveries = await eventually(
          () => deliveriesTo(it, of(trouble as Trouble)),
          (found) => found.some(({ attemptCount }) => attemptCount > 0)
        )
        const tried = deliveries.filter(({ attemptCount }) => attemptCount > 0)
        expect(tried.map(({ attempts, state }) => ({ trouble, state, status: attempts[0]?.status })))
          .toEqual(tried.map(() => ({ trouble, ...end })))
      }
      // Trouble passes: what waited is told, each event once.
      for (const receiver of it.receivers) receiver.trouble = "none"
      await eventually(
        () => Promise.resolve(it.receivers.every((each) => hasHeard(each, events))),
        Boolean,
        30_000
      )
      for (const receiver of it.receivers) expect(receiver.requests()).toBe(events.length)
    },
    minute
  )
})
