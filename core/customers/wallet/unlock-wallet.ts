// Opens a wallet with the holder's PIN and the envelope of the keys endpoint. The attempt is counted in a commit of its
// own before anything is derived; while a holder is locked out, nothing is derived; what comes out is used in this request
// and forgotten.
import { Clock, Effect, Option, Redacted, Result, Schema } from "effect"
import { InvalidPin, PinLocked, UnlockInProgress } from "../../base/errors/errors.ts"
import { KeyedRequest, TwinInProgress } from "../idempotency/twin.ts"
import { limits } from "../../base/limits/limits.ts"
import { type Stored, get, insert, recordKind, replace } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { DuplicateKey, Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { type VaultBusy, VaultRefused, WalletVault } from "../../ports/wallet-vault.ts"
import { equalInConstantTime } from "../../base/text/text.ts"
import { secondsUntil } from "../../base/time/instant.ts"
import { normalPin } from "./pin.ts"
import { type Wallet, envelopePlace } from "./wallet.ts"
import { noPersonalData } from "../../engine/store/personal.ts"

// The count of wrong PINs of one holder (spec "Authentication" 5; C56; contract of the wallet keys). One PIN opens all of a
// holder's wallets, so attempts on any of them, on any route, count together. An attempt is written down before it is checked,
// so however many come at once, three are checked and no more. Three that are not known to be right lock the holder's wallets
// for 24 hours from the third; a right one forgives those that came before it, and itself. One whose checker died told no one
// anything, and is forgotten (0119).

const Attempt = Schema.Struct({
  number: Schema.Int,
  at: Schema.Int,
  /** `open`: being checked, or whoever checked it is gone. */
  outcome: Schema.Literals(["open", "wrong"]),
  /** Names the request that is checked, where its twins can be reported by an Idempotency-Key. */
  request: Schema.optionalKey(Schema.String)
})

export const PinState = Schema.Struct({
  /** The holder's subaccount. */
  id: Schema.String,
  owner: Schema.String,
  /** How many attempts there ever were: the number of the last. */
  counted: Schema.Int,
  /** Those that count, oldest first. */
  attempts: Schema.Array(Attempt),
  /** The number of the last right one: it and those below are forgiven, whatever is found about them later. */
  forgiven: Schema.optionalKey(Schema.Int),
  updatedAt: Schema.Int
})
export type PinState = typeof PinState.Type

export const PinStates = recordKind({
  kind: "pinState",
  schema: PinState,
  personal: noPersonalData("counts of wrong PINs")
})

/** The state of a holder whose PIN was never tried. */
const untried = ({ owner, subAccountId }: Wallet, now: number): PinState => ({
  id: subAccountId,
  owner,
  counted: 0,
  attempts: [],
  updatedAt: now
})

/** Whoever checks an attempt for longer is taken for dead; should he live, his finding still counts. */
const checkingMs = 30_000

/** Whether one more attempt may be checked; `opensAt` is in Unix milliseconds. */
export type PinAdmission =
  | { readonly _tag: "Counted"; readonly state: PinState; readonly number: number }
  | { readonly _tag: "Locked"; readonly opensAt: number }
  /** Three are counted and not all of them checked: the next moment tells. */
  | { readonly _tag: "Checking" }
  /** The same request is being checked: it is the one that counts. */
  | { readonly _tag: "Twin" }

/** Counts one more attempt, or says why it is not checked. */
const admitAttempt = (state: PinState, now: number, request?: string): PinAdmission => {
  const counted = state.attempts.filter(({ at, outcome }) => outcome === "wrong" || now < at + checkingMs)
  if (request !== undefined && counted.some((each) => each.outcome === "open" && each.request === request)) {
    return { _tag: "Twin" }
  }
  const third = counted[limits.pinAttempts - 1]
  const opensAt = third === undefined ? now : third.at + limits.pinLockMs
  if (third !== undefined && now < opensAt) {
    return counted.every(({ outcome }) => outcome === "wrong") ? { _tag: "Locked", opensAt } : { _tag: "Checking" }
  }
  const number = state.counted + 1
  const before = third === undefined ? counted : []
  // Clocks of processes differ; attempts stand in the order in which they were counted.
  const at = Math.max(now, before.at(-1)?.at ?? now)
  const attempts = [...before, { number, at, outcome: "open" as const, ...(request === undefined ? {} : { request }) }]
  return { _tag: "Counted", number, state: { ...state, counted: number, attempts, updatedAt: now } }
}

/** What the check of an attempt found; `unchecked` when there was no check after all. */
export type Finding = "right" | "wrong" | "unchecked"

/** The state once an attempt was checked. */
const afterCheck = (state: PinState, number: number, finding: Finding, now: number): PinState => {
  const after = { ...state, updatedAt: now }
  const others = state.attempts.filter((attempt) => attempt.number !== number)
  switch (finding) {
    case "right":
      return {
        ...after,
        forgiven: Math.max(number, state.forgiven ?? 0),
        attempts: others.filter((attempt) => attempt.number > number)
      }
    case "wrong":
      return number <= (state.forgiven ?? 0)
        ? after
        : { ...after, attempts: withWrong(state.attempts, others, number, now) }
    case "unchecked":
      return { ...after, attempts: others }
  }
}

// One that was forgotten too soon comes back to its place.
const withWrong = (
  attempts: PinState["attempts"],
  others: PinState["attempts"],
  number: number,
  now: number
): PinState["attempts"] => {
  const next = others.find((attempt) => attempt.number > number)
  const at = attempts.find((attempt) => attempt.number === number)?.at ?? next?.at ?? now
  return [...others, { number, at, outcome: "wrong" as const }]
    .toSorted((a, b) => a.number - b.number).slice(0, limits.pinAttempts)
}

/** What the caller sends to prove that the holder agrees. */
export interface WalletProof {
  readonly walletPin: Redacted.Redacted
  readonly protectedSymmetricKey: Redacted.Redacted
}

/**
 * Opens a wallet for one use of the BIP-39 entropy of its seed, which is wiped after it, whatever comes of it. Fails as wrong,
 * as locked, or as one of too many at once.
 */
export const unlockWallet = Effect.fnUntraced(function*<A, E, R>(
  wallet: Wallet,
  proof: WalletProof,
  use: (seed: Redacted.Redacted<Uint8Array>) => Effect.Effect<A, E, R>
) {
  const envelope = yield* envelopeOf(wallet)
  const seed = yield* attempted(wallet, opened(wallet, envelope, proof))
  return yield* Effect.ensuring(use(seed), wiped(seed))
})

const wiped = (seed: Redacted.Redacted<Uint8Array>) => Effect.sync(() => Redacted.value(seed).fill(0))

/** Whether this is the PIN of the wallet's holder: an attempt like any other. */
export const provePin = Effect.fnUntraced(function*(wallet: Wallet, walletPin: Redacted.Redacted) {
  const envelope = yield* envelopeOf(wallet)
  const seed = yield* attempted(wallet, opened(wallet, envelope, { walletPin, protectedSymmetricKey: envelope }))
  yield* wiped(seed)
})

/** The envelope of a wallet as the keys endpoint gives it. */
export const envelopeOf = ({ id, protectedSymmetricKey }: Wallet) =>
  Secrets.use((secrets) => secrets.open(protectedSymmetricKey, envelopePlace(id)))

// An envelope from before the PIN was changed would still open: only the one of today is taken. The keys are derived whichever was
// sent, so that every attempt that is counted takes the same work (0207).
const opened = (wallet: Wallet, envelope: Redacted.Redacted, proof: WalletProof) =>
  Effect.gen(function*() {
    const isOurs = equalInConstantTime(Redacted.value(envelope), Redacted.value(proof.protectedSymmetricKey))
    const vault = yield* WalletVault
    const seed = yield* vault.open({
      owner: wallet.owner,
      walletId: wallet.id,
      pin: normalPin(proof.walletPin),
      email: wallet.email,
      protectedSymmetricKey: envelope,
      sealedSeed: wallet.sealedSeed
    })
    if (isOurs) return seed
    yield* wiped(seed)
    return yield* new VaultRefused()
  })

/** Counts an attempt on the PIN of a wallet's holder, runs the check, and writes down what it found. */
export const attempted = Effect.fnUntraced(function*<A, R>(
  wallet: Wallet,
  check: Effect.Effect<A, VaultRefused | VaultBusy, R>
) {
  const number = yield* count(wallet)
  const result = yield* Effect.result(check)
  yield* note(wallet, number, findingOf(result))
  if (Result.isSuccess(result)) return result.success
  return yield* result.failure instanceof VaultRefused ? new InvalidPin() : new UnlockInProgress(soon)
})

const soon = { retryAfterSeconds: 1 }

const findingOf = (result: Result.Result<unknown, VaultRefused | VaultBusy>): Finding => {
  if (Result.isSuccess(result)) return "right"
  return result.failure instanceof VaultRefused ? "wrong" : "unchecked"
}

const stateOf = (wallet: Wallet, now: number) =>
  Effect.map(
    get(PinStates, wallet.subAccountId),
    Option.getOrElse((): Stored<PinState> => ({
      value: untried(wallet, now),
      version: 0
    }))
  )

const write = (before: Stored<PinState>, after: PinState) =>
  Store.use((store) =>
    store.commit(changeSet({
      writes: [before.version === 0 ? insert(PinStates, after) : replace(PinStates, before, after)]
    }))
  )

// Somebody else counted first: read again, decide again.
const isOvertaken = (error: unknown): boolean =>
  error instanceof VersionConflict || error instanceof DuplicateKey && error.kind === PinStates.kind

const count = (wallet: Wallet) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const before = yield* stateOf(wallet, now)
    const admission = admitAttempt(before.value, now, yield* KeyedRequest)
    switch (admission._tag) {
      case "Locked":
        return yield* new PinLocked({ retryAfterSeconds: secondsUntil(now, admission.opensAt) })
      case "Checking":
        return yield* new UnlockInProgress(soon)
      case "Twin":
        return yield* new TwinInProgress(soon)
      case "Counted":
        yield* write(before, admission.state)
        return admission.number
    }
  }).pipe(Effect.retry({ while: isOvertaken }))

const note = (wallet: Wallet, number: number, finding: Finding) =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const before = yield* stateOf(wallet, now)
    yield* write(before, afterCheck(before.value, number, finding, now))
  }).pipe(Effect.retry({ while: isOvertaken }))
