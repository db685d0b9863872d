// POST /api/wallet/transfer: a stablecoin from a wallet, answered once the chain has confirmed it (spec "Wallet transfer",
// C13, C17, C18). Signed in the request, stored with its movement, which this request then sends itself.
import { Clock, Effect, type Redacted } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { showTurn } from "../../customers/access/rate.ts"
import { type Attempt, answered, reasonGiven } from "../../customers/idempotency/idempotency.ts"
import { DuplicatePayment, IdempotencyConflict, InsufficientFunds, RateLimited } from "../../base/errors/errors.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { waitingForTwin } from "../../customers/idempotency/twin.ts"
import { limits } from "../../base/limits/limits.ts"
import { type Plan, plan } from "../movement/movement.ts"
import { mayHaveBeenSent } from "../movement/outside.ts"
import { advanceMovement, planAndClaim, sendClaimed } from "../movement/perform-movement.ts"
import { Chain } from "../../ports/chain.ts"
import { derivedId } from "../../base/ids/ids.ts"
import { Ids } from "../../engine/store/ids.ts"
import { type Stored, insert, replace } from "../../engine/store/records.ts"
import { DuplicateKey, Store, VersionConflict, type Write, changeSet } from "../../engine/store/store.ts"
import { heldEntries, isMirrored, syncMirror } from "../../customers/wallet/find-wallet.ts"
import { unlockWallet } from "../../customers/wallet/unlock-wallet.ts"
import { hearTransfer } from "./decide-transfer.ts"
import {
  type Claimed,
  type Parties,
  addressesOf,
  admit,
  claimed,
  currentTransfer,
  meaningOf,
  settled,
  transferFingerprint
} from "./admit-transfer.ts"
import { type TransferOrder, type TransferRequest, checkTransferRequest } from "./transfer-request.ts"
import {
  type Transfer,
  type TransferAnswer,
  type TransferClaim,
  TransferClaims,
  TransferTurns,
  Transfers,
  keyClaim,
  nextTurnAt,
  referenceClaim,
  transferAnswer,
  transferMovement,
  transferPurpose
} from "./transfer.ts"

export interface CreateTransfer {
  readonly caller: Caller
  readonly request: TransferRequest
  readonly attempt?: Attempt<TransferAnswer> | undefined
}

/** Moves the asset, or gives what the same reference or Idempotency-Key moved before. */
export const createTransfer = Effect.fnUntraced(function*({ attempt, caller, request }: CreateTransfer) {
  const order = yield* checkTransferRequest(caller, request)
  const claims = claimsOf(caller, order, attempt)
  const create = Effect.gen(function*() {
    const keyed = claims.key === undefined ? undefined : yield* claimed(claims.key)
    if (keyed !== undefined) return yield* replayKey(keyed, order)
    const named = claims.reference === undefined ? undefined : yield* claimed(claims.reference)
    const now = yield* Clock.currentTimeMillis
    return named !== undefined && (yield* meaningOf(named, order, now)) === "replay"
      ? yield* replayReference(named, order, claims)
      : yield* transferAndStore(caller, order, claims, named?.claim)
  })
  // Whoever loses a race finds what the winner stored, and answers with it or by it.
  const overtaken = Effect.retry(create, { while: isOvertaken })
  const { key } = claims
  if (key === undefined) return yield* overtaken
  // A twin may have taken the turn and the funds meanwhile: refused for want of these, this one answers by what it stored.
  const late = Effect.fnUntraced(function*(refusal: TakenByTwin) {
    const keyed = yield* claimed(key)
    return keyed === undefined ? yield* Effect.fail(refusal) : yield* replayKey(keyed, order)
  })
  return yield* Effect.catchIf(waitingForTwin(key, overtaken), mayBeTakenByTwin, late)
})

type TakenByTwin = RateLimited | InsufficientFunds | DuplicatePayment

