// PIX that came in, as the bank's own records have them, and the facts in them. The ids of events are made of what they are about.
import { Effect } from "effect"
import type { Payer } from "../../core/standards/pix/pix-parties.ts"
import type { Cents } from "../../core/base/money/units.ts"
import { type Absent, type Done, type Unknown, absent, done, unknown } from "../../core/ports/outcome.ts"
import type { FactOf, ProviderFact } from "../../core/ports/provider-fact.ts"
import { jsonOf } from "../http-client/json.ts"
import { type Bank, unanswered } from "./bank.ts"
import { bankCodes, meaningOf, undecided } from "./codes.ts"
import { type Devolucao, Pix, as } from "./schema.ts"

/** A PIX with its payer and what the bank took for it, where the bank says so. */
export interface ReceivedPix extends Pix {
  readonly payer: Payer | null
  readonly cost?: Cents
}

/** A PIX of an answer; undefined where it cannot be read. */
export const receivedPix = ({ dialect }: Bank, value: unknown): ReceivedPix | undefined => {
  const pix = as(Pix, value)
  const cost = dialect.costOf?.(value)
  return pix && { ...pix, payer: dialect.payerOf?.(value) ?? null, ...cost === undefined ? {} : { cost } }
}

/** The bank's record of a PIX. */
export const readPix = (bank: Bank, endToEndId: string): Effect.Effect<Done<ReceivedPix> | Absent | Unknown> => {
  const route = "GET /pix/{e2eid}"
  return bank.standard({ route, method: "GET", path: `/pix/${endToEndId}` }).pipe(
    Effect.map((answer) => {
      if (answer.status !== 200) {
        return meaningOf(bankCodes, route, answer)?.means === "absent"
          ? absent
          : unknown("notListed", undecided(answer))
      }
      const pix = receivedPix(bank, jsonOf(answer))
      return pix?.endToEndId.toUpperCase() === endToEndId.toUpperCase()
        ? done(pix)
        : unknown("unreadable", "PIX")
    }),
    Effect.catch(unanswered)
  )
}

/** The receipt of a PIX: on a charge, or on none. */
export const receiptFact = ({ cost, endToEndId, horario, payer, txid, valor }: ReceivedPix): ProviderFact => {
  const eventId = endToEndId.toUpperCase()
  return txid === undefined
    ? { _tag: "PixWithoutCharge", eventId, endToEndId, value: valor, paidAt: horario, payer }
    : {
      _tag: "ChargePaid",
      eventId,
      trackId: txid,
      endToEndId,
      value: valor,
      paidAt: horario,
      payer,
      ...cost === undefined ? {} : { cost }
    }
}

/** Why the rail says a PIX was returned. Without a nature it is a plain one. */
const natures: Readonly<Record<string, FactOf<"PixReturned">["nature"]>> = {
  ORIGINAL: "original",
  RETIRADA: "withdrawal",
  MED_OPERACIONAL: "medOperational",
  MED_FRAUDE: "medFraud",
  MED_PIX_AUTOMATICO: "medAutomatic"
}

/** A return that is settled. Our own id cannot be read back from the bank's: whose it is, the rail's id of it tells. */
export const returnFact = (endToEndId: string, devolucao: Devolucao): ProviderFact => {
  const { natureza, rtrId, status, valor } = devolucao
  const eventId = `${endToEndId}/${rtrId ?? devolucao.id}`.toUpperCase()
  return status !== "DEVOLVIDO" || rtrId === undefined
    ? { _tag: "Unsupported", eventId: `${eventId}/${status}`, subscription: `return ${status}` }
    : {
      _tag: "PixReturned",
      eventId,
      endToEndId,
      returnId: rtrId,
      ourReturnId: null,
      value: valor,
      nature: natures[natureza ?? "ORIGINAL"] ?? null
    }
}
