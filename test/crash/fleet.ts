// The processes of a service on one data plane, each in a place of its own: whoever dies is put back, as a supervisor
// does it.
import { Host, type HostConfig, type Role } from "./host.ts"

export interface Place {
  readonly role: Role
  readonly clockAheadMs: number
}

/** How long a host took to be ready, and how much of it was not waiting for a processor. */
export interface Readiness {
  readonly wallMs: number
  readonly ownMs: number
}

type Common = Omit<HostConfig, "role" | "clockAheadMs">

export class Fleet {
  readonly ready: Array<Readiness> = []
  readonly logged: Array<string> = []
  /** Hosts that were killed before they were ready. */
  killedAtStart = 0
  /** For how long those that were killed were ready to run and no processor was free. Milliseconds. */
  killedStarvedMs = 0
  /** How far ahead the clock of any of them ever was. */
  furthestAheadMs = 0
  private readonly common: Common
  private readonly places: Array<Place>
  private readonly hosts: Array<Host>

  constructor(common: Common, places: ReadonlyArray<Place>) {
    this.common = common
    this.places = [...places]
    this.hosts = places.map((place) => this.begin(place))
  }

  /** Those that run now, ready or not. */
  readonly running = (): ReadonlyArray<Host> => this.hosts.filter((host) => !host.isDead)

  get size(): number {
    return this.places.length
  }

  /** Kills whoever is in a place. */
  async kill(n: number): Promise<void> {
    const host = this.hosts[n]
    if (host === undefined) return
    if (host.role !== "worker" && !host.isServing) this.killedAtStart += 1
    this.killedStarvedMs += host.queuedNow()
    await host.kill()
    this.logged.push(...host.errors)
  }

  /** Puts a new process in a place, as the last one was or as told. */
  restart(
    n: number,
    clockAheadMs = this.places[n]?.clockAheadMs ?? 0,
    role: Role = this.places[n]?.role ?? "all"
  ): Host {
    const place = { role, clockAheadMs }
    const host = this.begin(place)
    this.places[n] = place
    this.hosts[n] = host
    return host
  }

  /** Puts back everybody who ended by himself, such as at a start while the database was away; how many. */
  revive(): number {
    const ended = [...this.hosts.keys()].filter((n) => this.hosts[n]?.isDead === true)
    for (const n of ended) {
      this.logged.push(...this.hosts[n]?.errors ?? [])
      this.restart(n)
    }
    return ended.length
  }

  clockOf(n: number): number {
    return this.places[n]?.clockAheadMs ?? 0
  }

  setClock(n: number, aheadMs: number): void {
    this.places[n] = { role: this.places[n]?.role ?? "all", clockAheadMs: aheadMs }
    this.furthestAheadMs = Math.max(this.furthestAheadMs, aheadMs)
    this.hosts[n]?.setClock(aheadMs)
  }

  /** Asks everybody to stop; exit codes and times. */
  async stop(): Promise<ReadonlyArray<{ readonly code: number | null; readonly ms: number }>> {
    await Promise.all(this.hosts.map(({ started }) => started))
    const stopped = await Promise.all(this.running().map((host) => host.stop()))
    this.logged.push(...this.hosts.flatMap(({ errors }) => errors))
    return stopped
  }

  /** Ends all of them at once, for whoever needs nothing of them any more. */
  end(): void {
    for (const host of this.running()) void host.kill()
  }

  private begin(place: Place): Host {
    this.furthestAheadMs = Math.max(this.furthestAheadMs, place.clockAheadMs)
    const host = new Host({ ...this.common, ...place })
    void host.started.then(() => {
      if (host.readyMs === undefined) return
      this.ready.push({ wallMs: host.readyMs, ownMs: host.readyMs - host.queuedMs })
    })
    return host
  }
}
