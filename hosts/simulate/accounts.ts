// The accounts at providers that processes are configured with. Now and then the operator changes one: seat after seat is started again
// with another PIX account, Lightning node or treasury, for hours or for good, and meanwhile processes are configured differently.
import type { Decisions } from "./decisions.ts"
import type { VirtualTime } from "./time.ts"
import type { Trace } from "./trace.ts"

const providers = ["rail", "node", "treasury"] as const
type Provider = (typeof providers)[number]

/** The account of each provider that can be changed. */
export type Accounts = Readonly<Record<Provider, string>>

/** What every process is configured with at first. */
export const firstAccounts: Accounts = { rail: "rail:1", node: "node:1", treasury: "treasury:1" }

const minute = 60_000
const hour = 60 * minute
/** How often a change is taken back. */
const backShare = 0.6

interface Parts {
  readonly time: VirtualTime
  readonly decisions: Decisions
  readonly trace: Trace
  /** The names of all seats. */
  readonly seats: () => ReadonlyArray<string>
  /** Starts the process of a seat again. */
  readonly restart: (seat: string) => void
  /** Processes have begun to be configured otherwise. */
  readonly changed: () => void
}

export class ConfiguredAccounts {
  private readonly parts: Parts
  private readonly bySeat = new Map<string, Accounts>()
  private changes = 0

  constructor(parts: Parts) {
    this.parts = parts
  }

  /** What the process of a seat is configured with when it begins. */
  of(seat: string): Accounts {
    return this.bySeat.get(seat) ?? firstAccounts
  }

  /** An account may be changed now; `name` names the moment. */
  mayChange(name: string): void {
    const { changed, decisions, time, trace } = this.parts
    const place = `accounts/${name}`
    if (decisions.at(place, ["accountChanged"]) === undefined) return
    const provider = providers[decisions.between(`${place}~`, 0, providers.length - 1)] ?? "rail"
    const after = `${provider}:${++this.changes + 1}`
    trace.add(time.now, `the operator goes over to ${after}`)
    changed()
    this.everySeat(place, provider, after)
    if (decisions.chance(`${place}<`) >= backShare) return
    time.at(time.now + decisions.between(`${place}<<`, 10 * minute, 12 * hour), () => {
      this.everySeat(`${place}<`, provider, firstAccounts[provider])
    })
  }

  // At once, or one after the other.
  private everySeat(place: string, provider: Provider, account: string): void {
    const { decisions, restart, seats, time } = this.parts
    const longest = decisions.chance(`${place}|`) < 0.5 ? 1 : 2 * hour
    for (const seat of seats()) {
      time.at(time.now + decisions.between(`${place}/${seat}`, 1, longest), () => {
        this.bySeat.set(seat, { ...this.of(seat), [provider]: account })
        restart(seat)
      })
    }
  }
}
