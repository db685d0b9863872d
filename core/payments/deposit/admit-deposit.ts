// What an order meets before anything is charged: what is on record about it, the gates in their order (C13), its price, and
// what its destination takes. Shared by making a deposit and by asking what it would be. Below it: what the rail does when a
// deposit fails.
import { Clock, Effect, Result, Schema } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { hasFlag } from "../../customers/account/account.ts"
import type { Flag } from "../../customers/account/flags.ts"
import { parseAddress } from "../../standards/address/address.ts"
import { parseLightningDestination } from "../../standards/address/lightning.ts"
import { Network } from "../../standards/address/network.ts"
import { invoiceProblem } from "../../standards/address/payable-invoice.ts"
import {
  BelowMinimum,
  type DeclarationMissing,
  FeatureNotEnabled,
  IdempotencyConflict,
  UnsupportedPair,
  type ValidationFailed,
  invalidField
} from "../../base/errors/errors.ts"
import { upstreamAway } from "../../base/errors/upstream-away.ts"
import { feeLines } from "../../base/fees/fee.ts"
import {
  type Declaration,
  type RequiredFields,
  declaredIn,
  deliveryFields,
  isSameDeclaration,
  requireDeclared
} from "../../standards/identity/declaration.ts"
import { withinOperationLimit } from "../../customers/account/operation-limit.ts"
import { type KycAttempt, KycAttempts, thirdPartyAllowed } from "../../customers/kyc/kyc-attempt.ts"
import { requireMayTransact } from "../../customers/kyc/may-transact.ts"
import { limits } from "../../base/limits/limits.ts"
import type { AssetCode } from "../../base/money/assets.ts"
import { assetForCents } from "../../base/money/rate.ts"
import { type Cents, unitsUnsafe } from "../../base/money/units.ts"
import { Cpf } from "../../standards/pix/tax-id.ts"
import { customerRate } from "../../ports/rate-spreads.ts"
import { type ChargeRequest, PixRail } from "../../ports/pix-rail.ts"
import { byId, byKey, newest, together } from "../../engine/store/records.ts"
import { type Subaccount, Subaccounts, inScope } from "../../customers/subaccount/subaccount.ts"
import { text } from "../../base/text/text.ts"
import { type QuoteTerms, valueFor } from "../quote/quote.ts"
import { requireDelivery, requireLeast, requirePixReturns } from "../ways/require-ways.ts"
import {
  type Deposit,
  type DepositAsset,
  Deposits,
  depositAssets,
  depositPairs,
  externalIdKey,
  routeOf
} from "./deposit.ts"

// What may be asked of `POST /api/deposit/asset`: the shape of each field, then the rules between them. Everything here
// depends on the request alone, so a wrong request never reads or changes anything.

/** Assets that exist in the interface but are not delivered by deposits: known names, refused as a pair. */
const knownElsewhere = ["BRS", "USDB"] as const
const networksOfDeposits = Network.literals.filter((network) => network !== "spark")

export const DepositRequest = Schema.Struct({
  value: Schema.Int.check(Schema.isBetween(limits.depositValue)).annotate({
    description: "What the payer pays, in BRL cents"
  }),
  asset: Schema.Literals([...depositAssets, ...knownElsewhere]).annotate({
    description: "What is delivered; an asset that no deposit delivers is refused as a pair"
  }),
  network: Schema.optionalKey(
    Schema.Literals(networksOfDeposits).annotate({ description: "Where it is delivered; LIGHTNING needs none" })
  ),
  address: Schema.String.annotate({
    description:
      "Destination: a BOLT11 invoice, LNURL or Lightning address for LIGHTNING, else an address of the network. An " +
      "invoice must not have expired, and names no amount or exactly what is delivered"
  }),
  externalId: Schema.optionalKey(text(limits.externalId).annotate({ description: "Idempotency key; made if omitted" })),
  taxId: Schema.optionalKey(
    Cpf.annotate({ description: "CPF of the beneficiary, digits only; left out for the account holder" })
  ),
  subAccountId: Schema.optionalKey(
    text({ minimum: 1, maximum: 64 }).annotate({ description: "On whose behalf; the main account by default" })
  ),
  ...deliveryFields
}).annotate({ identifier: "DepositAssetRequest" })
export type DepositRequest = typeof DepositRequest.Type

