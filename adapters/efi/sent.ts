// Payments that we sent, as the bank's own records have them: receipts, and the facts of messages about them.
import { Effect, Option, Result, Schema } from "effect"
import type { PixReceiver } from "../../core/standards/pix/pix-parties.ts"
import type { Cents } from "../../core/base/money/units.ts"
import { EndToEndId, endToEndLayout } from "../../core/standards/pix/end-to-end-id.ts"
import { printBrl } from "../../core/base/money/decimal.ts"
import { parseBrCode } from "../../core/standards/pix/parse-br-code.ts"
import { parseTaxId } from "../../core/standards/pix/tax-id.ts"
import {
  type LookUp,
  type Outcome,
  absent,
  differs,
  done,
  otherAmount,
  refused,
  unknown
} from "../../core/ports/outcome.ts"
import type { PaymentReceipt, PaymentRequest } from "../../core/ports/pix-rail.ts"
import type { ProviderFact } from "../../core/ports/provider-fact.ts"
import { InboxUnavailable } from "../../core/ports/provider-inbox.ts"
import { type Bank, unanswered } from "../bcb/bank.ts"
import { meaningOf, undecided } from "../bcb/codes.ts"
import type { ReadOwnEntry } from "../bcb/provider-inbox.ts"
import { Devolucao, Instant, Reais, as } from "../bcb/schema.ts"
import { jsonAs } from "../http-client/json.ts"
import { efiCodes, readSent } from "./codes.ts"
import { idEnvioOf, paymentIdOf } from "./ids.ts"

const optionalText = Schema.optionalKey(Schema.NullOr(Schema.String))

/** What Efí adds to records of movements. */
const Extras = Schema.Struct({ gnExtras: Schema.Struct({ tarifa: Reais }) })

/** What the bank took for a movement; undefined where it does not say. */
export const costOf = (movement: unknown): Cents | undefined => as(Extras, movement)?.gnExtras.tarifa

/** A payment of ours. */
export const SentPix = Schema.Struct({
  endToEndId: Schema.optionalKey(EndToEndId),
  idEnvio: Schema.String,
  valor: Reais,
  status: Schema.Literals(["EM_PROCESSAMENTO", "REALIZADO", "NAO_REALIZADO"]),
  horario: Schema.Struct({ solicitacao: Instant, liquidacao: Schema.optionalKey(Instant) }),
  favorecido: Schema.optionalKey(Schema.Struct({
    chave: optionalText,
    identificacao: Schema.optionalKey(Schema.Struct({ nome: optionalText, cpf: optionalText, cnpj: optionalText })),
    contaBanco: Schema.optionalKey(Schema.Struct({
      codigoBanco: optionalText,
      agencia: optionalText,
      conta: optionalText,
      tipoConta: optionalText
    }))
  })),
  gnExtras: Schema.optionalKey(Schema.Struct({ tarifa: Schema.optionalKey(Reais) })),
  devolucoes: Schema.optionalKey(Schema.Array(Devolucao))
})
export type SentPix = typeof SentPix.Type

// A masked number says less than none: what is shown of a whole one is decided elsewhere.
const wholeTaxId = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : Result.getOrElse(parseTaxId(text), () => null)

const receiverOf = ({ favorecido }: SentPix): PixReceiver | null => {
  if (favorecido?.identificacao === undefined && favorecido?.contaBanco === undefined) return null
  const { contaBanco, identificacao } = favorecido
  return {
    name: identificacao?.nome ?? null,
    taxId: wholeTaxId(identificacao?.cpf) ?? wholeTaxId(identificacao?.cnpj),
    bankName: null,
    ispb: contaBanco?.codigoBanco ?? null,
    branch: contaBanco?.agencia ?? null,
    account: contaBanco?.conta ?? null,
    accountType: contaBanco?.tipoConta ?? null
  }
}

const outcomeOf = (sent: SentPix): Outcome<PaymentReceipt> => {
  switch (sent.status) {
    case "EM_PROCESSAMENTO":
      return unknown("underWay")
    case "NAO_REALIZADO":
      return refused("refusedByProvider")
    case "REALIZADO": {
      const { endToEndId, gnExtras, horario } = sent
      if (endToEndId === undefined) return unknown("incomplete", "end-to-end id")
      return done({
        endToEndId,
        paidAt: horario.liquidacao ?? horario.solicitacao,
        payerIspb: endToEndLayout(endToEndId)?.ispb ?? null,
        receiver: receiverOf(sent),
        ...gnExtras?.tarifa === undefined ? {} : { cost: gnExtras.tarifa }
      })
    }
  }
}

