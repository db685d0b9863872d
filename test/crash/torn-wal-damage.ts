// What a loss of power leaves of a log, and what a bad disk does to it. Damage of the first kind spares what was
// synchronised before the last acknowledgement; the other kind spares nothing.
import type { Random } from "./random.ts"
import { type Mark, type Recording, frameBytes } from "./torn-wal-recording.ts"

/** A log after the damage; up to `wholeBytes` it is as it was written. */
export interface Damaged {
  readonly log: Buffer
  readonly wholeBytes: number
}

type Damage = (recording: Recording, random: Random) => Damaged

/** Disks write in pages of this many bytes, whole or not at all, in any order. */
const diskPage = 4_096

const endOf = ({ marks }: Recording): number => marks.at(-1)?.logBytes ?? 0

/** The log as it was before, from an offset on: what was never written to is not there. */
const beforeFrom = ({ log, logBefore }: Recording, offset: number): Buffer =>
  Buffer.concat([log.subarray(0, Math.min(offset, log.length)), logBefore.subarray(offset)])

/** An offset somewhere in a log, and the last place up to which it had been synchronised then. */
const instant = (recording: Recording, random: Random): { readonly offset: number; readonly synced: Mark } => {
  const offset = random.whole(0, endOf(recording))
  const synced = recording.marks.findLast(({ logBytes }) => logBytes <= offset)
  if (synced === undefined) throw new Error("a recording begins with a mark at 0")
  return { offset, synced }
}

/** Damages what was written after the last synchronisation, page by page. */
const unsynced = (damage: (page: Buffer, before: Buffer, random: Random) => void): Damage => (recording, random) => {
  const { offset, synced } = instant(recording, random)
  // Up to 64 pages of the commits that were being written.
  const until = Math.min(endOf(recording), Math.max(offset, synced.logBytes + random.whole(1, 64) * diskPage))
  const log = Buffer.from(beforeFrom(recording, until))
  let wholeBytes = until
  for (let at = synced.logBytes; at < until;) {
    const end = Math.min(until, (Math.floor(at / diskPage) + 1) * diskPage)
    if (random.chance(0.3)) {
      const before = Buffer.alloc(end - at)
      before.set(recording.logBefore.subarray(at, end))
      damage(log.subarray(at, end), before, random)
      wholeBytes = Math.min(wholeBytes, at)
    }
    at = end
  }
  return { log, wholeBytes }
}

const flipBits = (bytes: Buffer, times: number, random: Random): number => {
  let first = bytes.length
  for (let n = 0; n < times && bytes.length > 0; n++) {
    const at = random.whole(0, bytes.length - 1)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1 << random.whole(0, 7), at)
    first = Math.min(first, at)
  }
  return first
}

/** By name; each chooses its own place. */
export const damages: Readonly<Record<string, Damage>> = {
  /** The file ends anywhere. */
  cut: (recording, random) => {
    const { offset } = instant(recording, random)
    return { log: recording.log.subarray(0, offset), wholeBytes: offset }
  },
  /** The file ends within the head of a frame, or right after it. */
  "cut in the head of a frame": (recording, random) => {
    const frames = Math.floor(endOf(recording) / frameBytes)
    const offset = Math.min(endOf(recording), 32 + random.whole(0, frames - 1) * frameBytes + random.whole(0, 24))
    return { log: recording.log.subarray(0, offset), wholeBytes: offset }
  },
  /** Nothing after an offset reached the disk: there is what was there before. */
  "writing stopped": (recording, random) => {
    const { offset } = instant(recording, random)
    return { log: beforeFrom(recording, offset), wholeBytes: offset }
  },
  "pages that were lost": unsynced((page, before) => page.set(before)),
  "pages of zeros": unsynced((page) => page.fill(0)),
  "pages of noise": unsynced((page, _before, random) => {
    for (let at = 0; at < page.length; at++) page.writeUInt8(random.whole(0, 255), at)
  }),
  "bits that flipped after the last synchronisation": unsynced((page, _before, random) => {
    flipBits(page, random.whole(1, 4), random)
  }),
  "bits that flipped anywhere": (recording, random) => {
    const log = Buffer.from(recording.log.subarray(0, endOf(recording)))
    return { log, wholeBytes: flipBits(log, random.whole(1, 8), random) }
  }
}
