// What goes wrong between a process and its database: commits that are turned away, lost on their way there or lost on
// their way back, reads and claims that find no one, and a database that is away for minutes.
import { Effect } from "effect"
import { CommitUnknown, StoreUnavailable } from "../../core/engine/store/store.ts"
import type { Decisions } from "./decisions.ts"
import { type VirtualTime, sleep } from "./time.ts"
import type { Trouble } from "./work.ts"

const commitFaults = ["commitUnavailable", "commitLostBefore", "commitLostAfter", "slowFlush"] as const

const away = Effect.fail(new StoreUnavailable({ cause: "simulated" }))
const lost = Effect.fail(new CommitUnknown({ cause: "simulated" }))

/** The trouble of the store; `isAway` while the database cannot be reached. */
export const storeTrouble =
  (time: VirtualTime, decisions: Decisions, isAway: () => boolean): Trouble => (call, place, method) => {
    if (isAway()) return away
    // Most calls answer within the instant; some let others go first.
    const chance = decisions.chance(`${place}>`)
    const begun = chance < 0.25 ? Effect.andThen(sleep(time, 1 + Math.floor(chance * 80)), call) : call
    if (method !== "commit") return decisions.at(place, ["readUnavailable"]) === undefined ? begun : away
    switch (decisions.at(place, commitFaults)) {
      case "commitUnavailable":
        return away
      case "commitLostBefore":
        return lost
      case "commitLostAfter":
        return Effect.andThen(begun, lost)
      case "slowFlush":
        return Effect.tap(begun, () => sleep(time, decisions.between(`${place}<`, 1_000, 8_000)))
      case undefined:
        return begun
    }
  }

export const queueTrouble = (decisions: Decisions, isAway: () => boolean): Trouble => (call, place) =>
  isAway() || decisions.at(place, ["queueUnavailable"]) !== undefined ? away : call

export const noTrouble: Trouble = (call) => call
