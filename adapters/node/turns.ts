// Places that owners share in turn: work that takes a place starts while one is free and waits otherwise, in a short queue of
// its owner. A place that becomes free goes to the owner whose turn it is. Invariant: between two services of one owner, every
// other owner that waits is served, and once only while that one goes on waiting.
import { Effect } from "effect"
import { VaultBusy } from "../../core/ports/wallet-vault.ts"

/** Queues by owner. The order of the map is the order of the turns. */
export class Turns<A> {
  private readonly waiting = new Map<string, Array<A>>()
  private readonly mostPerOwner: number

  constructor(mostPerOwner: number) {
    this.mostPerOwner = mostPerOwner
  }

  /** Queues an item behind those of its owner; whether there was room for it. */
  add(owner: string, item: A): boolean {
    const queue = this.waiting.get(owner)
    if (queue === undefined) this.waiting.set(owner, [item])
    else if (queue.length < this.mostPerOwner) queue.push(item)
    else return false
    return true
  }

  /** Takes the first item of the owner whose turn it is, who is then last in turn; undefined when nobody waits. */
  next(): A | undefined {
    const [turn] = this.waiting
    if (turn === undefined) return undefined
    const [owner, [item, ...rest]] = turn
    this.waiting.delete(owner)
    if (rest.length > 0) this.waiting.set(owner, rest)
    return item
  }

  /** Takes an item back; whether it was still waiting. */
  remove(owner: string, item: A): boolean {
    const queue = this.waiting.get(owner) ?? []
    const place = queue.indexOf(item)
    if (place === -1) return false
    queue.splice(place, 1)
    if (queue.length === 0) this.waiting.delete(owner)
    return true
  }
}

export interface SharedPlaces {
  /** How much work runs at once. */
  readonly places: number
  /** How much more of one owner waits. */
  readonly waitingPerOwner: number
  /** How long it waits at most. */
  readonly waitMs: number
}

/** Runs work of an owner. `VaultBusy`: too much of it waits already, or it waited too long. */
export type InTurn = <A>(owner: string, work: () => Promise<A>) => Effect.Effect<A, VaultBusy>

/** Places to share. Work that has started cannot be stopped: it holds its place until it ends, whoever waits for it. */
export const sharedPlaces = ({ places, waitMs, waitingPerOwner }: SharedPlaces): InTurn => {
  const turns = new Turns<() => void>(waitingPerOwner)
  let free = places
  const release = () => {
    const start = turns.next()
    if (start === undefined) free += 1
    else start()
  }
  return <A>(owner: string, work: () => Promise<A>) =>
    Effect.suspend(() => {
      let start = (): void => undefined
      const done = Effect.callback<A, VaultBusy>((resume) => {
        start = () =>
          void work().finally(release).then(
            (value) => resume(Effect.succeed(value)),
            (cause: unknown) => resume(Effect.die(cause))
          )
        if (free > 0) {
          free -= 1
          start()
        } else if (!turns.add(owner, start)) resume(Effect.fail(new VaultBusy()))
        return Effect.sync(() => void turns.remove(owner, start))
      })
      const tired = Effect.suspend(() => turns.remove(owner, start) ? Effect.fail(new VaultBusy()) : Effect.never)
      return Effect.raceFirst(done, Effect.andThen(Effect.sleep(waitMs), tired))
    })
}
