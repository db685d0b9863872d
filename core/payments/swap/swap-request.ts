// What may be asked of `POST /api/wallet/swap`, rule by rule, each refused under its own code (spec "DePix swap", "Error
// codes"). Everything here depends on the request alone, so a wrong request never reads or changes anything.
import { Effect, Redacted, Result, Schema } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { parseLightningAddress } from "../../standards/address/lightning-address.ts"
import { parseSparkAddress } from "../../standards/address/spark.ts"
import {
  Bolt11NotSupported,
  type DeclarationMissing,
  InvalidLightningDestination,
  InvalidSparkAddress,
  InvalidSwapInput
} from "../../base/errors/errors.ts"
import {
  type Declaration,
  type RequiredFields,
  declaredIn,
  deliveryFields,
  isSameDeclaration,
  requireDeclared,
  requireDeclaredInside
} from "../../standards/identity/declaration.ts"
import { limits } from "../../base/limits/limits.ts"
import { type DecimalReason, parseDecimal } from "../../base/money/decimal.ts"
import { type Sats, type Units, unitsUnsafe } from "../../base/money/units.ts"
import { text } from "../../base/text/text.ts"
import { isTriedPin } from "../../customers/wallet/pin.ts"
import type { WalletProof } from "../../customers/wallet/unlock-wallet.ts"
import type { Swap, SwapNetwork } from "./swap.ts"

// Every field of the specification has a code of its own when it is wrong, so its shape is judged here; the schema says what it
// should be. What is declared is judged as it is for every other operation.
const field = (description: string, jsonSchema: Readonly<Record<string, unknown>>) =>
  Schema.optionalKey(
    Schema.Json.check(
      Schema.makeFilter(() => true, { expected: "a value", toJsonSchema: () => ({ ...jsonSchema }) })
    ).annotate({ description })
  )
const secret = (description: string) =>
  Schema.optionalKey(Schema.RedactedFromValue(
    Schema.Json.check(
      Schema.makeFilter(() => true, { expected: "a value", toJsonSchema: () => ({ type: "string" }) })
    ).annotate({ description })
  ))
const { swapLightningFeeSats, swapMinimumOutputSats, swapRequestId, swapSlippageBps } = limits

export const SwapRequest = Schema.Struct({
  fromAsset: field("Required: `DEPIX`", { type: "string", enum: ["DEPIX"] }),
  toAsset: field("Required: `BTC`", { type: "string", enum: ["BTC"] }),
  network: field("Where the satoshis go; `lightning` by default, so name it", {
    type: "string",
    enum: ["spark", "lightning"]
  }),
  amount: field("Required: whole DePix as a decimal string, up to 8 decimals, at most 10000", {
    type: "string",
    pattern: "^(?:0|[1-9]\\d*)(?:\\.\\d{1,8})?$"
  }),
  clientRequestId: field("Required: your id of the swap; the same one is the same swap", {
    type: "string",
    pattern: `^[A-Za-z0-9_-]{${swapRequestId.minimum},${swapRequestId.maximum}}$`
  }),
  walletPin: secret("Required: the holder's PIN"),
  protectedSymmetricKey: secret("Required: from the keys endpoint"),
  subAccountId: field("Whose wallet is debited; the caller's own by default", { type: "string" }),
  address: field("A mainnet Spark address, or a Lightning address; the wallet's own by default", { type: "string" }),
  minAmountOutSats: field("Satoshis that have to arrive at least, a Lightning fee allowance not counted", {
    type: "integer",
    minimum: swapMinimumOutputSats.minimum,
    default: swapMinimumOutputSats.fallback
  }),
  maxSlippageBps: field("How far the price may move, in hundredths of a percent", {
    type: "integer",
    ...bounds(swapSlippageBps),
    default: swapSlippageBps.fallback
  }),
  maxLightningFeeSats: field("Satoshis that routing may take; of no account on spark", {
    type: "integer",
    ...bounds(swapLightningFeeSats),
    default: swapLightningFeeSats.fallback
  }),
  reference: field("A label for your books; no idempotency key", { type: "string" }),
  ...deliveryFields
}).annotate({ identifier: "SwapRequest" })
export type SwapRequest = typeof SwapRequest.Type