/** A request that holds together, with the route it takes and the account it is for. */
export interface DepositOrder {
  readonly value: Cents
  readonly asset: DepositAsset
  readonly network: Network
  readonly delivers: AssetCode
  readonly flag: Flag | undefined
  readonly address: string
  readonly externalId: string | undefined
  readonly taxId: string | undefined
  readonly subAccountId: string
  readonly declared?: Declaration
}

/** Checks what the fields say together: pair, then address, then what has to be declared. */
export const checkDepositRequest = (
  caller: Caller,
  request: DepositRequest
): Effect.Effect<DepositOrder, ValidationFailed | UnsupportedPair | DeclarationMissing, RequiredFields> =>
  Effect.gen(function*() {
    const { asset, network } = yield* pairOf(request)
    const { delivers, flag } = routeOf(asset)
    const address = yield* addressOf(network, request.address)
    const subAccountId = request.subAccountId ?? caller.account.mainSubAccountId
    const { externalId, taxId } = request
    const value = unitsUnsafe("BRL", BigInt(request.value))
    yield* requireDeclared("deposit", request)
    const order = { value, asset, network, delivers, flag, address, externalId, taxId, subAccountId }
    return { ...order, ...declaredIn(request) }
  })

const isDeposited = (asset: string): asset is DepositAsset => (depositAssets as ReadonlyArray<string>).includes(asset)

const pairOf = (
  request: DepositRequest
): Effect.Effect<{ asset: DepositAsset; network: Network }, ValidationFailed | UnsupportedPair> => {
  const { asset } = request
  // Lightning is its own network, so it need not be named.
  const network = request.network ?? (asset === "LIGHTNING" ? "lightning" : undefined)
  if (network === undefined) return Effect.fail(invalidField("network", `network is required for ${asset}`))
  return isDeposited(asset) && routeOf(asset).networks.includes(network)
    ? Effect.succeed({ asset, network })
    : Effect.fail(new UnsupportedPair({ asset, network, pairs: depositPairs }))
}

const addressOf = (network: Network, address: string): Effect.Effect<string, ValidationFailed> =>
  Result.match(parseAddress(network, address), {
    onSuccess: Effect.succeed,
    onFailure: (problem) => Effect.fail(invalidField("address", problem.message))
  })

/** What is on record about an order: read together, since every order needs it. */
export interface OrderContext {
  readonly earlier: Deposit | undefined
  readonly subaccount: Subaccount | undefined
  readonly attempt: KycAttempt | undefined
}

/** Reads what is on record about an order, in one round trip. */
export const readOrderContext = (caller: Caller, order: DepositOrder) => {
  const ofSubaccount = {
    subaccount: byId(Subaccounts, order.subAccountId),
    attempt: newest(KycAttempts, "bySubAccount", order.subAccountId)
  }
  if (order.externalId === undefined) {
    return Effect.map(together(ofSubaccount), (found): OrderContext => ({ ...found, earlier: undefined }))
  }
  const key = externalIdKey(caller.account.id, order.externalId)
  return together({ ...ofSubaccount, earlier: byKey(Deposits, "externalId", key) })
}

/** Lets an order pass, or refuses it: scope, flag, KYC, third party, limit, in this order. Gives who will pay, as far as KYC knows. */
export const admit = Effect.fnUntraced(function*(caller: Caller, order: DepositOrder, context: OrderContext) {
  const subaccount = yield* inScope(caller, context.subaccount)
  if (order.flag !== undefined && !hasFlag(caller.account, order.flag)) {
    return yield* new FeatureNotEnabled({ flag: order.flag })
  }
  const approved = yield* requireMayTransact(subaccount, context.attempt, order.delivers)
  yield* thirdPartyAllowed(caller.account, approved, order.taxId)
  yield* withinOperationLimit({ asset: "BRL", units: order.value })
  return { name: subaccount.name, taxId: approved.taxId } satisfies ChargeRequest["payer"]
})

