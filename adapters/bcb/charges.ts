// Charges: `cob` of the central bank's interface, each under the txid of our charge.
import { Clock, Effect, Result } from "effect"
import { printBrl } from "../../core/base/money/decimal.ts"
import { pixGui, printCharge } from "../../core/standards/pix/br-code.ts"
import { parseBrCode } from "../../core/standards/pix/parse-br-code.ts"
import { type Outcome, absent, differs, done, refused, unknown } from "../../core/ports/outcome.ts"
import type { Charge, ChargeLookUp, ChargeRequest } from "../../core/ports/pix-rail.ts"
import { secondsOf } from "../../core/base/time/instant.ts"
import { jsonAs } from "../http-client/json.ts"
import { type Bank, isTaken, unanswered } from "./bank.ts"
import { bankCodes, meaningOf, undecided } from "./codes.ts"
import { txidOf } from "./ids.ts"
import { receivedPix } from "./received.ts"
import { Cob } from "./schema.ts"

const longestDescription = 140
/** How far the end of a charge that exists may be from the one requested: clocks differ, and a request may be late. Milliseconds. */
const endsWithinMs = 300_000

const putRoute = "PUT /cob/{txid}"
const getRoute = "GET /cob/{txid}"

const codeOf = ({ settings }: Bank, cob: Cob): string | undefined => {
  const where = (cob.location ?? cob.loc?.location)?.replace(/^https?:\/\//, "")
  if (cob.pixCopiaECola !== undefined) return cob.pixCopiaECola
  if (where === undefined || settings.merchant === undefined) return undefined
  const { city, name } = settings.merchant
  const printed = printCharge({
    gui: pixGui,
    location: where,
    amount: cob.valor.original,
    merchantName: name,
    merchantCity: city
  })
  return Result.getOrElse(printed, () => undefined)
}

// A dynamic code may leave its value to the charge behind it; one that names another is not shown to anybody.
const asksFor = (brCode: string, value: bigint): boolean =>
  Result.match(parseBrCode(brCode), {
    onSuccess: (code) => code.amount === undefined || code.amount === value,
    onFailure: () => false
  })

const chargeOf = (bank: Bank, cob: Cob, { chargeId, value }: ChargeRequest): Outcome<Charge> => {
  if (cob.txid !== txidOf(chargeId) || cob.valor.original !== value || cob.chave !== bank.settings.key) {
    return differs("charge")
  }
  const brCode = codeOf(bank, cob)
  if (brCode === undefined) return unknown("incomplete", "code")
  return asksFor(brCode, value) ? done({ trackId: cob.txid, brCode }) : differs("code")
}

const readCharge = (bank: Bank, txid: string) =>
  bank.standard({ route: getRoute, method: "GET", path: `/cob/${txid}` }).pipe(
    Effect.map((answer) => {
      if (answer.status !== 200) {
        return meaningOf(bankCodes, getRoute, answer)?.means === "absent"
          ? absent
          : unknown("notListed", undecided(answer))
      }
      const cob = jsonAs(answer, Cob)
      return cob?.txid === txid ? done(cob) : unknown("unreadable", "charge")
    }),
    Effect.catch(unanswered)
  )

/** The charge that has the id already: ours from before, or none that may be shown. */
const existing = Effect.fnUntraced(function*(bank: Bank, request: ChargeRequest) {
  const found = yield* readCharge(bank, txidOf(request.chargeId))
  switch (found._tag) {
    case "Absent":
      return refused("refusedByProvider")
    case "Unknown":
      return found
    case "Done": {
      const { calendario, chave, status, valor } = found.value
      const end = calendario.criacao + calendario.expiracao * 1_000
      const isSame = valor.original === request.value && chave === bank.settings.key && status === "ATIVA" &&
        Math.abs(end - request.expiresAt) <= endsWithinMs
      return isSame ? chargeOf(bank, found.value, request) : refused("idTaken")
    }
  }
})

/** Makes a charge payable; asking twice makes one. */
export const createCharge = (bank: Bank) => (request: ChargeRequest): Effect.Effect<Outcome<Charge>> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const answer = yield* bank.standard({
      route: putRoute,
      method: "PUT",
      path: `/cob/${txidOf(request.chargeId)}`,
      json: {
        calendario: { expiracao: Math.max(1, secondsOf(request.expiresAt - now)) },
        valor: { original: printBrl(request.value), modalidadeAlteracao: 0 },
        chave: bank.settings.key,
        ...request.description === "" ? {} : {
          solicitacaoPagador: Array.from(request.description).slice(0, longestDescription).join("")
        }
      }
    })
    if (isTaken(answer)) {
      const cob = jsonAs(answer, Cob)
      return cob === undefined ? unknown("unreadable") : chargeOf(bank, cob, request)
    }
    const isTakenId = meaningOf(bankCodes, putRoute, answer)?.means === "taken"
    return isTakenId ? yield* existing(bank, request) : unknown("notListed", undecided(answer))
  }).pipe(Effect.catch(unanswered))

/** Everything that was paid on a charge, whatever its state: an expired one is as good as an open one here. */
export const lookUpCharge = (bank: Bank) => (trackId: string): Effect.Effect<ChargeLookUp> =>
  Effect.map(readCharge(bank, trackId), (found): ChargeLookUp => {
    if (found._tag !== "Done") return found
    const payments = (found.value.pix ?? []).map((pix) => receivedPix(bank, pix))
    return payments.every((pix) => pix !== undefined)
      ? done(payments.map(({ cost, endToEndId, horario, payer, valor }) => ({
        endToEndId,
        value: valor,
        paidAt: horario,
        payer,
        ...cost === undefined ? {} : { cost }
      })))
      : unknown("unreadable", "PIX")
  })