/** A request that holds together. */
export interface SwapOrder {
  readonly subAccountId: string
  readonly clientRequestId: string
  readonly units: Units<"DEPIX">
  readonly network: SwapNetwork
  /** The destination that was given, in its normal form; null for the wallet's own. */
  readonly address: string | null
  readonly minAmountOut: Sats
  readonly maxSlippageBps: number
  readonly maxLightningFee: Sats
  readonly reference: string | null
  readonly declared?: Declaration
  readonly proof: WalletProof
}

type SwapRefusal = InvalidSwapInput | InvalidSparkAddress | InvalidLightningDestination | Bolt11NotSupported

/** Checks every field, then the destination, then what has to be declared. */
export const checkSwapRequest = (
  caller: Caller,
  request: SwapRequest
): Effect.Effect<SwapOrder, SwapRefusal | DeclarationMissing, RequiredFields> =>
  Effect.gen(function*() {
    yield* exactly("fromAsset", request.fromAsset, "DEPIX")
    yield* exactly("toAsset", request.toAsset, "BTC")
    const network = yield* networkOf(request.network)
    const units = yield* unitsOf(request.amount)
    const clientRequestId = yield* requestIdOf(request.clientRequestId)
    const proof = {
      walletPin: yield* secretOf("walletPin", request.walletPin, isTriedPin),
      protectedSymmetricKey: yield* secretOf("protectedSymmetricKey", request.protectedSymmetricKey, isEnvelope)
    }
    const subAccountId = yield* textOf("subAccountId", request.subAccountId, { minimum: 1, maximum: 64 })
    const minAmountOut = yield* satsOf("minAmountOutSats", request.minAmountOutSats, swapMinimumOutputSats)
    const maxSlippageBps = yield* integerOf("maxSlippageBps", request.maxSlippageBps, swapSlippageBps)
    const maxLightningFee = network === "spark"
      ? unitsUnsafe("BTC", 0n)
      : yield* satsOf("maxLightningFeeSats", request.maxLightningFeeSats, swapLightningFeeSats)
    const reference = yield* textOf("reference", request.reference, limits.reference)
    const address = request.address === undefined ? null : yield* addressOf(network, request.address)
    // Without an address it comes back to the wallet that it left.
    yield* address === null ? requireDeclaredInside("swap", request) : requireDeclared("swap", request)
    return {
      subAccountId: subAccountId ?? caller.account.mainSubAccountId,
      clientRequestId,
      units,
      network,
      address,
      minAmountOut,
      maxSlippageBps,
      maxLightningFee,
      reference,
      ...declaredIn(request),
      proof
    }
  })

/** Whether two requests of one id ask for the same; PIN and key are no part of it. */
export const isSameSwap = (earlier: Swap, order: SwapOrder): boolean =>
  earlier.subAccountId === order.subAccountId &&
  earlier.units === order.units &&
  earlier.network === order.network &&
  earlier.address === order.address &&
  earlier.minAmountOut === order.minAmountOut &&
  earlier.maxSlippageBps === order.maxSlippageBps &&
  earlier.maxLightningFee === order.maxLightningFee &&
  earlier.reference === order.reference &&
  isSameDeclaration(earlier.declared, order.declared)

function bounds({ maximum, minimum }: { readonly minimum: number; readonly maximum: number }) {
  return { minimum, maximum }
}

const wrong = (name: string, problem: string) => Effect.fail(new InvalidSwapInput({ field: name, problem }))

const exactly = (name: string, value: unknown, expected: string) =>
  value === expected ? Effect.void : wrong(name, `must be ${expected}`)

const networkOf = (value: unknown): Effect.Effect<SwapNetwork, InvalidSwapInput> => {
  if (value === undefined) return Effect.succeed("lightning")
  return value === "spark" || value === "lightning"
    ? Effect.succeed(value)
    : wrong("network", "must be spark or lightning")
}