const mayBeTakenByTwin = (error: unknown): error is TakenByTwin =>
  error instanceof RateLimited || error instanceof InsufficientFunds || error instanceof DuplicatePayment

interface Claims {
  readonly owner: string
  readonly key: string | undefined
  readonly reference: string | undefined
}

const claimsOf = ({ account }: Caller, { reference }: TransferOrder, attempt: CreateTransfer["attempt"]): Claims => ({
  owner: account.id,
  key: attempt && keyClaim(account.id, attempt.key),
  reference: reference === undefined ? undefined : referenceClaim(account.id, reference)
})

const isOvertaken = (error: unknown): boolean =>
  error instanceof VersionConflict || error instanceof DuplicateKey && racedFor.has(error.kind)

const racedFor: ReadonlySet<string> = new Set([TransferClaims.kind, TransferTurns.kind, Transfers.kind])

const replayKey = Effect.fnUntraced(function*({ claim, transfer }: Claimed, order: TransferOrder) {
  if (claim.value.fingerprint !== order.fingerprint) return yield* new IdempotencyConflict({ field: "Idempotency-Key" })
  return answered(transferAnswer(yield* settled(transfer), claim.value.alreadyProcessed), true)
})

// An Idempotency-Key that came with the repetition stands for it from now on.
const replayReference = Effect.fnUntraced(function*({ transfer }: Claimed, order: TransferOrder, claims: Claims) {
  const now = yield* Clock.currentTimeMillis
  const writes = keyWrites(claims, { transferId: transfer.id, order, now, alreadyProcessed: true })
  if (writes.length > 0) yield* Store.use((store) => store.commit(changeSet({ writes })))
  return answered(transferAnswer(yield* settled(transfer), true))
})

const transferAndStore = Effect.fnUntraced(function*(
  caller: Caller,
  order: TransferOrder,
  claims: Claims,
  named: Stored<TransferClaim> | undefined
) {
  const parties = yield* admit(caller, order)
  const { payload, sendBefore, transfer } = yield* signed(parties, order, named?.version ?? 0)
  const { asset, createdAt: now, id: transferId, network, owner, recipientAddress: to, senderAddress: from, units } =
    transfer
  const wanted: Plan = {
    purpose: transferPurpose,
    owner,
    subjectKind: "transfer",
    subject: transferId,
    order: { kind: "spend", asset, network, units, from, to, payload, sendBefore },
    at: now
  }
  // Whoever looks outside first is the job.
  const { claim: sending, parts } = (yield* mayHaveBeenSent)
    ? { claim: undefined, parts: changeSet(plan(wanted)) }
    : yield* Effect.catchTag(planAndClaim(wanted), "AccountUnread", () => Effect.fail(unavailable))
  const claim = { transferId, order, now, alreadyProcessed: false }
  yield* Store.use((store) =>
    store.commit(changeSet({
      writes: [
        insert(Transfers, transfer),
        ...parts.writes,
        turnWrite(parties, now),
        ...keyWrites(claims, claim),
        ...referenceWrites(claims, claim, named)
      ],
      entries: heldEntries(parties.wallet, { ...order, operationId: transferMovement(transferId), at: now }),
      jobs: parts.jobs
    }))
  ).pipe(Effect.catchTag("Overdraft", () => Effect.fail(insufficient(order))))
  yield* showTurn(nextTurnAt({ takenAt: now }))
  const progress = sending && (yield* sendClaimed({ transfer: hearTransfer }, sending))
  // The commit took so long that the job may have asked in our place.
  if (progress?._tag === "Late") yield* advanceMovement({ transfer: hearTransfer }, transferMovement(transferId))
  return answered(transferAnswer(yield* currentTransfer(transferId), false))
})

// PIN, then funds, then the signature: the seed is there between the first and the last alone.
const signed = (parties: Parties, order: TransferOrder, turn: number) =>
  unlockWallet(parties.wallet, order.proof, (seed) => signedWith(seed, parties, order, turn))

