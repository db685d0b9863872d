// What a holder sends from the PIN page: the first PIN, which makes the wallet, or another one in place of the one that is
// known. The seed and the symmetric keys stay as they are; only their envelopes and the e-mail that salts them change.
import { Clock, Effect, Option, type Redacted } from "effect"
import { WalletNetwork } from "../../standards/address/network.ts"
import { InvalidPin, NotFound, StateConflict } from "../../base/errors/errors.ts"
import { type Stored, get, insert, replace } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { Store, type Write, changeSet } from "../../engine/store/store.ts"
import { type PinProof, WalletVault } from "../../ports/wallet-vault.ts"
import { type Subaccount, Subaccounts } from "../subaccount/subaccount.ts"
import { firstWallet, newWallet } from "./first-wallet.ts"
import { openPinSession } from "./open-pin-session.ts"
import { normalPin, settablePin } from "./pin.ts"
import { type PinSession, PinSessions } from "./pin-session.ts"
import { attempted, envelopeOf } from "./unlock-wallet.ts"
import { walletsOf } from "./find-wallet.ts"
import { type Wallet, Wallets, emailOf, envelopePlace } from "./wallet.ts"

export interface SubmitPin {
  /** What proves that the holder was sent here. */
  readonly token: Redacted.Redacted
  /** Six digits or more, or a passphrase; one that is easy to guess is refused. */
  readonly pin: Redacted.Redacted
  /** The PIN of today, where there is one. */
  readonly currentPin?: Redacted.Redacted | undefined
}

/** Sets or changes the PIN of the session's holder, once a session. */
export const submitPin = Effect.fnUntraced(function*({ currentPin, pin, token }: SubmitPin) {
  yield* settablePin(pin)
  const session = yield* openPinSession(token)
  const holder = yield* holderOf(session.value)
  const first = yield* firstWallet(holder)
  const used = replace(PinSessions, session, { ...session.value, usedAt: yield* Clock.currentTimeMillis })
  const proof = { owner: holder.owner, pin: normalPin(pin), email: emailOf(holder) }
  const writes = yield* first === undefined
    ? newPin(holder, proof)
    : changedPin(first, currentPin, proof)
  yield* Store.use((store) => store.commit(changeSet({ writes: [used, ...writes] }))).pipe(
    // Somebody else set or changed it meanwhile: this page is over.
    Effect.catchTags({ VersionConflict: () => Effect.fail(overtaken), DuplicateKey: () => Effect.fail(overtaken) })
  )
  return { success: true as const }
})

const overtaken = new StateConflict({ resource: "PIN", state: "being changed" })

const holderOf = ({ subAccountId }: PinSession) =>
  Effect.flatMap(
    get(Subaccounts, subAccountId),
    (found) =>
      Option.isNone(found) ? Effect.fail(new NotFound({ resource: "Subaccount" })) : Effect.succeed(found.value.value)
  )

const newPin = Effect.fnUntraced(function*(holder: Subaccount, proof: PinProof) {
  const { wallet } = yield* newWallet(holder, proof, { role: "default", networks: WalletNetwork.literals })
  return [insert(Wallets, wallet)]
})

// All wallets of a holder open with one PIN, so they change together or not at all.
const changedPin = Effect.fnUntraced(function*(
  first: Wallet,
  currentPin: Redacted.Redacted | undefined,
  next: PinProof
) {
  if (currentPin === undefined) return yield* new InvalidPin()
  const wallets = yield* walletsOf(first.subAccountId)
  const envelopes = yield* Effect.all(wallets.map(({ value }) => envelopeOf(value)))
  const vault = yield* WalletVault
  const known = { ...next, pin: normalPin(currentPin), email: first.email }
  const rewrapped = yield* attempted(first, vault.rewrap(known, envelopes, next))
  const now = yield* Clock.currentTimeMillis
  return yield* Effect.all(wallets.map((wallet, index) => rewrite(wallet, rewrapped[index], next.email, now)))
})

const rewrite = Effect.fnUntraced(function*(
  before: Stored<Wallet>,
  envelope: Redacted.Redacted | undefined,
  email: string,
  updatedAt: number
) {
  if (envelope === undefined) throw new Error("The vault gave fewer envelopes than it was given")
  const protectedSymmetricKey = yield* Secrets.use((secrets) => secrets.seal(envelope, envelopePlace(before.value.id)))
  return replace(Wallets, before, { ...before.value, email, protectedSymmetricKey, updatedAt }) satisfies Write
})
