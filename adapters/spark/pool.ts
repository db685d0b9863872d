// What a conversion in the SDK's pool would give. The SDK prices a conversion anew when it sends it and takes no least amount beside a
// fixed one, so it cannot keep the customer's minimum: conversions are held for a person, and only where an operator has said that one
// makes them.
import { Effect } from "effect"
import { type Units, mulDivCeil } from "../../core/base/money/units.ts"
import type { SwapPoolAdapter } from "../../core/ports/moving/adapter.ts"
import { absent, held } from "../../core/ports/outcome.ts"
import { PoolUnavailable } from "../../core/ports/swap-pool.ts"
import { type Call, SdkAway, type Wallets, amountOf } from "./wallets.ts"

const basis = 10_000n

/** The part of an amount that shows the price before it moves. */
const sampleParts = 100n

export interface PoolParts {
  readonly wallets: Wallets
  readonly token: string
  /** Whether a person makes the conversions. */
  readonly isManual: boolean
}

export const pool = ({ isManual, token, wallets: { account, settlement } }: PoolParts): SwapPoolAdapter => {
  const conversionType = { type: "toBitcoin", fromTokenIdentifier: token } as const

  const given = Effect.fnUntraced(function*(call: Call, own: string, units: bigint) {
    const { conversionEstimate } = yield* call("prepareSendPayment", (sdk) =>
      sdk.prepareSendPayment({
        paymentRequest: { type: "input", input: own },
        amount: units,
        tokenIdentifier: token,
        conversionOptions: { conversionType, maxSlippageBps: 0 },
        feePolicy: "feesIncluded"
      }))
    if (conversionEstimate?.amountIn !== units || conversionEstimate.amountAdjustment !== undefined) {
      return yield* new SdkAway({ reason: "the pool gives no price for this amount" })
    }
    return yield* amountOf("BTC", conversionEstimate.amountOut)
  })

  const simulate = Effect.fnUntraced(function*(units: Units<"DEPIX">) {
    const call = yield* settlement
    const { paymentRequest: own } = yield* call(
      "receivePayment",
      (sdk) => sdk.receivePayment({ paymentMethod: { type: "sparkAddress" } })
    )
    const { minFromAmount = 1n } = yield* call(
      "fetchConversionLimits",
      (sdk) => sdk.fetchConversionLimits({ conversionType })
    )
    const sats = yield* given(call, own, units)
    const hundredth = mulDivCeil(units, 1n, sampleParts)
    const sample = hundredth > minFromAmount ? hundredth : minFromAmount
    if (sample >= units) return { sats, slippageBps: 0 }
    const before = yield* given(call, own, sample)
    // How much less a unit brings than one of the sample. Rounded up: what is not known counts as slippage.
    const full = before * units
    const lost = full - sats * sample
    return {
      sats,
      slippageBps: lost <= 0n || full === 0n ? 0 : Number(mulDivCeil(lost, basis, full))
    }
  })

  return {
    account,
    ways: { swaps: isManual ? "operator" : "none" },
    simulate: (units) =>
      isManual
        ? simulate(units).pipe(
          Effect.catchTags({
            SdkThrew: ({ reason }) => Effect.fail(new PoolUnavailable({ reason })),
            SdkAway: ({ reason }) => Effect.fail(new PoolUnavailable({ reason }))
          })
        )
        : Effect.fail(new PoolUnavailable({ reason: "no one makes conversions here" })),
    swap: ({ minimumSats, units }) =>
      Effect.succeed(
        held("manual", `convert ${units} units of DePix of the settlement wallet for ${minimumSats} satoshis or more`)
      ),
    lookUpSwap: () => Effect.succeed(absent)
  }
}