// Made of the order where its caller names it: a store that lost the order meets its transfer again when the order is repeated (C68). A
// reference can be used again once it was free; `turn` says how often it was.
const idOf = (owner: string, { reference }: TransferOrder, turn: number) =>
  reference === undefined
    ? Ids.use((ids) => ids.next("trf", owner))
    : Effect.succeed(derivedId("trf", `transfer/${owner}/${turn}/${reference}`, owner))

const signedWith = Effect.fnUntraced(function*(
  seed: Redacted.Redacted<Uint8Array>,
  parties: Parties,
  order: TransferOrder,
  turn: number
) {
  const { wallet } = parties
  yield* funded(parties, order)
  const id = yield* idOf(wallet.owner, order, turn)
  const { recipientAddress, senderAddress } = yield* addressesOf(parties, order)
  const { asset, network, units } = order
  const now = yield* Clock.currentTimeMillis
  const spend = {
    operationId: transferMovement(id),
    asset,
    network,
    from: wallet.addresses,
    to: recipientAddress,
    units,
    sendBefore: now + limits.spendMs
  }
  const { payload, sendBefore } = yield* Chain.use((chain) => chain.sign(spend, seed)).pipe(
    Effect.catchTag("ChainUnavailable", () => Effect.fail(unavailable))
  )
  const transfer: Transfer = {
    id,
    owner: wallet.owner,
    subAccountId: wallet.subAccountId,
    walletId: wallet.id,
    state: "SUBMITTED",
    asset,
    network,
    units,
    senderAddress,
    recipientAddress,
    toSubAccountId: parties.receiver?.holder.id ?? null,
    ...(order.declared === undefined ? {} : { declared: order.declared }),
    reference: order.reference ?? null,
    txHash: null,
    refusal: null,
    duplicateFingerprint: transferFingerprint(order, now),
    ...reasonGiven(order.duplicateReason),
    createdAt: now,
    updatedAt: now
  }
  return { transfer, payload, sendBefore }
})

// What the ledger decides is decided by its commit; any other balance is the chain's.
const funded = Effect.fnUntraced(function*({ wallet }: Parties, order: TransferOrder) {
  const { asset, network, units } = order
  if (isMirrored(order)) return yield* syncMirror(wallet)
  const chain = yield* Chain
  if ((yield* chain.spendable({ asset, network, addresses: wallet.addresses })) < units) {
    return yield* insufficient(order)
  }
}, Effect.catchTag("ChainUnavailable", () => Effect.fail(unavailable)))

const insufficient = ({ asset, network }: TransferOrder): InsufficientFunds => new InsufficientFunds({ asset, network })

const unavailable = upstreamAway("The chain")

const turnWrite = ({ turn, wallet }: Parties, takenAt: number): Write => {
  const after = { id: wallet.subAccountId, owner: wallet.owner, takenAt }
  return turn === undefined ? insert(TransferTurns, after) : replace(TransferTurns, turn, after)
}

interface ClaimParts {
  readonly transferId: string
  readonly order: TransferOrder
  readonly now: number
  readonly alreadyProcessed: boolean
}

const claimFor = (id: string, { owner }: Claims, parts: ClaimParts): TransferClaim => ({
  id,
  owner,
  transferId: parts.transferId,
  fingerprint: parts.order.fingerprint,
  alreadyProcessed: parts.alreadyProcessed,
  createdAt: parts.now
})

const keyWrites = (claims: Claims, parts: ClaimParts): ReadonlyArray<Write> =>
  claims.key === undefined ? [] : [insert(TransferClaims, claimFor(claims.key, claims, parts))]

const referenceWrites = (
  claims: Claims,
  parts: ClaimParts,
  before: Stored<TransferClaim> | undefined
): ReadonlyArray<Write> => {
  if (claims.reference === undefined) return []
  const after = claimFor(claims.reference, claims, parts)
  return [before === undefined ? insert(TransferClaims, after) : replace(TransferClaims, before, after)]
}
