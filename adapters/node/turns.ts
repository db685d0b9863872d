// Places that owners share in turn: work that takes a place starts while one is free and waits otherwise, in a short queue of
// its owner. A place that becomes free goes to the owner whose turn it is.
import { Effect } from "effect"
import { Turns } from "../../core/base/limits/turns.ts"
import { VaultBusy } from "../../core/ports/wallet-vault.ts"

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
