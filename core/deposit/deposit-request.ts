// What may be asked of `POST /api/deposit/asset`: the shape of each field, then the rules between them. Everything here
// depends on the request alone, so a wrong request never reads or changes anything.
import { Effect, Result, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import type { Flag } from "../account/flags.ts"
import { parseAddress } from "../address/address.ts"
import { Network } from "../address/network.ts"
import { UnsupportedPair, type ValidationFailed, invalidField } from "../errors/errors.ts"
import { limits } from "../limits/limits.ts"
import type { AssetCode } from "../money/assets.ts"
import { type Cents, unitsUnsafe } from "../money/units.ts"
import { Cpf } from "../pix/tax-id.ts"
import { text } from "../text/text.ts"
import { type DepositAsset, depositAssets, depositPairs, routeOf } from "./deposit.ts"

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
  )
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
}

/** Checks what the fields say together: pair, then address. */
export const checkDepositRequest = (
  caller: Caller,
  request: DepositRequest
): Effect.Effect<DepositOrder, ValidationFailed | UnsupportedPair> =>
  Effect.gen(function*() {
    const { asset, network } = yield* pairOf(request)
    const { delivers, flag } = routeOf(asset)
    const address = yield* addressOf(network, request.address)
    const subAccountId = request.subAccountId ?? caller.account.mainSubAccountId
    const { externalId, taxId } = request
    const value = unitsUnsafe("BRL", BigInt(request.value))
    return { value, asset, network, delivers, flag, address, externalId, taxId, subAccountId }
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
