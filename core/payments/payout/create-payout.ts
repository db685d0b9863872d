// POST /api/wallet/payout: an asset of a wallet, paid out as a PIX (spec "Wallet payout"; C3, C4, C13). The debit is
// signed here, with the holder's PIN, and stored with the payout; what is stored is then sent by a job.
import { Clock, Effect, Option, type Redacted } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { destinationDigest } from "../../customers/access/proofs.ts"
import { type Attempt, type Remember, answered, once, reasonGiven } from "../../customers/idempotency/idempotency.ts"
import { InsufficientFunds, invalidField } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { plan } from "../movement/movement.ts"
import { Chain } from "../../ports/chain.ts"
import { derivedId } from "../../base/ids/ids.ts"
import { Ids } from "../../engine/store/ids.ts"
import { grossOf, notPaidYet } from "../pix-payment/pix-payment.ts"
import { answersWithinMs } from "../../ports/on-its-way.ts"
import { PixDirectory } from "../../ports/pix-directory.ts"
import { insert } from "../../engine/store/records.ts"
import { DuplicateKey, Store, changeSet } from "../../engine/store/store.ts"
import { heldEntries } from "../../customers/wallet/find-wallet.ts"
import { type WalletProof, unlockWallet } from "../../customers/wallet/unlock-wallet.ts"
import { type Wallet, addressIn } from "../../customers/wallet/wallet.ts"
import {
  type Payout,
  type PayoutAnswer,
  type PayoutNetwork,
  Payouts,
  debitOf,
  payoutAnswer,
  payoutRoutes,
  walletOf
} from "./payout.ts"
import {
  type PayoutOrder,
  type PayoutRecords,
  type PayoutRequest,
  admitPayout,
  chainAsked,
  checkPayoutRequest,
  fundedPayout,
  mirroredWallet,
  payoutFingerprint,
  pricedPayout,
  proofOf,
  readPayoutRecords,
  samePayout
} from "./admit-payout.ts"

export interface CreatePayout {
  readonly caller: Caller
  readonly request: PayoutRequest
  readonly attempt?: Attempt<PayoutAnswer> | undefined
}

/** Takes the payout, or gives the first answer again when the externalId or the Idempotency-Key was used before. */
export const createPayout = Effect.fnUntraced(function*({ attempt, caller, request }: CreatePayout) {
  const proof = yield* proofOf(request)
  const order = yield* checkPayoutRequest(caller, request)
  return yield* once(caller.account.id, attempt, (remember) => createOnce(caller, { order, proof }, remember))
})

interface ProvenOrder {
  readonly order: PayoutOrder
  readonly proof: WalletProof
}

const createOnce = (caller: Caller, asked: ProvenOrder, remember: Remember<PayoutAnswer>) => {
  const create = Effect.gen(function*() {
    const records = yield* readPayoutRecords(caller, asked.order)
    return records.earlier === undefined
      ? yield* signAndStore(caller, asked, records, remember)
      : yield* replay(records.earlier, asked.order, remember)
  })
  // A twin that loses the race finds the winner's payout and answers with it.
  return Effect.catchIf(create, isExternalIdTaken, () => create)
}

const signAndStore = Effect.fnUntraced(function*(
  caller: Caller,
  { order, proof }: ProvenOrder,
  records: PayoutRecords,
  remember: Remember<PayoutAnswer>
) {
  const wallet = yield* admitPayout(caller, order, records)
  const { payload, payout, sendBefore, to } = yield* unlockWallet(
    wallet,
    proof,
    (seed) => signed(caller, order, wallet, seed)
  )
  const { asset, createdAt: at, id, network, owner, units } = payout
  const answer: PayoutAnswer = payoutAnswer(payout)
  const debit = plan({
    purpose: "debit",
    owner,
    subjectKind: "payout",
    subject: id,
    order: { kind: "spend", asset, network, units, from: payout.address, to, payload, sendBefore },
    cents: grossOf(payout),
    at
  })
  yield* Store.use((store) =>
    store.commit(changeSet({
      writes: [insert(Payouts, payout), ...debit.writes, ...remember(answer, at)],
      entries: heldEntries(walletOf(payout), { ...payout, operationId: debitOf(id), at })
    }))
  ).pipe(
    // The ledger knows of something that is on its way and the chain does not.
    Effect.catchTag("Overdraft", () => Effect.fail(new InsufficientFunds(payout)))
  )
  return answered(answer)
})

