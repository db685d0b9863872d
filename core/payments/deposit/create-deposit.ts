// POST /api/deposit/asset: a charge for a PIX that will be delivered as an asset (spec "Deposit request", C2, C4, C13).
import { Clock, Effect } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { type Attempt, type RememberSealed, answered, onceSealed } from "../../customers/idempotency/idempotency.ts"
import { zero } from "../../base/money/units.ts"
import { Ids } from "../../engine/store/ids.ts"
import type { AccountUnread } from "../../ports/provider-account.ts"
import { type ChargeRequest, PixRail } from "../../ports/pix-rail.ts"
import { insert } from "../../engine/store/records.ts"
import { DuplicateKey, Store, changeSet } from "../../engine/store/store.ts"
import { type Deposit, type DepositAnswer, Deposits } from "./deposit.ts"
import { chargeAnswer } from "./charge-link.ts"
import {
  type DepositOrder,
  type DepositRequest,
  type OrderContext,
  admit,
  checkDepositRequest,
  priced,
  readOrderContext,
  sameOrder
} from "./admit-deposit.ts"

export interface CreateDeposit {
  readonly caller: Caller
  readonly request: DepositRequest
  readonly attempt?: Attempt<DepositAnswer> | undefined
  /** Scheme and host that the caller requested: what `chargeUrl` begins with unless the service has a public address. */
  readonly asked?: string | null | undefined
}

/** Makes the charge, or gives the first answer again when the externalId or the Idempotency-Key was used before. */
export const createDeposit = Effect.fnUntraced(function*({ asked, attempt, caller, request }: CreateDeposit) {
  const order = yield* checkDepositRequest(caller, request)
  // The answer holds the link of the charge's page, which opens it for whoever has it.
  return yield* onceSealed(caller.account.id, attempt, (remember) => createOnce({ caller, order, remember, asked }))
})

interface Creation {
  readonly caller: Caller
  readonly order: DepositOrder
  readonly remember: RememberSealed<DepositAnswer>
  readonly asked: string | null | undefined
}

const createOnce = (creation: Creation) => {
  const create = Effect.gen(function*() {
    const context = yield* readOrderContext(creation.caller, creation.order)
    return context.earlier === undefined
      ? yield* chargeAndStore(creation, context)
      : yield* replay(creation, context.earlier)
  })
  // A twin that loses the race finds the winner's deposit and answers with it.
  return Effect.catchIf(create, isExternalIdTaken, () => create)
}

const chargeAndStore = Effect.fnUntraced(
  function*({ asked, caller, order, remember }: Creation, context: OrderContext) {
    const payer = yield* admit(caller, order, context)
    const deposit = yield* charge(caller, order, payer)
    const answer = yield* chargeAnswer(deposit, asked)
    const remembered = yield* remember(answer, deposit.createdAt)
    yield* Store.use((store) =>
      store.commit(changeSet({
        writes: [insert(Deposits, deposit), ...remembered]
      }))
    )
    return answered(answer)
  }
)

const charge = Effect.fnUntraced(function*(caller: Caller, order: DepositOrder, payer: ChargeRequest["payer"]) {
  const now = yield* Clock.currentTimeMillis
  const { fee, rate, units } = yield* priced(caller, order)
  const id = yield* Ids.use((ids) => ids.next("dep", caller.account.id))
  const expiresAt = now + caller.account.chargeLifetimeMs
  const { brCode, trackId, via } = yield* payable({
    chargeId: id,
    value: order.value,
    expiresAt,
    subAccountId: order.subAccountId,
    payer,
    description: caller.account.name
  })
  const deposit: Deposit = {
    id,
    owner: caller.account.id,
    subAccountId: order.subAccountId,
    externalId: order.externalId ?? (yield* Ids.use((ids) => ids.next("ext", caller.account.id))),
    state: "PENDING",
    processingStep: null,
    asset: order.asset,
    network: order.network,
    address: order.address,
    taxId: order.taxId ?? null,
    ...(order.declared === undefined ? {} : { declared: order.declared }),
    value: order.value,
    fee,
    quotedRate: null,
    rate,
    delivers: order.delivers,
    units,
    via,
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
    withheld: zero("BRL"),
    returnDueAt: null,
    expiresAt,
    createdAt: now,
    updatedAt: now
  }
  return deposit
})

const payable = Effect.fnUntraced(function*(request: ChargeRequest) {
  const rail = yield* PixRail
  const via = yield* Effect.catchTag(rail.account, "AccountUnread", unread)
  const outcome = yield* rail.createCharge(request)
  if (outcome._tag === "Done") return { ...outcome.value, via }
  yield* Effect.logWarning("The PIX provider made no charge", { charge: request.chargeId, reason: outcome.reason })
  return yield* upstreamAway("The PIX provider")
})

const unread = ({ reason }: AccountUnread) =>
  Effect.logWarning("The account at the PIX provider cannot be read", { reason }).pipe(
    Effect.andThen(Effect.fail(upstreamAway("The PIX provider")))
  )

// The first answer again; an Idempotency-Key that came with the repetition stands for it from now on.
const replay = Effect.fnUntraced(function*({ asked, order, remember }: Creation, earlier: Deposit) {
  const answer = yield* chargeAnswer(yield* sameOrder(earlier, order), asked)
  const writes = yield* remember(answer, yield* Clock.currentTimeMillis)
  if (writes.length > 0) yield* Store.use((store) => store.commit(changeSet({ writes })))
  return answered(answer, true)
})

const isExternalIdTaken = (error: unknown): error is DuplicateKey =>
  error instanceof DuplicateKey && error.kind === Deposits.kind && error.name === "externalId"