const readById = (bank: Bank, idEnvio: string): Effect.Effect<LookUp<SentPix>> =>
  bank.own({ route: readSent, method: "GET", path: `/v2/gn/pix/enviados/id-envio/${encodeURIComponent(idEnvio)}` })
    .pipe(
      Effect.map((answer): LookUp<SentPix> => {
        if (answer.status !== 200) {
          return meaningOf(efiCodes, readSent, answer)?.means === "absent"
            ? absent
            : unknown("notListed", undecided(answer))
        }
        const sent = jsonAs(answer, SentPix)
        if (sent === undefined) return unknown("unreadable", "payment")
        return sent.idEnvio === idEnvio ? done(sent) : differs("id of the payment")
      }),
      Effect.catch(unanswered)
    )

// The key that a payment goes to, where the order says it: what stands behind a dynamic code is not known before.
const keyOf = ({ destination }: PaymentRequest): string | undefined => {
  if (destination.by === "key") return destination.key
  const code = Option.getOrUndefined(Result.getSuccess(parseBrCode(destination.brCode)))
  return code?.kind === "static" ? code.key : undefined
}

// A key that is shown in part says nothing.
const isOtherKey = (shown: string | null | undefined, ordered: string | undefined): boolean =>
  typeof shown === "string" && ordered !== undefined && !shown.includes("*") &&
  shown.toLowerCase() !== ordered.toLowerCase()

/** What became of a payment: a receipt only of what was ordered. */
export const lookUpSent = (bank: Bank, request: PaymentRequest): Effect.Effect<LookUp<PaymentReceipt>> =>
  Effect.map(readById(bank, idEnvioOf(request.paymentId)), (found) => {
    if (found._tag !== "Done") return found
    const { favorecido, status, valor } = found.value
    if (valor !== request.value) {
      return status === "REALIZADO" ? otherAmount("BRL", valor) : differs(`a payment of ${printBrl(valor)} BRL`)
    }
    if (isOtherKey(favorecido?.chave, keyOf(request))) return differs("another key was paid")
    return outcomeOf(found.value)
  })

/** Facts of a payment's record: how it ended, and what came back of it. A payment by hand keeps the name that it has there. */
export const sentFacts = (
  { devolucoes = [], endToEndId, idEnvio, status, valor: value }: SentPix
): ReadonlyArray<ProviderFact> => {
  const paymentId = paymentIdOf(idEnvio) ?? idEnvio
  const eventId = `sent/${idEnvio}`
  if (status === "EM_PROCESSAMENTO") return []
  if (status === "NAO_REALIZADO") return [{ _tag: "PaymentRefused", eventId, paymentId, reason: null }]
  const reversals = devolucoes.filter((each) => each.status === "DEVOLVIDO")
  return [
    { _tag: "PaymentSettled", eventId, paymentId, endToEndId: endToEndId ?? null, value },
    ...reversals.map(({ id, rtrId, valor }): ProviderFact => ({
      _tag: "PaymentReversed",
      eventId: `${eventId}/${rtrId ?? id}`,
      paymentId,
      returnId: rtrId ?? null,
      returnedValue: valor,
      reason: null
    }))
  ]
}

const Entry = Schema.Struct({ gnExtras: Schema.Struct({ idEnvio: Schema.NonEmptyString }) })

/** Reads entries of callbacks that are about payments of ours, each confirmed with its record. */
export const readSentEntry = (bank: Bank): ReadOwnEntry => (value) => {
  const entry = as(Entry, value)
  if (entry === undefined) return undefined
  return Effect.flatMap(readById(bank, entry.gnExtras.idEnvio), (found) => {
    const facts = found._tag === "Done" ? sentFacts(found.value) : []
    return facts.length === 0
      ? Effect.fail(new InboxUnavailable({ reason: "the bank's record of a payment is not final yet" }))
      : Effect.succeed(facts)
  })
}
