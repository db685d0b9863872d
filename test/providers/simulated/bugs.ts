// Mistakes of adapters that cost the most with a real provider, planted on purpose: each has to break a promise of the simulator.
import type { Place } from "../../simulate/bug.ts"
import type { RailName } from "./rails.ts"

export interface AdapterBug extends Place {
  readonly name: string
  readonly about: string
  readonly rail: RailName
  readonly also?: ReadonlyArray<Place>
}

export const adapterBugs: ReadonlyArray<AdapterBug> = [
  {
    name: "efi-no-charge-look-up",
    about: "a charge that is looked up was never paid",
    rail: "efi",
    file: "adapters/bcb/charges.ts",
    find: "const payments = (found.value.pix ?? [])",
    replace: "const payments = (found.value.pix ?? []).slice(0, 0)"
  },
  {
    name: "efi-float-amounts",
    about: "amounts go through floating point",
    rail: "efi",
    file: "adapters/bcb/schema.ts",
    find: "decode: SchemaGetter.transform((text: string) => Result.getOrThrow(parseDecimal(\"BRL\", text))),",
    replace: "decode: SchemaGetter.transform((text: string) => BigInt(Math.trunc(Number(text) * 100)) as Cents),"
  },
  {
    name: "efi-401-is-refused",
    about: "credentials that are refused are read as a refusal of the payment",
    rail: "efi",
    file: "adapters/efi/pay.ts",
    find: "  const code = meaningOf(efiCodes, route, answer)\n",
    replace:
      "  if (answer.status === 401) return refused(\"failed\", \"not allowed\")\n  const code = meaningOf(efiCodes, route, answer)\n"
  },
  {
    name: "efi-gateway-404-is-absent",
    about: "any 404 of a look-up is read as a charge that the bank does not have",
    rail: "efi",
    file: "adapters/bcb/charges.ts",
    find: "meaningOf(bankCodes, getRoute, answer)?.means === \"absent\"\n",
    replace: "answer.status === 404\n"
  },
  {
    name: "woovi-no-charge-look-up",
    about: "a charge that is looked up was never paid",
    rail: "woovi",
    file: "adapters/woovi/charges.ts",
    find: "      if (payment !== null) payments.push(payment)\n",
    replace: "      if (payment !== null && page > 0) payments.push(payment)\n"
  },
  {
    name: "woovi-gateway-404-is-absent",
    about: "any 404 is read as something that the provider does not have",
    rail: "woovi",
    file: "adapters/woovi/calls.ts",
    find: "if (problem === undefined) return doubt(`HTTP ${answer.status}`)",
    replace:
      "if (problem === undefined) return answer.status === 404 ? { _tag: \"NotFound\" } : doubt(`HTTP ${answer.status}`)"
  },
  {
    name: "woovi-401-is-refused",
    about: "credentials that are refused are read as a refusal of the payment",
    rail: "woovi",
    file: "adapters/woovi/pix-rail.ts",
    find: "  if (made._tag === \"Doubt\") return sendingOf(made)\n",
    replace:
      "  if (made._tag === \"Doubt\") return made.reason.includes(\"401\") ? refused(\"failed\", made.reason) : sendingOf(made)\n"
  },
  {
    name: "efi-value-ignored",
    about: "a payment of a charge counts with the value of the charge, whatever was paid",
    rail: "efi",
    file: "adapters/bcb/charges.ts",
    find: "        value: valor,\n",
    replace: "        value: valor > 0n ? found.value.valor.original : valor,\n"
  },
  {
    name: "efi-taken-is-refused",
    about: "an id that was used before is read as a refusal of the payment",
    rail: "efi",
    file: "adapters/efi/pay.ts",
    find: "    const found = yield* lookUpSent(bank, request)\n",
    replace:
      "    if (code.means === \"taken\") return refused(\"failed\", code.says)\n    const found = yield* lookUpSent(bank, request)\n"
  },
  {
    name: "avenia-no-charge-look-up",
    about: "a charge that is looked up was never paid",
    rail: "avenia",
    file: "adapters/avenia/tickets.ts",
    find: "  return done([{ endToEndId, value, paidAt: changedAt(ticket), payer }])\n",
    replace: "  return done([{ endToEndId, value, paidAt: changedAt(ticket), payer }].slice(1))\n"
  },
  {
    name: "avenia-gateway-404-is-absent",
    about: "any 404 of a look-up is read as a charge that the provider does not have",
    rail: "avenia",
    file: "adapters/avenia/pix-rail.ts",
    find: "Effect.map(chargeState), Effect.catch((why) => Effect.succeed(why))),",
    replace:
      "Effect.map(chargeState), Effect.catch((why) => Effect.succeed(why.reason.includes(\"404\") ? absent : why))),"
  },
  {
    name: "avenia-401-is-refused",
    about: "credentials that are refused are read as a refusal of the payment",
    rail: "avenia",
    file: "adapters/avenia/pix-rail.ts",
    find: "      const { status } = answer.success\n",
    replace:
      "      const { status } = answer.success\n      if (status === 401) return { _tag: \"Refused\", reason: \"not allowed\" } as const\n"
  },
  {
    name: "avenia-409-is-refused",
    about: "a quote that was used before is read as a refusal of the payment",
    rail: "avenia",
    file: "adapters/avenia/pix-rail.ts",
    find: "      const { status } = answer.success\n",
    replace:
      "      const { status } = answer.success\n      if (status === 409) return { _tag: \"Refused\", reason: \"used before\" } as const\n"
  },
  {
    name: "avenia-value-ignored",
    about: "a payment is made of whatever quote was given, and its ticket counts whatever it pays",
    rail: "avenia",
    file: "adapters/avenia/pix-rail.ts",
    find: "if (centsOf(quote.success.outputAmount) !== value) {",
    replace: "if (centsOf(quote.success.outputAmount) === undefined) {",
    also: [{
      file: "adapters/avenia/tickets.ts",
      find: "  if (said !== value) {",
      replace: "  if (said === undefined || value < 0n) {"
    }]
  },
  {
    name: "avenia-float-amounts",
    about: "what came in on a ticket goes through floating point",
    rail: "avenia",
    file: "adapters/avenia/tickets.ts",
    find: "  const value = centsOf(quote?.inputAmount ?? \"\")\n",
    replace: "  const value = BigInt(Math.trunc(Number(quote?.inputAmount) * 100)) as Cents\n"
  },
  {
    name: "avenia-requests-again",
    about: "a payment whose ticket is not listed yet is requested again",
    rail: "avenia",
    file: "adapters/avenia/pix-rail.ts",
    find: "      return unknown(\"notFound\", \"ticket\")\n",
    replace: "      return absent\n",
    also: [
      {
        file: "adapters/avenia/pix-rail.ts",
        find: "      if ((yield* within(sentPayment(paymentId))) !== undefined) return yield* found(request)\n",
        replace: ""
      },
      {
        file: "adapters/avenia/payments.ts",
        find: "    if (before?.value.state === \"sending\") return false\n",
        replace: ""
      }
    ]
  }
]
