// The receipt of a settled PIX, in records of payouts and of Lightning invoices alike (spec "Receipt object").
import { Schema } from "effect"

const text = Schema.NullOr(Schema.String)
const described = (description: string) => text.annotate({ description })

export const Receipt = Schema.Struct({
  endToEndId: described("Compare it without regard to case"),
  paidAt: Schema.NullOr(Schema.String.annotate({ format: "date-time" })),
  rail: text,
  amountInBrl: text,
  payerIspb: text,
  receiver: Schema.Struct({
    name: text,
    taxId: described("A CPF is masked, a CNPJ whole"),
    pixKey: text,
    bankName: text,
    ispb: text,
    branch: text,
    account: described("Masked to its last four digits"),
    accountType: text
  })
})
