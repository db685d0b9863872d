// The ports over the other side of one movement, whichever kind it is of: all of them send to it and look up there.
import { Context, Effect, Layer, Scope } from "effect"
import * as unconfigured from "../../adapters/unconfigured/ports.ts"
import type { MovingPorts } from "../../core/payments/movement/kinds.ts"
import { unitsUnsafe } from "../../core/base/money/units.ts"
import type { Chain } from "../../core/ports/chain.ts"
import {
  chainAdapter,
  lightningNodeAdapter,
  pixRailAdapter,
  sparkWalletAdapter,
  swapPoolAdapter
} from "../../core/ports/moving/adapter.ts"
import { type Done, type LookUp, type Sending, done } from "../../core/ports/outcome.ts"
import type { PixRail } from "../../core/ports/pix-rail.ts"
import { restrictions } from "../../core/ports/restrictions.ts"
import type { SparkWallet } from "../../core/ports/spark-wallet.ts"
import type { SwapPool } from "../../core/ports/swap-pool.ts"
import type { TreasuryLimits } from "../../core/ports/treasury-limits.ts"
import { unrestricted } from "../support/restrictions.ts"

/** What a run asks of the other side. */
export interface Calls {
  readonly keepsIds: boolean
  readonly send: Effect.Effect<Sending<string>>
  readonly lookUp: Effect.Effect<LookUp<string>>
  /** An invoice of an address, for so many satoshis. */
  readonly resolve: (amount: bigint) => Effect.Effect<string>
  /** Hears of an invoice before it is paid. */
  readonly paying: (bolt11: string) => void
}

export type Ports = Chain | PixRail | SparkWallet | SwapPool | MovingPorts | TreasuryLimits

const sats = unitsUnsafe("BTC", 5n)

const account = Effect.succeed("the other side")

/** Ports without an adapter, and treasuries without a limit. */
export const around: Context.Context<Ports> = Effect.runSync(
  Layer.buildWithScope(Layer.merge(unconfigured.layer, restrictions(unrestricted)), Scope.makeUnsafe())
)

export const portsOver = ({ keepsIds, lookUp: found, paying, resolve, send: sent }: Calls): Context.Context<Ports> => {
  const send = <R>(answer: (receipt: string) => R) => (): Effect.Effect<Sending<R>> =>
    Effect.map(sent, (sending) => mapped(sending, answer))
  const lookUp = <R>(answer: (receipt: string) => R) => (): Effect.Effect<LookUp<R>> =>
    Effect.map(found, (seen) => mapped(seen, answer))
  const hash = (transactionHash: string) => ({ transactionHash })
  const paid = (endToEndId: string) => ({ endToEndId, paidAt: 0, payerIspb: null, receiver: null })
  const returned = (returnEndToEndId: string) => ({ returnEndToEndId })
  const transferred = (transferId: string) => ({ transferId })
  const invoicePaid = (requestId: string) => ({ requestId, fee: sats })
  const preimage = (paymentHash: string) => ({ paymentHash, preimage: "preimage", fee: sats })
  const swapped = (transferId: string) => ({ requestId: "request", transferId, sats })
  return around.pipe(
    Context.merge(chainAdapter.services({
      ...chainAdapter.of(around),
      account: () => account,
      ...(keepsIds ? { absentAfterMs: 0 } : {}),
      deliver: send(hash),
      submit: send(hash),
      lookUp: lookUp(hash)
    })),
    Context.merge(pixRailAdapter.services({
      ...pixRailAdapter.of(around),
      account,
      ...(keepsIds ? { absentAfterMs: { payments: 0, returns: 0 } } : {}),
      pay: send(paid),
      lookUpPayment: lookUp(paid),
      sendReturn: send(returned),
      lookUpReturn: lookUp(returned)
    })),
    Context.merge(sparkWalletAdapter.services({
      ...sparkWalletAdapter.of(around),
      account,
      transferToken: send(transferred),
      transferSats: send(transferred),
      lookUpTransfer: lookUp(transferred),
      payInvoice: send(invoicePaid),
      lookUpPayment: lookUp(invoicePaid)
    })),
    Context.merge(lightningNodeAdapter.services({
      ...lightningNodeAdapter.of(around),
      account,
      ...(keepsIds ? { absentAfterMs: 0 } : {}),
      resolveAddress: (_, amount) => resolve(amount),
      pay: ({ bolt11 }) => Effect.andThen(Effect.sync(() => paying(bolt11)), send(preimage)()),
      lookUpPayment: lookUp(preimage)
    })),
    Context.merge(swapPoolAdapter.services({
      ...swapPoolAdapter.of(around),
      account,
      swap: send(swapped),
      lookUpSwap: lookUp(swapped)
    }))
  )
}

const mapped = <Rest extends { readonly _tag: string }, R>(
  found: Done<string> | Rest,
  answer: (receipt: string) => R
): Done<R> | Exclude<Rest, Done<string>> =>
  found._tag === "Done"
    ? done(answer((found as Done<string>).value))
    : found as Exclude<Rest, Done<string>>
