// Who is on either side of a PIX: who pays it, whom it is paid to, and who received it.
import { Schema } from "effect"
import { PixKeyType } from "./pix-key.ts"

const text = Schema.String
const maybeText = Schema.NullOr(text)

/** Who paid a PIX, as far as the rail says. */
export const Payer = Schema.Struct({
  name: maybeText,
  /** CPF or CNPJ, no punctuation. */
  taxId: maybeText
})
export type Payer = typeof Payer.Type

/** Who a PIX is paid to: a key in its normal form, or whoever a BR Code names. */
export const PixDestination = Schema.Union([
  Schema.Struct({ by: Schema.Literal("key"), key: text, keyType: PixKeyType }),
  Schema.Struct({ by: Schema.Literal("brCode"), brCode: text })
])
export type PixDestination = typeof PixDestination.Type

/** Who received a PIX, as far as its settlement message tells. Tax id and account are whole here; whatever shows them masks them. */
export const PixReceiver = Schema.Struct({
  name: maybeText,
  taxId: maybeText,
  bankName: maybeText,
  ispb: maybeText,
  branch: maybeText,
  account: maybeText,
  accountType: maybeText
})
export type PixReceiver = typeof PixReceiver.Type
