// POST /api/wallet/create: one more wallet of a holder, on one network, under the holder's PIN (spec "Wallet" endpoints).
// The PIN is tried on the holder's first wallet.
import { Effect, Option, Redacted } from "effect"
import type { WalletNetwork } from "../../standards/address/network.ts"
import type { Caller } from "../access/caller.ts"
import { NotAvailableInSandbox, WalletLimitReached } from "../../base/errors/errors.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { type Attempt, answered, onceSealed } from "../idempotency/idempotency.ts"
import { limits } from "../../base/limits/limits.ts"
import { Chain } from "../../ports/chain.ts"
import { find, insert, replace } from "../../engine/store/records.ts"
import { Store, VersionConflict, changeSet } from "../../engine/store/store.ts"
import { subaccountInScope } from "../subaccount/subaccount.ts"
import { newWallet, provisionedWallet } from "./first-wallet.ts"
import { provePin } from "./unlock-wallet.ts"
import type { WalletCreateRequest } from "./wallet-request.ts"
import { type WalletCreated, walletCreated } from "./wallet-view.ts"
import { walletsOf } from "./find-wallet.ts"
import { type Wallet, Wallets, walletNetworks } from "./wallet.ts"

export interface CreateWallet {
  readonly caller: Caller
  readonly request: WalletCreateRequest
  readonly attempt?: Attempt<WalletCreated> | undefined
}

/** Makes another wallet each time it is asked, unless an Idempotency-Key says that it was asked before. */
export const createWallet = Effect.fnUntraced(function*({ attempt, caller, request }: CreateWallet) {
  const { network, subAccountId, walletPin } = request
  yield* availableHere(caller, network)
  return yield* onceSealed(caller.account.id, attempt, (remember) =>
    Effect.gen(function*() {
      const holder = yield* subaccountInScope(caller, subAccountId)
      yield* provisionedWallet(holder)
      yield* hasRoom(holder.id)
      const before = Option.getOrThrow(yield* find(Wallets, "defaultOf", holder.id))
      const first = before.value
      yield* provePin(first, walletPin)
      const proof = { owner: first.owner, pin: walletPin, email: first.email }
      const made = yield* newWallet(holder, proof, { role: "made", networks: [network] })
      const answer = walletCreated(made.wallet, {
        network,
        settlement: yield* Chain.use((chain) => Effect.succeed(chain.settlement(network))),
        units: yield* held(made.wallet, network),
        protectedSymmetricKey: Redacted.value(made.protectedSymmetricKey)
      })
      const remembered = yield* remember(answer, made.wallet.createdAt)
      // The first wallet is written as it was read: a PIN that is changed meanwhile would leave the new one behind, and two
      // that are made at once would both fit under the limit.
      const fence = replace(Wallets, before, first)
      const writes = [fence, insert(Wallets, made.wallet), ...remembered]
      yield* Store.use((store) => store.commit(changeSet({ writes })))
      return answered(answer)
    }).pipe(Effect.retry({ while: (error) => error instanceof VersionConflict })))
})

const availableHere = ({ account }: Caller, network: WalletNetwork): Effect.Effect<void, NotAvailableInSandbox> =>
  account.environment === "sandbox" && !walletNetworks[network].inSandbox
    ? Effect.fail(new NotAvailableInSandbox({ operation: `A wallet on ${network}` }))
    : Effect.void

const hasRoom = Effect.fnUntraced(function*(holder: string) {
  const limit = limits.walletsPerHolder
  if ((yield* walletsOf(holder)).length >= limit) return yield* new WalletLimitReached({ limit })
})

const held = ({ addresses }: Wallet, network: WalletNetwork) =>
  Chain.use((chain) => chain.spendable({ asset: walletNetworks[network].asset, network, addresses })).pipe(
    Effect.catchTag(
      "ChainUnavailable",
      () => Effect.fail(upstreamAway("The chain"))
    )
  )
