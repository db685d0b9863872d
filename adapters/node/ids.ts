// Identifiers of production: `<prefix>_` and a UUIDv7 (RFC 9562 sections 5.7 and 6.2, method 1) as 32 hex characters.
// Its last two characters are those of the account it belongs to; an account's own are random.
// Invariant: each id of a process sorts after the one before it, whatever the clock does; one process builds one layer.
import { Clock, Effect, Layer } from "effect"
import { randomBytes } from "node:crypto"
import { type Id, type IdPrefix, shardDigits } from "../../core/base/ids/ids.ts"
import { Ids } from "../../core/engine/store/ids.ts"

export const layer: Layer.Layer<Ids> = Layer.sync(Ids, () => {
  const uuidAt = uuidMaker(hexPool())
  return {
    next: <P extends IdPrefix>(prefix: P, near?: string) =>
      Clock.clockWith((clock) =>
        Effect.sync<Id<P>>(() =>
          `${prefix}_${uuidAt(clock.currentTimeMillisUnsafe(), near === undefined ? "" : shardDigits(near))}`
        )
      ),
    walletId: (near) =>
      Clock.clockWith((clock) =>
        Effect.sync(() => {
          const seconds = Math.floor(clock.currentTimeMillisUnsafe() / 1_000)
          return seconds.toString(16).padStart(8, "0") + randomBytes(7).toString("hex") + shardDigits(near)
        })
      ),
    secret: (bytes) => Effect.sync(() => randomBytes(bytes).toString("hex"))
  }
})

const poolBytes = 4_096
const lowBits = 18
const largestCounter = 2 ** 30 - 1

/**
 * A maker of UUIDv7 from Unix milliseconds: 48 bits of time, 30 of a counter that begins at random in each millisecond, and 44
 * at random, or 36 and the last two characters where those are given. Within a process the counter keeps ids apart and in
 * order. Two processes would have to draw the same 66 bits in one millisecond for one account; the store would refuse the second.
 */
export const uuidMaker = (
  random: (characters: number) => string
): (now: number, end?: string) => string => {
  let time: number
  let timeHex: string
  let counter: number

  const startAt = (ms: number): void => {
    time = ms
    timeHex = ms.toString(16).padStart(12, "0")
    counter = Number.parseInt(random(8), 16) & largestCounter
  }

  startAt(0)
  return (now, end = "") => {
    const ms = Math.floor(now)
    if (ms > time) startAt(ms)
    // A full counter borrows a millisecond of the future.
    else if (counter === largestCounter) startAt(time + 1)
    else counter += 1
    const high = (0x7000 | (counter >>> lowBits)).toString(16)
    const low = ((0b10 << lowBits) | (counter & (2 ** lowBits - 1))).toString(16)
    return timeHex + high + low + random(11 - end.length) + end
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
