// Worker step after a rotation (0203): the new key seals from now on, and what older ones sealed is sealed again under it, a
// record a commit. A run is bounded and the next one goes on where it stopped; a record that was not sealed again is looked at
// again, so each is done whole or not at all.
import { Clock, Effect, Option } from "effect"
import { type Command, Commands, sealPlace } from "../../inbox/command/command.ts"
import { Answers } from "../../customers/idempotency/idempotency.ts"
import { type SealedSubmission, SealedSubmissions, submissionPlace } from "../../customers/kyc/sealed-submission.ts"
import { type Operator, Operators, totpPlace } from "../operator/operator.ts"
import { type Erasure, Erasures, personPlace } from "../person/erasure.ts"
import { type ClaimedJob, again, finish, finished } from "../../engine/store/job-queue.ts"
import {
  type Identified,
  type RecordKind,
  type Stored,
  feed,
  get,
  insert,
  replace
} from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { type SwapAuthorization, SwapAuthorizations, seedPlace } from "../../payments/swap/swap.ts"
import {
  type Wallet,
  Wallets,
  blindingKeyPlace,
  envelopePlace,
  walletSeedPlace
} from "../../customers/wallet/wallet.ts"
import { type Webhook, Webhooks, secretPlace } from "../../webhooks/webhook/webhook.ts"
import { type KeyRing, KeyRings, announcedMs, newestOf, switched } from "../../engine/store/key-ring.ts"
import { sealedBy } from "../../base/ids/sealed-by.ts"
import { type Resealing, Resealings, newResealing } from "./resealing.ts"
import { resealingOf, ringOf } from "./ring-context.ts"
import { sealedLists } from "./sealed-kinds.ts"

/** Records that one run seals again. */
const recordsPerRun = 100
/** How long what a process sealed before it knew of the new key may take to be stored. */
const lateMs = 60_000

/** Lets the new key seal, and seals the next records again. */
export const advanceResealing = Effect.fnUntraced(function*(job: ClaimedJob) {
  const ring = yield* ringOf
  const now = yield* Clock.currentTimeMillis
  const newest = newestOf(ring.value)
  if (!job.id.endsWith(`/${newest.id}`)) return yield* ended(job, [])
  if (ring.value.current !== newest.id) return yield* letSeal(ring, now)
  const older = ring.value.keys.filter(({ id }) => id !== newest.id)
  for (const { id } of older) {
    if (yield* resealNext(id)) return again(0)
  }
  const waitMs = ring.value.currentSince + lateMs - now
  return waitMs > 0 ? again(waitMs) : yield* ended(job, older.map(({ id }) => id))
})

// Every process has read the new key by now; once each has read that it seals, nothing new is under the older ones.
const letSeal = Effect.fnUntraced(function*(ring: Stored<KeyRing>, now: number) {
  const write = replace(KeyRings, ring, switched(ring.value, now))
  yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
  return again(announcedMs)
})

const ended = Effect.fnUntraced(function*(job: ClaimedJob, keyIds: ReadonlyArray<string>) {
  const endedAt = yield* Clock.currentTimeMillis
  const writes = yield* Effect.forEach(
    keyIds,
    (keyId) =>
      Effect.map(
        resealingOf(keyId),
        (before) => written(before, { ...(before?.value ?? newResealing(keyId)), endedAt })
      )
  )
  yield* Store.use((store) => store.commit(changeSet({ writes, finished: finish(job) })))
  return finished
})

const written = (before: Stored<Resealing> | undefined, after: Resealing) =>
  before === undefined ? insert(Resealings, after) : replace(Resealings, before, after)

/** Seals the next records of an older key again; whether there were any. */
const resealNext = Effect.fnUntraced(function*(keyId: string) {
  const before = yield* resealingOf(keyId)
  const resealing = before?.value ?? newResealing(keyId)
  for (const { name } of sealedLists) {
    const place = resealing.places[name] ?? { after: "0", seen: 0 }
    const rows = yield* resealers[name](keyId, BigInt(place.after))
    const last = rows.at(-1)
    if (last === undefined) continue
    const places = { ...resealing.places, [name]: { after: String(last), seen: place.seen + rows.length } }
    yield* Store.use((store) => store.commit(changeSet({ writes: [written(before, { ...resealing, places })] })))
    return true
  }
  return false
})

/** A text sealed again for its place where it is under the older key. One that opens for no one is left as it is. */
const resealed = Effect.fnUntraced(function*(text: string, place: string, keyId: string) {
  if (sealedBy(text) !== keyId) return text
  const { openCommand, seal } = yield* Secrets
  return yield* openCommand(text, place).pipe(
    Effect.flatMap((secret) => seal(secret, place)),
    Effect.catchDefect(() => Effect.as(Effect.logWarning("A sealed text does not open", { keyId }), text))
  )
})

