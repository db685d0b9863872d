// Wallets for tests: a caller who may use them, the holder's first wallet, and the proof that opens it.
import { Effect, Redacted } from "effect"
import type { Caller } from "../../core/customers/access/caller.ts"
import type { BootstrapAccount } from "../../core/operations/provisioning/bootstrap-file.ts"
import { createSubaccount } from "../../core/customers/subaccount/create-subaccount.ts"
import { Subaccounts } from "../../core/customers/subaccount/subaccount.ts"
import { KycAttempts, latestAttempt } from "../../core/customers/kyc/kyc-attempt.ts"
import { get, insert } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { provisionedWallet } from "../../core/customers/wallet/first-wallet.ts"
import { type WalletProof, envelopeOf, unlockWallet } from "../../core/customers/wallet/unlock-wallet.ts"
import type { Wallet } from "../../core/customers/wallet/wallet.ts"
import { testPin } from "./vault.ts"
import { type PlaneLayer, World, account } from "./world.ts"

/** An account that may use wallets. */
export const walletAccount = (name = "first", parts: Partial<BootstrapAccount> = {}): BootstrapAccount =>
  account(name, { flags: ["WALLET_PAYOUT_API"], ...parts })

/** A subaccount of the caller, by its id. */
export const newHolder = async (world: World, caller: Caller, email?: string): Promise<string> => {
  const request = { name: "Ana", ...(email === undefined ? {} : { email }) }
  const once = await world.run(createSubaccount({ caller, request }))
  if (once._tag !== "Answered") throw new Error("answered from store")
  return once.answer.data.subAccountId
}

/** A subaccount of the caller that may transact, by its id. */
export const approvedHolder = async (world: World, caller: Caller): Promise<string> => {
  const subAccountId = await newHolder(world, caller)
  await world.run(Effect.gen(function*() {
    const own = yield* Effect.flatMap(latestAttempt(caller.account.mainSubAccountId), Effect.fromNullishOr)
    const write = insert(KycAttempts, { ...own, id: `kyc_of_${subAccountId}`, subAccountId })
    yield* Store.use((store) => store.commit(changeSet({ writes: [write] })))
  }))
  return subAccountId
}

/** The first wallet of a holder, made when there is none. */
export const walletOf = (world: World, subAccountId: string): Promise<Wallet> =>
  world.run(Effect.gen(function*() {
    const holder = yield* Effect.flatMap(get(Subaccounts, subAccountId), Effect.fromOption)
    return yield* provisionedWallet(holder.value)
  }))

/** The proof of a PIN with the envelope that the wallet has now. */
export const proofOf = async (world: World, wallet: Wallet, pin = testPin): Promise<WalletProof> => ({
  walletPin: Redacted.make(pin),
  protectedSymmetricKey: await world.run(envelopeOf(wallet))
})

/** A world with a caller and his own first wallet. */
export const openWithWallet = async (
  declared = walletAccount(),
  plane?: PlaneLayer,
  decorate?: Parameters<typeof World.open>[1]
) => {
  const world = await World.open(plane, decorate)
  const caller = await world.caller(declared)
  const wallet = await walletOf(world, caller.account.mainSubAccountId)
  return { world, caller, wallet, proof: await proofOf(world, wallet) }
}

/** Balances of the books by account and asset; the trial balance has to be zero in every asset. */
export const books = async (world: World): Promise<Readonly<Record<string, bigint>>> => {
  const balances = await world.run(Store.use((store) => store.balances("")))
  const sums = new Map<string, bigint>()
  for (const { amount, asset } of balances) sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  for (const [asset, sum] of sums) if (sum !== 0n) throw new Error(`the books do not balance in ${asset}: ${sum}`)
  return Object.fromEntries(
    balances.filter(({ amount }) => amount !== 0n).map(({ account, amount, asset }) => [`${account} ${asset}`, amount])
  )
}

/** Opens a wallet with the PIN of its holder, and tells how many bytes of entropy came out. */
export const unlocked = (wallet: Wallet, proof: WalletProof) =>
  unlockWallet(wallet, proof, (seed) => Effect.succeed(Redacted.value(seed).length))