const decimalProblems: Readonly<Record<DecimalReason, string>> = {
  empty: "is required",
  sign: "must be positive and without a sign",
  exponent: "must not be in scientific notation",
  malformed: "must be a decimal number such as 12.5",
  leadingZero: "must not begin with needless zeros",
  excessDigits: "has more than 8 decimals",
  aboveBound: "is more than 10000"
}

const unitsOf = (value: unknown): Effect.Effect<Units<"DEPIX">, InvalidSwapInput> => {
  if (typeof value !== "string") return wrong("amount", "must be a decimal string")
  const parsed = parseDecimal("DEPIX", value)
  if (Result.isFailure(parsed)) return wrong("amount", decimalProblems[parsed.failure.reason])
  if (parsed.success === 0n) return wrong("amount", "must be more than 0")
  return parsed.success > mostUnits ? wrong("amount", decimalProblems.aboveBound) : Effect.succeed(parsed.success)
}

const mostUnits = Result.getOrThrow(parseDecimal("DEPIX", limits.swapAmount.maximum))

const requestIdForm = new RegExp(`^[A-Za-z0-9_-]{${swapRequestId.minimum},${swapRequestId.maximum}}$`)

const requestIdOf = (value: unknown): Effect.Effect<string, InvalidSwapInput> =>
  typeof value === "string" && requestIdForm.test(value)
    ? Effect.succeed(value)
    : wrong("clientRequestId", "must be 1 to 100 letters, digits, _ or -")

const isEnvelope = (given: string): boolean => given.length > 0 && given.length <= 1_024

const secretOf = (
  name: string,
  value: Redacted.Redacted<unknown> | undefined,
  isTaken: (given: string) => boolean
): Effect.Effect<Redacted.Redacted, InvalidSwapInput> => {
  const given = value === undefined ? undefined : Redacted.value(value)
  return typeof given === "string" && isTaken(given)
    ? Effect.succeed(Redacted.make(given))
    : wrong(name, "is required, as text")
}

const textOf = (
  name: string,
  value: unknown,
  length: { readonly minimum: number; readonly maximum: number }
): Effect.Effect<string | null, InvalidSwapInput> => {
  if (value === undefined) return Effect.succeed(null)
  return Schema.is(text(length))(value)
    ? Effect.succeed(value)
    : wrong(name, `must be text of ${length.minimum} to ${length.maximum} characters`)
}

interface Range {
  readonly minimum: number
  readonly maximum?: number
  readonly fallback: number
}

const integerOf = (
  name: string,
  value: unknown,
  { fallback, maximum = Number.MAX_SAFE_INTEGER, minimum }: Range
): Effect.Effect<number, InvalidSwapInput> => {
  if (value === undefined) return Effect.succeed(fallback)
  return typeof value === "number" && Number.isSafeInteger(value) && value >= minimum && value <= maximum
    ? Effect.succeed(value)
    : wrong(name, `must be an integer from ${minimum}${maximum === Number.MAX_SAFE_INTEGER ? "" : ` to ${maximum}`}`)
}

/** All the bitcoin there can be: no swap brings more. */
const mostSats = 2_100_000_000_000_000

const satsOf = (name: string, value: unknown, range: Range): Effect.Effect<Sats, InvalidSwapInput> =>
  Effect.map(integerOf(name, value, { maximum: mostSats, ...range }), (sats) => unitsUnsafe("BTC", BigInt(sats)))

const addressOf = (network: SwapNetwork, value: unknown): Effect.Effect<string, SwapRefusal> => {
  switch (network) {
    case "spark": {
      const parsed = typeof value === "string" ? parseSparkAddress(value) : undefined
      return parsed !== undefined && Result.isSuccess(parsed)
        ? Effect.succeed(parsed.success)
        : Effect.fail(new InvalidSparkAddress())
    }
    case "lightning": {
      if (typeof value === "string" && /^(?:lightning:)?ln(?:bc|tb|sb)/i.test(value) && !value.includes("@")) {
        return Effect.fail(new Bolt11NotSupported())
      }
      const parsed = typeof value === "string" ? parseLightningAddress(value) : undefined
      return parsed !== undefined && Result.isSuccess(parsed)
        ? Effect.succeed(parsed.success.text)
        : Effect.fail(new InvalidLightningDestination())
    }
  }
}
