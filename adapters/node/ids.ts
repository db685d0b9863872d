// Identifiers of production: `<prefix>_` and a UUIDv7 (RFC 9562 sections 5.7 and 6.2, method 1) as 32 hex characters.
// Invariant: each id of a process sorts after the one before it, whatever the clock does; one process builds one layer.
import { Clock, Effect, Layer } from "effect"
import { randomBytes } from "node:crypto"
import type { Id, IdPrefix } from "../../core/ids/ids.ts"
import { Ids } from "../../core/ports/ids.ts"

export const layer: Layer.Layer<Ids> = Layer.sync(Ids, () => {
  const uuidAt = uuidMaker(hexPool())
  return {
    next: <P extends IdPrefix>(prefix: P) =>
      Clock.clockWith((clock) => Effect.succeed<Id<P>>(`${prefix}_${uuidAt(clock.currentTimeMillisUnsafe())}`)),
    walletId: Clock.clockWith((clock) =>
      Effect.sync(() => {
        const seconds = Math.floor(clock.currentTimeMillisUnsafe() / 1_000)
        return seconds.toString(16).padStart(8, "0") + randomBytes(8).toString("hex")
      })
    ),
    secret: (bytes) => Effect.sync(() => randomBytes(bytes).toString("hex"))
  }
})

const poolBytes = 4_096
const lowBits = 18
const largestCounter = 2 ** 30 - 1

/** A maker of UUIDv7 from Unix milliseconds: 48 bits of time, 30 of a counter, 44 at random. */
export const uuidMaker = (random: (characters: number) => string): (now: number) => string => {
  let time: number
  let timeHex: string
  let counter: number

  const startAt = (ms: number): void => {
    time = ms
    timeHex = ms.toString(16).padStart(12, "0")
    counter = Number.parseInt(random(8), 16) & largestCounter
  }

  startAt(0)
  return (now) => {
    const ms = Math.floor(now)
    if (ms > time) startAt(ms)
    // A full counter borrows a millisecond of the future.
    else if (counter === largestCounter) startAt(time + 1)
    else counter += 1
    const high = (0x7000 | (counter >>> lowBits)).toString(16)
    const low = ((0b10 << lowBits) | (counter & (2 ** lowBits - 1))).toString(16)
    return timeHex + high + low + random(11)
  }
}

/** Random hex characters, asked of the system many at a time. */
const hexPool = (): (characters: number) => string => {
  let pool = ""
  let used = 0
  return (characters: number): string => {
    if (used + characters > pool.length) {
      pool = randomBytes(poolBytes).toString("hex")
      used = 0
    }
    used += characters
    return pool.slice(used - characters, used)
  }
}
