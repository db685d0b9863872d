// What may be asked of `POST /api/lightning/invoice`: the shape of each field, then the rules between them (spec "Lightning
// invoice"). Everything here depends on the request alone.
import { Effect, Result, Schema } from "effect"
import type { Caller } from "../access/caller.ts"
import { parseLightningAddress } from "../address/lightning-address.ts"
import { type ValidationFailed, invalidField } from "../errors/errors.ts"
import { limits } from "../limits/limits.ts"
import { type Cents, unitsUnsafe } from "../money/units.ts"
import { payableCodes } from "../payout/routes.ts"
import { type BrCode, brCodeCaps, parseBrCode } from "../pix/br-code.ts"
import { PixKeyType, parsePixKey } from "../pix/pix-key.ts"
import { text } from "../text/text.ts"
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
  )
}).annotate({ identifier: "LightningInvoiceRequest" })
export type LightningInvoiceRequest = typeof LightningInvoiceRequest.Type

/** A request that holds together. */
export interface LightningInvoiceOrder {
  readonly value: Cents
  readonly destination: LightningInvoice["destination"]
  readonly refundAddress: string | null
}

/** Checks what the fields say together: one destination, its amount, and the way back. */
export const checkLightningInvoiceRequest = (
  caller: Caller,
  request: LightningInvoiceRequest
): Effect.Effect<LightningInvoiceOrder, ValidationFailed> =>
  Effect.gen(function*() {
    const value = unitsUnsafe("BRL", BigInt(request.value))
    return {
      value,
      destination: yield* destinationOf(caller, request, value),
      refundAddress: yield* refundAddressOf(request.refundAddress)
    }
  })

const destinationOf = (
  caller: Caller,
  { pixKey, pixKeyType, qrCode }: LightningInvoiceRequest,
  value: Cents
): Effect.Effect<LightningInvoice["destination"], ValidationFailed> => {
  if (pixKey !== undefined && qrCode !== undefined) {
    return Effect.fail(invalidField("qrCode", "send either pixKey or qrCode, not both"))
  }
  if (pixKey !== undefined) return keyOf(pixKey, pixKeyType)
  return qrCode === undefined
    ? Effect.fail(invalidField("pixKey", "send pixKey or qrCode"))
    : brCodeOf(caller, qrCode, value)
}

const keyOf = (
  pixKey: string,
  pixKeyType: PixKeyType | undefined
): Effect.Effect<LightningInvoice["destination"], ValidationFailed> =>
  Result.match(parsePixKey(pixKey, pixKeyType), {
    onSuccess: ({ type, value }) => Effect.succeed({ by: "key" as const, key: value, keyType: type }),
    onFailure: ({ reason }) =>
      Effect.fail(invalidField(
        "pixKey",
        reason === "typeRequired"
          ? "may be a phone number or a CPF: send pixKeyType"
          : `is not a PIX key${pixKeyType === undefined ? "" : ` of type ${pixKeyType}`}`
      ))
  })

const brCodeOf = (
  caller: Caller,
  qrCode: string,
  value: Cents
): Effect.Effect<LightningInvoice["destination"], ValidationFailed> =>
  Result.match(parseBrCode(qrCode), {
    onFailure: ({ field, reason }) =>
      Effect.fail(invalidField("qrCode", `is not a PIX BR Code: ${reason}${field === "" ? "" : ` in field ${field}`}`)),
    onSuccess: (code) => {
      const problem = codeProblem(caller, code, value)
      return problem === undefined
        ? Effect.succeed({ by: "brCode" as const, brCode: qrCode })
        : Effect.fail(invalidField("qrCode", problem))
    }
  })

// The same codes as a payout pays (0073).
const codeProblem = ({ account }: Caller, code: BrCode, value: Cents): string | undefined => {
  if (!payableCodes[code.kind].includes(account.environment)) return "cannot be paid by a PIX"
  if (code.kind === "static" && code.withdrawalIspb !== undefined) return "hands out cash and takes no payment"
  return code.amount === undefined || code.amount === value ? undefined : "asks for another amount than value"
}

const refundAddressOf = (address: string | undefined): Effect.Effect<string | null, ValidationFailed> =>
  address === undefined ? Effect.succeed(null) : lightningAddressOf(address)

/** A Lightning address in its normal form. */
export const lightningAddressOf = (address: string): Effect.Effect<string, ValidationFailed> =>
  Result.match(parseLightningAddress(address), {
    onSuccess: ({ text: normal }) => Effect.succeed(normal),
    onFailure: ({ message }) => Effect.fail(invalidField("refundAddress", message))
  })
