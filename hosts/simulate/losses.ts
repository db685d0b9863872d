// The data store loses commits: it is restored from a backup of minutes before, or a fail-over drops the last ones. Every process ends,
// and takes the store anew when it begins, as a host does: by a witness outside and by the place of the data.
import type { Effect } from "effect"
import { type TakenStore, beat, takeStore } from "../../core/engine/store/generation.ts"
import type { ChangeSet, Store } from "../../core/engine/store/store.ts"
import type { Decisions } from "./decisions.ts"
import type { Fault } from "./faults.ts"
import type { Rewindable } from "./rewindable.ts"
import type { Scenario } from "./scenario.ts"
import type { VirtualTime } from "./time.ts"
import type { Trace } from "./trace.ts"

const second = 1_000
const minute = 60 * second
/** How far a standby may be behind. */
const behindMs = 10 * second

/** How a store loses commits. */
export const losing = ["storeRestored", "commitsLost"] as const satisfies ReadonlyArray<Fault>

/** Whether one of some faults may happen in a scenario. */
export const mayHappen = ({ faults }: Scenario, some: ReadonlyArray<Fault>): boolean =>
  "script" in faults
    ? Object.values(faults.script).some((fault) => some.includes(fault))
    : some.some((fault) => (faults[fault] ?? 0) > 0)

interface Parts {
  readonly time: VirtualTime
  readonly decisions: Decisions
  readonly trace: Trace
  readonly data: Rewindable
  readonly look: <A, E>(effect: Effect.Effect<A, E, Store>) => A
  /** Ends every process. */
  readonly endAll: () => void
  /** Nothing reaches the store for so many milliseconds. */
  readonly away: (ms: number) => void
  /** What was committed since an instant is gone. */
  readonly lost: (since: number, changes: ReadonlyArray<ChangeSet>) => void
}

export class Losses {
  private readonly parts: Parts
  /** The count that the witness outside has. */
  private count: number | undefined
  private place = 1
  private kept = 0
  private isBeating = false
  /** A fail-over that waits for the next commit. */
  private failover: string | undefined

  constructor(parts: Parts) {
    this.parts = parts
  }

  /** The store begins: what is committed so far is in every backup. */
  begin(): void {
    this.taken()
    this.note()
    this.kept = this.parts.data.commits.length
  }

  /** A process begins and takes the store. */
  taken(): TakenStore {
    const { count, place } = this
    const witnessed = { count, place: `memory ${place}`, word: undefined, losesNothing: false }
    return this.parts.look(takeStore(witnessed))
  }

  /** Something was committed: within a second the witness knows of it. */
  committed({ writes }: ChangeSet): void {
    const { decisions, time } = this.parts
    if (writes[0]?.kind === "pulse") return
    const { failover } = this
    if (failover !== undefined) {
      this.failover = undefined
      time.at(time.now + decisions.between(`${failover}>`, 0, 2 * second), () => this.failOver(failover))
    }
    if (this.isBeating) return
    this.isBeating = true
    time.at(time.now + second, () => {
      this.isBeating = false
      this.note()
    })
  }

  /** Commits may be lost now; `name` names the moment. */
  mayLose(name: string): void {
    const { data, decisions, time } = this.parts
    const place = `restore/${name}`
    const fault = decisions.at(place, losing)
    if (fault === undefined) return
    if (fault === "commitsLost") {
      this.failover = place
      return
    }
    const since = time.now - decisions.between(`${place}~`, minute, 40 * minute)
    this.note()
    this.lose(data.commits.filter(({ at }) => at < since).length)
    this.parts.away(decisions.between(`${place}~~`, minute, 10 * minute))
  }

  // The standby is behind by so many commits, and by a few seconds at most.
  private failOver(place: string): void {
    const { data, decisions, time } = this.parts
    const { commits } = data
    const young = commits.filter(({ at }) => at >= time.now - behindMs).length
    this.place++
    this.lose(commits.length - Math.min(young, decisions.between(`${place}~`, 1, 20)))
  }

  private lose(left: number): void {
    const { data, endAll, lost, time, trace } = this.parts
    const kept = Math.max(this.kept, left)
    const since = data.commits[kept]?.at
    if (since === undefined) return
    trace.add(time.now, `the store is as it was at ${since}`)
    endAll()
    lost(since, data.rewind(kept))
  }

  private note(): void {
    this.count = this.parts.look(beat)
  }
}
