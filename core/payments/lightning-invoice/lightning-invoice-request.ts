// What may be asked of `POST /api/lightning/invoice`: the shape of each field, then the rules between them (spec "Lightning
// invoice"). Everything here depends on the request alone.
import { Effect, Result, Schema } from "effect"
import type { Caller } from "../../customers/access/caller.ts"
import { parseLightningAddress } from "../../standards/address/lightning-address.ts"
import {
  type CodeNotPayable,
  type DeclarationMissing,
  type ValidationFailed,
  invalidField
} from "../../base/errors/errors.ts"
import {
  type Declaration,
  type RequiredFields,
  declaredIn,
  paymentFields,
  requireDeclared
} from "../../standards/identity/declaration.ts"
import { limits } from "../../base/limits/limits.ts"
import { type Cents, unitsUnsafe } from "../../base/money/units.ts"
import { brCodeCaps } from "../../standards/pix/br-code.ts"
import { PixKeyType } from "../../standards/pix/pix-key.ts"
import { destinationOf } from "../pix-payment/pix-payment.ts"
import { text } from "../../base/text/text.ts"
import type { PixRail } from "../../ports/pix-rail.ts"
import type { LightningInvoice } from "./lightning-invoice.ts"

export const LightningInvoiceRequest = Schema.Struct({
  value: Schema.Int.check(Schema.isBetween(limits.lightningInvoiceValue)).annotate({
    description: "What the receiver of the PIX gets, in BRL cents: R$0.10 to R$250.00"
  }),
  pixKey: Schema.optionalKey(
    text({ minimum: 1, maximum: 77 }).annotate({ description: "PIX key to pay; either this or `qrCode`" })
  ),
  pixKeyType: Schema.optionalKey(
    PixKeyType.annotate({ description: "Type of `pixKey`; needed where eleven digits may be a CPF or a phone" })
  ),
  qrCode: Schema.optionalKey(
    text({ minimum: 1, maximum: brCodeCaps.code }).annotate({
      description: "PIX BR Code to pay; an amount in it must equal `value`"
    })
  ),
  refundAddress: Schema.optionalKey(
    text({ minimum: 1, maximum: 320 }).annotate({
      description: "Lightning address that gets the sats back when the PIX cannot be paid"
    })
  ),
  ...paymentFields
}).annotate({ identifier: "LightningInvoiceRequest" })
export type LightningInvoiceRequest = typeof LightningInvoiceRequest.Type

/** A request that holds together. */
export interface LightningInvoiceOrder {
  readonly value: Cents
  readonly destination: LightningInvoice["destination"]
  readonly refundAddress: string | null
  readonly declared?: Declaration
}

/** Checks what the fields say together: one destination, its amount, the way back, then what has to be declared. */
export const checkLightningInvoiceRequest = (
  caller: Caller,
  request: LightningInvoiceRequest
): Effect.Effect<
  LightningInvoiceOrder,
  ValidationFailed | CodeNotPayable | DeclarationMissing,
  RequiredFields | PixRail
> =>
  Effect.gen(function*() {
    const value = unitsUnsafe("BRL", BigInt(request.value))
    const destination = yield* destinationOf(caller, request, value)
    const refundAddress = yield* refundAddressOf(request.refundAddress)
    yield* requireDeclared("lightningInvoice", request)
    return { value, destination, refundAddress, ...declaredIn(request) }
  })

const refundAddressOf = (address: string | undefined): Effect.Effect<string | null, ValidationFailed> =>
  address === undefined ? Effect.succeed(null) : lightningAddressOf(address)

/** A Lightning address in its normal form. */
export const lightningAddressOf = (address: string): Effect.Effect<string, ValidationFailed> =>
  Result.match(parseLightningAddress(address), {
    onSuccess: ({ text: normal }) => Effect.succeed(normal),
    onFailure: ({ message }) => Effect.fail(invalidField("refundAddress", message))
  })