/**
 * What an order costs and delivers now; refuses one that nothing here can deliver or return, that would deliver nothing or less than its
 * network takes, or what its destination does not take.
 */
export const priced = Effect.fnUntraced(function*(caller: Caller, order: DepositOrder) {
  const least = yield* requireDelivery({ ...order, asset: order.delivers }, routeOf(order.asset).networks)
  yield* requirePixReturns
  const { fee, net } = feeLines("deposit", order.value, caller.account.fees)
  const rate = yield* priceOf(order)
  const units = assetForCents(rate, net)
  if (units === 0n) return yield* new BelowMinimum({ field: "value" })
  yield* requireLeast("value", { units, least }, (wanted) => leastValue({ rate, fees: caller.account.fees }, wanted))
  const problem = destinationProblem({ ...order, units }, yield* Clock.currentTimeMillis)
  return problem === undefined ? { fee, rate, units } : yield* invalidField("address", problem)
})

// In cents, as the field says it.
const leastValue = ({ fees, rate }: Pick<QuoteTerms, "fees" | "rate">, units: bigint): string =>
  String(valueFor({ operation: "deposit", fees, rate }, units))

const priceOf = (order: DepositOrder) =>
  customerRate(order.delivers, "buys").pipe(
    Effect.catchTag("RateUnavailable", () => Effect.fail(upstreamAway("The price source")))
  )

// The same externalId for another request is a conflict (C2): whatever was asked has to be equal.
const isSameOrder = (earlier: Deposit, order: DepositOrder): boolean =>
  earlier.value === order.value &&
  earlier.asset === order.asset &&
  earlier.network === order.network &&
  earlier.address === order.address &&
  earlier.taxId === (order.taxId ?? null) &&
  earlier.subAccountId === order.subAccountId &&
  isSameDeclaration(earlier.declared, order.declared)

/** The earlier deposit when it was the same order, or the conflict. */
export const sameOrder = (earlier: Deposit, order: DepositOrder): Effect.Effect<Deposit, IdempotencyConflict> =>
  isSameOrder(earlier, order) ? Effect.succeed(earlier) : Effect.fail(new IdempotencyConflict({ field: "externalId" }))

// The BOLT11 invoice that a deposit is delivered to, where its destination is one: it takes the amount that it names, or any
// where it names none, and only until it expires (C4, C38). Other destinations take whatever is delivered.

/** What would be delivered, and where to; on Lightning the units are satoshis. */
type Destined = Pick<Deposit, "address" | "network" | "units">

const msatPerSat = 1_000n

/** What is wrong with the destination at an instant (Unix milliseconds), for whoever gave it; nothing where it can be paid. */
const destinationProblem = ({ address, network, units }: Destined, now: number): string | undefined => {
  if (network !== "lightning") return undefined
  const invoice = Result.getOrUndefined(parseLightningDestination(address))
  if (invoice?.kind !== "bolt11") return undefined
  const amountMsat = units * msatPerSat
  const valid = `Give an invoice that has not expired, for ${amountMsat} millisatoshis or without an amount.`
  switch (invoiceProblem(invoice, { amountMsat, now })) {
    case undefined:
    case "amountOpen":
      return undefined
    case "expired":
      return `The invoice has expired. ${valid}`
    case "otherAmount":
      return `The invoice asks for ${invoice.amountMsat} millisatoshis, and ${amountMsat} would be delivered. ${valid}`
  }
}

// Who returns the payment of a failed deposit: the rail by itself, or we by an order (C46).

export type RailPolicy = PixRail

/** Whether the rail returns the payments of failed deposits by itself. */
export const railReturns = PixRail.use(({ returnsFailed }) => Effect.succeed(returnsFailed))
