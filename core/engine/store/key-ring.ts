// The data keys of an environment, kept in its own database and wrapped by the master key of the service (0202): one that is
// kept for digests and files, and the ones that seal, of which the newest seals and all open. Rotating adds one; the older
// ones go when nothing is sealed under them any more.
import { Schema } from "effect"
import { operatorOwner } from "../../base/ids/ids.ts"
import { recordKind } from "./records.ts"
import { noPersonalData } from "./personal.ts"

export const DataKey = Schema.Struct({
  /** 16 hex digits: what is sealed under the key names it. */
  id: Schema.String,
  /** The key, wrapped by a master key. */
  wrapped: Schema.String,
  /** The public half of what seals commands under it. */
  commandKey: Schema.String,
  createdAt: Schema.Int
})
export type DataKey = typeof DataKey.Type

const KeyRing = Schema.Struct({
  id: Schema.String,
  owner: Schema.String,
  /** The key of digests and files, wrapped; it stays for as long as the environment. */
  kept: Schema.String,
  /** The keys that open, oldest first. */
  keys: Schema.NonEmptyArray(DataKey),
  /** The id of the key that seals; a newer one is not known to every process yet. */
  current: Schema.String,
  currentSince: Schema.Int
})
export type KeyRing = typeof KeyRing.Type

export const KeyRings = recordKind({ kind: "keyRing", schema: KeyRing, personal: noPersonalData("keys, wrapped") })

/** The id of the one ring of an environment. */
export const ringId = "keyRing"

/** How long a process goes by the ring that it read, at most twice over while it reads again. */
export const ringReadMs = 1_000
/** How long a new key waits until it seals: until every process has read the ring that holds it. */
export const announcedMs = 5_000

/** Names the kept key where it is wrapped. */
export const keptId = "kept"

/** Where a data key is wrapped for; it unwraps as no other. */
export const wrapPlace = (keyId: string): string => `keyRing/${keyId}`

/** The ring that an environment begins with. */
export const firstRing = (kept: string, key: DataKey): KeyRing => ({
  id: ringId,
  owner: operatorOwner,
  kept,
  keys: [key],
  current: key.id,
  currentSince: key.createdAt
})

/** The newest key. */
export const newestOf = ({ keys }: KeyRing): DataKey => keys.at(-1) ?? keys[0]

/** Whether a newer key waits until every process knows it. */
export const isPending = (ring: KeyRing): boolean => newestOf(ring).id !== ring.current

/** The key that backends seal commands for. */
export const commandKeyOf = ({ current, keys }: KeyRing): string =>
  (keys.find(({ id }) => id === current) ?? keys[0]).commandKey

/** The ring once its newest key seals. */
export const switched = (ring: KeyRing, now: number): KeyRing => ({
  ...ring,
  current: newestOf(ring).id,
  currentSince: now
})

/** The ring without a key; undefined where it has no other. */
export const without = (ring: KeyRing, keyId: string): KeyRing | undefined => {
  const [first, ...rest] = ring.keys.filter(({ id }) => id !== keyId)
  return first === undefined ? undefined : { ...ring, keys: [first, ...rest] }
}
