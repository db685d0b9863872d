// POST /api/deposit/asset: a charge for a PIX that will be delivered as an asset (spec "Deposit request", C2, C4, C13).
import { Clock, Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import { hasFlag } from "../account/account.ts"
import { thirdPartyAllowed } from "../access/third-party.ts"
import { BelowMinimum, FeatureNotEnabled, IdempotencyConflict, UpstreamUnavailable } from "../errors/errors.ts"
import { feeLines } from "../fees/fee.ts"
import { type Attempt, type Remember, answered, once } from "../idempotency/idempotency.ts"
import { type KycAttempt, KycAttempts, requireApproved } from "../kyc/kyc-attempt.ts"
import { assetForCents } from "../money/rate.ts"
import { zero } from "../money/units.ts"
import { FxRates } from "../ports/fx-rates.ts"
import { Ids } from "../ports/ids.ts"
import { type ChargeRequest, PixRail } from "../ports/pix-rail.ts"
import { byId, byKey, insert, newest, together } from "../ports/records.ts"
import { DuplicateKey, type NewJob, Store, changeSet } from "../ports/store.ts"
import { type Subaccount, Subaccounts, inScope } from "../subaccount/subaccount.ts"
import { type Deposit, Deposits, externalIdKey } from "./deposit.ts"
import { type DepositAnswer, depositAnswer } from "./deposit-view.ts"
import { type DepositOrder, type DepositRequest, checkDepositRequest } from "./deposit-request.ts"

export interface CreateDeposit {
  readonly caller: Caller
  readonly request: DepositRequest
  readonly attempt?: Attempt<DepositAnswer> | undefined
}

/** Makes the charge, or gives the first answer again when the externalId or the Idempotency-Key was used before. */
export const createDeposit = Effect.fnUntraced(function*({ attempt, caller, request }: CreateDeposit) {
  const order = yield* checkDepositRequest(caller, request)
  return yield* once(caller.account.id, attempt, (remember) => createOnce(caller, order, remember))
})

const createOnce = (caller: Caller, order: DepositOrder, remember: Remember<DepositAnswer>) => {
  const create = Effect.gen(function*() {
    const standing = yield* readStanding(caller, order)
    return standing.earlier === undefined
      ? yield* chargeAndStore(caller, order, standing, remember)
      : yield* replay(standing.earlier, order, remember)
  })
  // A twin that loses the race finds the winner's deposit and answers with it.
  return Effect.catchIf(create, isExternalIdTaken, () => create)
}

/** What is on record about an order: read together, since every order needs it. */
interface Standing {
  readonly earlier: Deposit | undefined
  readonly subaccount: Subaccount | undefined
  readonly attempt: KycAttempt | undefined
}

const readStanding = (caller: Caller, order: DepositOrder) => {
  const ofSubaccount = {
    subaccount: byId(Subaccounts, order.subAccountId),
    attempt: newest(KycAttempts, "bySubAccount", order.subAccountId)
  }
  if (order.externalId === undefined) {
    return Effect.map(together(ofSubaccount), (found): Standing => ({ ...found, earlier: undefined }))
  }
  const key = externalIdKey(caller.account.id, order.externalId)
  return together({ ...ofSubaccount, earlier: byKey(Deposits, "externalId", key) })
}

const chargeAndStore = Effect.fnUntraced(function*(
  caller: Caller,
  order: DepositOrder,
  standing: Standing,
  remember: Remember<DepositAnswer>
) {
  yield* admit(caller, order, standing)
  const deposit = yield* charge(caller, order)
  const answer = depositAnswer(deposit)
  yield* Store.use((store) =>
    store.commit(changeSet({
      writes: [insert(Deposits, deposit), ...remember(answer, deposit.createdAt)],
      jobs: [lapseJob(deposit)]
    }))
  )
  return answered(answer)
})

// Scope, flag, KYC, third party: the order in which refusals answer.
const admit = Effect.fnUntraced(function*(caller: Caller, order: DepositOrder, standing: Standing) {
  const subaccount = yield* inScope(caller, standing.subaccount)
  if (order.flag !== undefined && !hasFlag(caller.account, order.flag)) {
    return yield* new FeatureNotEnabled({ flag: order.flag })
  }
  const approved = yield* requireApproved(standing.attempt, subaccount.id)
  yield* thirdPartyAllowed(caller.account, approved, order.taxId)
})

const charge = Effect.fnUntraced(function*(caller: Caller, order: DepositOrder) {
  const now = yield* Clock.currentTimeMillis
  const { fee, net } = feeLines("deposit", order.value, caller.account.fees)
  const rate = yield* priceOf(order)
  const units = assetForCents(rate, net)
  if (units === 0n) return yield* new BelowMinimum({ field: "value" })
  const id = yield* Ids.use((ids) => ids.next("dep"))
  const expiresAt = now + caller.account.chargeLifetimeMs
  const { brCode, trackId } = yield* payable({ chargeId: id, value: order.value, expiresAt })
  const deposit: Deposit = {
    id,
    owner: caller.account.id,
    subAccountId: order.subAccountId,
    externalId: order.externalId ?? (yield* Ids.use((ids) => ids.next("ext"))),
    state: "PENDING",
    processingStep: null,
    asset: order.asset,
    network: order.network,
    address: order.address,
    taxId: order.taxId ?? null,
    value: order.value,
    fee,
    quotedRate: rate,
    rate,
    delivers: order.delivers,
    units,
    trackId,
    qrCode: brCode,
    endToEndId: null,
    payer: null,
    paidAt: null,
    transactionHash: null,
    confirmedAt: null,
    refusal: null,
    refunded: zero("BRL"),
    refundedAt: null,
    refundEndToEndId: null,
    expiresAt,
    createdAt: now,
    updatedAt: now
  }
  return deposit
})

const priceOf = (order: DepositOrder) =>
  FxRates.use((rates) => rates.rate(order.delivers)).pipe(
    Effect.catchTag("RateUnavailable", () => Effect.fail(unavailable("The price source")))
  )

const payable = Effect.fnUntraced(function*(request: ChargeRequest) {
  const outcome = yield* PixRail.use((rail) => rail.createCharge(request))
  if (outcome._tag === "Done") return outcome.value
  yield* Effect.logWarning("The PIX provider made no charge", { charge: request.chargeId, reason: outcome.reason })
  return yield* unavailable("The PIX provider")
})

const unavailable = (upstream: string) => new UpstreamUnavailable({ upstream, retryAfterSeconds: 5 })

const lapseJob = (deposit: Deposit): NewJob => ({
  id: `lapse/${deposit.id}`,
  task: "lapse-deposit",
  subject: deposit.id,
  runAt: deposit.expiresAt
})

// The same externalId for another request is a conflict (C2): whatever was asked has to be equal.
const isSameOrder = (earlier: Deposit, order: DepositOrder): boolean =>
  earlier.value === order.value &&
  earlier.asset === order.asset &&
  earlier.network === order.network &&
  earlier.address === order.address &&
  earlier.taxId === (order.taxId ?? null) &&
  earlier.subAccountId === order.subAccountId

// The first answer again; an Idempotency-Key that came with the repetition stands for it from now on.
const replay = Effect.fnUntraced(function*(earlier: Deposit, order: DepositOrder, remember: Remember<DepositAnswer>) {
  if (!isSameOrder(earlier, order)) return yield* new IdempotencyConflict({ field: "externalId" })
  const answer = depositAnswer(earlier)
  const writes = remember(answer, yield* Clock.currentTimeMillis)
  if (writes.length > 0) yield* Store.use((store) => store.commit(changeSet({ writes })))
  return answered(answer, true)
})

const isExternalIdTaken = (error: unknown): error is DuplicateKey =>
  error instanceof DuplicateKey && error.kind === Deposits.kind && error.name === "externalId"