const resealedOrNull = (text: string | null, place: string, keyId: string) =>
  text === null ? Effect.succeed(null) : resealed(text, place, keyId)

// The places of the rows that were looked at. A record that somebody changes meanwhile is read and sealed again.
const reseal = <A extends Identified, L extends string>(
  kind: RecordKind<A, string, L>,
  list: NoInfer<L>,
  change: (value: A, keyId: string) => Effect.Effect<A, never, Secrets>
) =>
  Effect.fnUntraced(function*(keyId: string, after: bigint) {
    const rows = yield* feed(kind, list, keyId, { after, limit: recordsPerRun })
    for (const { value: { id } } of rows) {
      yield* Effect.gen(function*() {
        const before = Option.getOrUndefined(yield* get(kind, id))
        if (before === undefined) return
        const next = yield* change(before.value, keyId)
        if (kind.encode(next) === kind.encode(before.value)) return
        yield* Store.use((store) => store.commit(changeSet({ writes: [replace(kind, before, next)] })))
      }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict }))
    }
    return rows.map(({ seq }) => seq)
  })

const webhook = Effect.fnUntraced(function*(value: Webhook, keyId: string) {
  const { id, previousSecret, sealedSecret } = value
  return {
    ...value,
    sealedSecret: yield* resealed(sealedSecret, secretPlace(id), keyId),
    ...(previousSecret === undefined ? {} : {
      previousSecret: {
        ...previousSecret,
        sealed: yield* resealed(previousSecret.sealed, secretPlace(id), keyId)
      }
    })
  }
})

const wallet = Effect.fnUntraced(function*(value: Wallet, keyId: string) {
  const { id, liquid, protectedSymmetricKey, sealedSeed } = value
  return {
    ...value,
    // Sealed in one commit with the seed, and found by it.
    ...liquid === undefined ? {} : {
      liquid: {
        ...liquid,
        sealedBlindingKey: yield* resealed(liquid.sealedBlindingKey, blindingKeyPlace(id), keyId)
      }
    },
    protectedSymmetricKey: yield* resealed(protectedSymmetricKey, envelopePlace(id), keyId),
    sealedSeed: yield* resealed(sealedSeed, walletSeedPlace(id), keyId)
  }
})

const operator = Effect.fnUntraced(function*(value: Operator, keyId: string) {
  const { credentials, id, invitation } = value
  const totp = invitation?.totp
  return {
    ...value,
    ...(credentials === undefined ? {} : {
      credentials: { ...credentials, totp: yield* resealed(credentials.totp, totpPlace(id), keyId) }
    }),
    ...(invitation === undefined || totp === undefined ? {} : {
      invitation: { ...invitation, totp: yield* resealed(totp, totpPlace(id), keyId) }
    })
  }
})

const sealedIn =
  <A extends SwapAuthorization | SealedSubmission | Erasure | Command>(placeOf: (value: A) => string) =>
  (value: A, keyId: string) =>
    Effect.map(resealedOrNull(value.sealed, placeOf(value), keyId), (sealed) => ({ ...value, sealed }))

const resealers = {
  "webhook/sealedBy": reseal(Webhooks, "sealedBy", webhook),
  "webhook/previousSealedBy": reseal(Webhooks, "previousSealedBy", webhook),
  "wallet/sealedBy": reseal(Wallets, "sealedBy", wallet),
  "wallet/seedSealedBy": reseal(Wallets, "seedSealedBy", wallet),
  "swapAuthorization/sealedBy": reseal(
    SwapAuthorizations,
    "sealedBy",
    sealedIn<SwapAuthorization>(({ id }) => seedPlace(id))
  ),
  "kycSubmission/sealedBy": reseal(
    SealedSubmissions,
    "sealedBy",
    sealedIn<SealedSubmission>(({ id }) => submissionPlace(id))
  ),
  "operator/sealedBy": reseal(Operators, "sealedBy", operator),
  "operator/invitationSealedBy": reseal(Operators, "invitationSealedBy", operator),
  "erasure/sealedBy": reseal(Erasures, "sealedBy", sealedIn<Erasure>(({ id }) => personPlace(id))),
  "command/sealedBy": reseal(Commands, "sealedBy", sealedIn<Command>(sealPlace)),
  "answer/sealedBy": reseal(
    Answers,
    "sealedBy",
    (value, keyId) => Effect.map(resealed(value.body, `answer/${value.id}`, keyId), (body) => ({ ...value, body }))
  )
}
