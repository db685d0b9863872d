// The ports that move money, with the guard before each call that moves. Hosts and embedders put it between use cases and
// adapters; look-ups and everything else pass as they are.
import { Context, Effect, Layer, Schema } from "effect"
import { UnitsSchema } from "../money/units.ts"
import { LightningNode } from "../ports/lightning-node.ts"
import { PixRail } from "../ports/pix-rail.ts"
import { Store } from "../ports/store.ts"
import { guardWith } from "./guard.ts"

/** The ports that move money. */
export type GuardedPorts = PixRail | LightningNode

const text = Schema.String
const maybeText = Schema.NullOr(text)
const sats = UnitsSchema("BTC")

const PixReceiver = Schema.Struct({
  name: maybeText,
  taxId: maybeText,
  bankName: maybeText,
  ispb: maybeText,
  branch: maybeText,
  account: maybeText,
  accountType: maybeText
})
const PaymentReceipt = Schema.Struct({
  endToEndId: text,
  paidAt: Schema.Finite,
  payerIspb: maybeText,
  receiver: Schema.NullOr(PixReceiver)
})
const LightningReceipt = Schema.Struct({ paymentHash: text, preimage: text, fee: sats })

const amount = (asset: string, units: bigint) => ({ asset, units })
const unsaid = { asset: null, units: null }

/** What is a movement of its own record passes: it is claimed there. */
const passes = (paymentId: string): boolean => paymentId.startsWith("pay_")

/** The same ports, each movement at most once for an operation id, whatever a use case does. */
export const guardedPorts = (
  store: typeof Store.Service,
  ports: Context.Context<GuardedPorts>
): Context.Context<GuardedPorts> => {
  const guard = guardWith(store)
  const rail = Context.get(ports, PixRail)
  const node = Context.get(ports, LightningNode)
  const pixPayment = guard("pixPayment", PaymentReceipt)
  const lightningPayment = guard("lightningPayment", LightningReceipt)
  return Context.make(PixRail, {
    ...rail,
    pay: (request) =>
      passes(request.paymentId) ? rail.pay(request) : pixPayment({
        keepsIds: rail.keepsIds,
        operationId: request.paymentId,
        ...amount("BRL", request.value),
        terms: { to: { ...request.destination } },
        ask: rail.pay(request),
        lookUp: rail.lookUpPayment(request.paymentId)
      })
  }).pipe(
    Context.add(LightningNode, {
      ...node,
      pay: (payment) =>
        lightningPayment({
          keepsIds: node.keepsIds,
          operationId: payment.operationId,
          ...unsaid,
          terms: { invoice: payment.bolt11 },
          ask: node.pay(payment),
          lookUp: node.lookUpPayment(payment.operationId)
        })
    })
  )
}

/** Guards the ports that it is given. */
export const layer: Layer.Layer<GuardedPorts, never, GuardedPorts | Store> = Layer.effectContext(
  Effect.map(Effect.context<GuardedPorts | Store>(), (given) => guardedPorts(Context.get(given, Store), given))
)
