// Opens a wallet with the holder's PIN and the envelope of the keys endpoint. The attempt is counted in a commit of its
// own before anything is derived; a locked wallet derives nothing; what comes out is used in this request and forgotten.
import { Clock, Effect, Option, Redacted, Result } from "effect"
import { InvalidPin, PinLocked, UnlockInProgress } from "../errors/errors.ts"
import { KeyedRequest, TwinInProgress } from "../idempotency/twin.ts"
import { type Stored, get, insert, replace } from "../ports/records.ts"
import { Secrets } from "../ports/secrets.ts"
import { DuplicateKey, Store, VersionConflict, changeSet } from "../ports/store.ts"
import { type VaultBusy, VaultRefused, WalletVault } from "../ports/wallet-vault.ts"
import { equalInConstantTime } from "../text/text.ts"
import { secondsUntil } from "../time/instant.ts"
import { type Finding, type PinState, PinStates, admitAttempt, afterCheck, untried } from "./pin-state.ts"
import { type Wallet, envelopePlace } from "./wallet.ts"

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

/** Whether this is the PIN of the wallet: an attempt like any other. */
export const provePin = Effect.fnUntraced(function*(wallet: Wallet, walletPin: Redacted.Redacted) {
  const envelope = yield* envelopeOf(wallet)
  const seed = yield* attempted(wallet, opened(wallet, envelope, { walletPin, protectedSymmetricKey: envelope }))
  yield* wiped(seed)
})

/** The envelope of a wallet as the keys endpoint gives it. */
export const envelopeOf = ({ id, protectedSymmetricKey }: Wallet) =>
  Secrets.use((secrets) => secrets.open(protectedSymmetricKey, envelopePlace(id)))

// An envelope from before the PIN was changed would still open: only the one of today is taken.
const opened = (wallet: Wallet, envelope: Redacted.Redacted, proof: WalletProof) =>
  equalInConstantTime(Redacted.value(envelope), Redacted.value(proof.protectedSymmetricKey))
    ? WalletVault.use((vault) =>
      vault.open({
        walletId: wallet.id,
        pin: proof.walletPin,
        email: wallet.email,
        protectedSymmetricKey: envelope,
        sealedSeed: wallet.sealedSeed
      })
    )
    : Effect.fail(new VaultRefused())

/** Counts an attempt on a wallet's PIN, runs the check, and writes down what it found. */
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
    get(PinStates, wallet.id),
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