// Made of the order where its caller names it: a store that lost the order meets its PIX again when the order is repeated (C68).
const idOf = (accountId: string, { externalId }: PayoutOrder) =>
  externalId === undefined
    ? Ids.use((ids) => ids.next("pay", accountId))
    : Effect.succeed(derivedId("pay", `payout/${accountId}/${externalId}`, accountId))

const signed = Effect.fnUntraced(function*(
  caller: Caller,
  order: PayoutOrder,
  wallet: Wallet,
  seed: Redacted.Redacted<Uint8Array>
) {
  yield* keyIsHeld(order.destination)
  const priced = yield* pricedPayout(caller, order)
  yield* mirroredWallet(wallet, priced)
  yield* fundedPayout(wallet, priced)
  const { asset, network, units } = priced
  const now = yield* Clock.currentTimeMillis
  const id = yield* idOf(caller.account.id, order)
  const chain = yield* Chain
  const to = yield* chainAsked(chain.treasury(network))
  const { payload, sendBefore } = yield* chainAsked(
    chain.sign({
      operationId: debitOf(id),
      asset,
      network,
      from: wallet.addresses,
      to,
      units,
      sendBefore: now + limits.spendMs
    }, seed)
  )
  const payout: Payout = {
    ...priced,
    id,
    owner: caller.account.id,
    subAccountId: order.subAccountId,
    walletId: wallet.id,
    externalId: order.externalId ?? null,
    state: "DEBITING",
    destination: order.destination,
    taxId: order.taxId ?? null,
    ...(order.declared === undefined ? {} : { declared: order.declared }),
    address: addressIn(wallet, chain.settlement(network).family),
    ...manualRefundsTo(wallet, network, chain),
    ...notPaidYet,
    transactionHash: null,
    manualRefund: null,
    duplicateFingerprint: payoutFingerprint(order, now),
    ...reasonGiven(order.duplicateReason),
    ...(yield* destinationDigest(caller.account.id, order.destination)),
    createdAt: now,
    updatedAt: now
  }
  return { payload, payout, sendBefore, to }
})

// A key that is not registered is refused before anything is debited. Without the register's answer the PIX rail decides.
const keyIsHeld = Effect.fnUntraced(function*(destination: Payout["destination"]) {
  const directory = yield* PixDirectory
  if (directory === undefined || destination.by !== "key") return
  const { key, keyType } = destination
  const found = yield* Effect.timeoutOption(directory.lookUpKey(key, keyType), answersWithinMs)
  if (Option.isSome(found) && found.value._tag === "Absent") {
    return yield* invalidField("pixKey", "this PIX key is not registered")
  }
})

const manualRefundsTo = (
  wallet: Wallet,
  network: PayoutNetwork,
  chain: typeof Chain.Service
): Pick<Payout, "manualRefundsTo"> => {
  const other = payoutRoutes[network].manualRefundsOn
  return other === undefined
    ? {}
    : { manualRefundsTo: { network: other, address: addressIn(wallet, chain.settlement(other).family) } }
}

// The first answer again; an Idempotency-Key that came with the repetition stands for it from now on.
const replay = Effect.fnUntraced(function*(earlier: Payout, order: PayoutOrder, remember: Remember<PayoutAnswer>) {
  const answer: PayoutAnswer = payoutAnswer(yield* samePayout(earlier, order))
  const writes = remember(answer, yield* Clock.currentTimeMillis)
  if (writes.length > 0) yield* Store.use((store) => store.commit(changeSet({ writes })))
  return answered(answer, true)
})

// The id is made of it, and is found taken first.
const isExternalIdTaken = (error: unknown): error is DuplicateKey =>
  error instanceof DuplicateKey && error.kind === Payouts.kind
