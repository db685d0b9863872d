// The secrets of an environment with node:crypto: digests and proofs with HMAC-SHA256, sealing with AES-256-GCM, each under a
// key of its own that HKDF-SHA256 derives from the data keys of the environment. These are read from the store and looked
// at again as they are used, so that every process knows a new key before one seals with it (0203).
import { Clock, Effect, Layer, Redacted } from "effect"
import type { KeyObject } from "node:crypto"
import type { Environment } from "../../core/base/environment/environment.ts"
import type { Ids } from "../../core/engine/store/ids.ts"
import { MasterKey, openRing } from "../../core/engine/store/master-key.ts"
import { Secrets } from "../../core/engine/store/secrets.ts"
import type { Store } from "../../core/engine/store/store.ts"
import { type DataKey, type KeyRing, keptId, ringReadMs, wrapPlace } from "../../core/engine/store/key-ring.ts"
import { commandForm, commandPrivateKey, openedCommand } from "./command-seal.ts"
import { type InvalidSecretsKey, type SecretsConfig, layer as masterKey } from "./master-key.ts"
import { decrypted, derived, encrypted, keyedDigest, partsOf, sealedText } from "./sealing.ts"

const form = "v1"

/** The secrets of an environment under the master key of a service. */
export const layer = (
  config: SecretsConfig
): Layer.Layer<Secrets | MasterKey, InvalidSecretsKey, Store | Ids> =>
  Layer.effect(Secrets, Effect.map(ringReader(config.environment), secretsOf)).pipe(
    Layer.provideMerge(masterKey(config))
  )

type Ring = Effect.Success<ReturnType<typeof opened>>

const secretsOf = ({ first, latest, load }: Effect.Success<ReturnType<typeof ringReader>>) => {
  const ofRing = <A>(read: (ring: Ring) => A) => Effect.map(latest, read)
  const opens = (place: string, open: (ring: Ring) => string | undefined) =>
    Effect.map(latest, (ring) => {
      const secret = open(ring)
      if (secret === undefined) throw new Error(`A sealed text does not open at ${place}`)
      return Redacted.make(secret)
    })
  const plain = (ring: Ring, text: string, place: string): string | undefined => {
    const parts = partsOf(text)
    const key = parts?.form === form ? ring.keys.get(parts.keyId) : undefined
    return key && parts && decrypted(key.seal, parts.bytes, place)
  }
  const commanded = (ring: Ring, text: string, place: string): string | undefined => {
    const parts = partsOf(text)
    const key = parts?.form === commandForm ? ring.keys.get(parts.keyId) : undefined
    return key && parts && openedCommand(key.command, parts.bytes, place)
  }
  return Secrets.of({
    // The kept key never changes, so no one looks for a newer one: this is on the way of every request.
    keyDigest: (key) => Effect.map(first, ({ kept }) => kept.digest("api-key")(Redacted.value(key))),
    digest: (purpose, text) => Effect.map(first, ({ kept }) => kept.digest(`digest/${purpose}`)(text)),
    keptKey: (purpose) => Effect.map(first, ({ kept }) => Redacted.make(kept.key(`kept/${purpose}`))),
    proof: (purpose, text) => ofRing(({ current }) => current.digest(`proof/${purpose}`)(text)),
    proofs: (purpose, text) =>
      ofRing(({ keys }) => Array.from(keys.values(), ({ digest }) => digest(`proof/${purpose}`)(text)).toReversed()),
    seal: (secret, place) =>
      ofRing(({ current }) => sealedText(form, current.id, encrypted(current.seal, Redacted.value(secret), place))),
    open: (text, place) => opens(place, (ring) => plain(ring, text, place)),
    openCommand: (text, place) => opens(place, (ring) => plain(ring, text, place) ?? commanded(ring, text, place)),
    ready: Effect.asVoid(load)
  })
}

/** Reads the ring and remembers it. */
const ringReader = Effect.fnUntraced(function*(environment: Environment) {
  const services = yield* Effect.context<Store | Ids | MasterKey>()
  let known: { readonly record: KeyRing; readonly ring: Ring; readonly readAt: number } | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  const load = Effect.gen(function*() {
    const readAt = yield* Clock.currentTimeMillis
    askedAt = readAt
    // Of two that make the first ring at once, one makes it and the other reads it.
    const record = yield* Effect.catchTag(openRing, "DuplicateKey", () => openRing)
    const ring = known?.record === record ? known.ring : yield* opened(record, environment)
    // A read that took long may end after one that began later.
    if (known === undefined || readAt >= known.readAt) known = { record, ring, readAt }
    return ring
  }).pipe(Effect.provide(services))
  const first = Effect.suspend(() => known === undefined ? Effect.orDie(load) : Effect.succeed(known.ring))
  // While one looks, the others go by what is known, but never for so long that a new key may be in use already.
  const latest = Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (known === undefined) return Effect.orDie(load)
    const { readAt, ring } = known
    const isFresh = Math.abs(now - readAt) < ringReadMs
    const isAsked = Math.abs(now - askedAt) < ringReadMs && Math.abs(now - readAt) < 2 * ringReadMs
    return isFresh || isAsked ? Effect.succeed(ring) : load.pipe(Effect.catch((error) => keptFor(error, ring)))
  })
  return { first, latest, load }
})

// Without a store nothing else works either; a master key that is not known is for people to set right.
const keptFor = (error: { readonly _tag: string }, ring: Ring) =>
  error._tag === "MasterKeyUnknown"
    ? Effect.as(Effect.logError("The secrets were rotated to a key that this process was not given"), ring)
    : Effect.succeed(ring)

const opened = Effect.fnUntraced(function*({ current, keys, kept }: KeyRing, environment: Environment) {
  const { unwrap } = yield* MasterKey
  const bytes = (wrapped: string, keyId: string) =>
    Effect.map(unwrap(wrapped, wrapPlace(keyId)), (key) => Buffer.from(Redacted.value(key), "hex"))
  const all = yield* Effect.forEach(
    keys,
    (key) => Effect.map(bytes(key.wrapped, key.id), (dataKey) => openKey(key, dataKey, environment))
  )
  const byId = new Map(all.map((key) => [key.id, key]))
  const sealing = byId.get(current)
  if (sealing === undefined) throw new Error("The ring does not hold the key that seals")
  const keptBytes = yield* bytes(kept, keptId)
  return {
    keys: byId,
    current: sealing,
    kept: {
      digest: digestMaker(keptBytes, environment),
      key: (use: string): string => derived(keptBytes, environment, use).export().toString("hex")
    }
  }
})

interface OpenKey {
  readonly id: string
  readonly seal: KeyObject
  readonly command: KeyObject
  readonly digest: (use: string) => (text: string) => string
}

const openKey = ({ id }: DataKey, dataKey: Buffer, environment: Environment): OpenKey => ({
  id,
  seal: derived(dataKey, environment, "seal"),
  command: commandPrivateKey(dataKey, environment),
  digest: digestMaker(dataKey, environment)
})

// Each use has a key of its own; there are as many as the code names.
const digestMaker = (key: Buffer, environment: Environment): (use: string) => (text: string) => string => {
  const known = new Map<string, (text: string) => string>()
  return (use) => {
    const before = known.get(use)
    if (before !== undefined) return before
    const made = keyedDigest(derived(key, environment, use).export())
    known.set(use, made)
    return made
  }
}
