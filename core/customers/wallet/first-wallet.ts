// The wallet that a holder has to begin with. Where the service knows a first PIN, it is made when it is first requested;
// elsewhere it is there once its holder has set a PIN, and not found before (spec "Sandbox rules" 8, "Wallet").
import { Clock, Effect, Option } from "effect"
import { WalletNetwork } from "../../standards/address/network.ts"
import { NotFound, UnlockInProgress } from "../../base/errors/errors.ts"
import { Ids } from "../../engine/store/ids.ts"
import { find, insert } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { DuplicateKey, Store, changeSet } from "../../engine/store/store.ts"
import { type PinProof, WalletVault } from "../../ports/wallet-vault.ts"
import type { Subaccount } from "../subaccount/subaccount.ts"
import { normalPin } from "./pin.ts"
import { type Wallet, Wallets, emailOf, envelopePlace } from "./wallet.ts"

/** Makes the keys of one more wallet of a holder; nothing is stored yet. */
export const newWallet = Effect.fnUntraced(function*(
  holder: Subaccount,
  proof: PinProof,
  parts: Pick<Wallet, "role" | "networks">
) {
  const id = yield* Ids.use((ids) => ids.walletId(holder.owner))
  const keys = yield* WalletVault.use((vault) => vault.create(id, { ...proof, pin: normalPin(proof.pin) })).pipe(
    Effect.catchTag("VaultBusy", () => Effect.fail(new UnlockInProgress({ retryAfterSeconds: 1 })))
  )
  const now = yield* Clock.currentTimeMillis
  const protectedSymmetricKey = yield* Secrets.use((secrets) =>
    secrets.seal(keys.protectedSymmetricKey, envelopePlace(id))
  )
  const wallet: Wallet = {
    id,
    owner: holder.owner,
    subAccountId: holder.id,
    ...parts,
    addresses: keys.addresses,
    email: proof.email,
    protectedSymmetricKey,
    sealedSeed: keys.sealedSeed,
    ...keys.liquid === undefined ? {} : { liquid: keys.liquid },
    ...keys.spark === undefined ? {} : { spark: keys.spark },
    createdAt: now,
    updatedAt: now
  }
  return { wallet, protectedSymmetricKey: keys.protectedSymmetricKey }
})

/** The holder's first wallet as it stands; undefined while there is none. */
export const firstWallet = (holder: Pick<Subaccount, "id">) =>
  Effect.map(find(Wallets, "defaultOf", holder.id), (found) => Option.getOrUndefined(found)?.value)

/** Whether a holder without a wallet gets one by asking. */
export const isProvisioned = WalletVault.use((vault) => Effect.succeed(Option.isSome(vault.initialPin)))

/** The holder's first wallet, made now where the service knows a first PIN. */
export const provisionedWallet = Effect.fnUntraced(function*(holder: Subaccount) {
  const found = yield* firstWallet(holder)
  if (found !== undefined) return found
  const { initialPin } = yield* WalletVault
  if (Option.isNone(initialPin)) return yield* new NotFound({ resource: "Wallet" })
  return yield* storeFirst(holder, { owner: holder.owner, pin: initialPin.value, email: emailOf(holder) })
})

/** Stores the first wallet of a holder under a PIN, or finds the one that a twin stored. */
const storeFirst = Effect.fnUntraced(function*(holder: Subaccount, proof: PinProof) {
  const { wallet } = yield* newWallet(holder, proof, { role: "default", networks: WalletNetwork.literals })
  return yield* Store.use((store) => store.commit(changeSet({ writes: [insert(Wallets, wallet)] }))).pipe(
    Effect.as(wallet),
    Effect.catchIf(
      (error): error is DuplicateKey => error instanceof DuplicateKey && error.kind === Wallets.kind,
      () => Effect.map(find(Wallets, "defaultOf", holder.id), (twin) => Option.getOrThrow(twin).value)
    )
  )
})
