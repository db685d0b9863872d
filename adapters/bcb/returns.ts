// Returns of PIX that came in: `devolucao` of the central bank's interface, each under an id made of ours.
import { Effect } from "effect"
import { printBrl } from "../../core/base/money/decimal.ts"
import {
  type LookUp,
  type Outcome,
  type Sending,
  absent,
  differs,
  done,
  held,
  otherAmount,
  refused,
  unknown
} from "../../core/ports/outcome.ts"
import type { ReturnReceipt, ReturnRequest } from "../../core/ports/pix-rail.ts"
import type { Answer } from "../http-client/exchange.ts"
import { jsonOf } from "../http-client/json.ts"
import { type Bank, isTaken, unanswered } from "./bank.ts"
import { bankCodes, meaningOf, undecided } from "./codes.ts"
import { devolucaoIdOf } from "./ids.ts"
import { readPix } from "./received.ts"
import { Devolucao, as } from "./schema.ts"

const putRoute = "PUT /pix/{e2eid}/devolucao/{id}"
const getRoute = "GET /pix/{e2eid}/devolucao/{id}"

const pathOf = ({ endToEndId, returnId }: ReturnRequest): string =>
  `/pix/${encodeURIComponent(endToEndId)}/devolucao/${devolucaoIdOf(returnId)}`

const outcomeOf = ({ dialect }: Bank, answer: Answer, request: ReturnRequest): Outcome<ReturnReceipt> => {
  const json = jsonOf(answer)
  const devolucao = as(Devolucao, json)
  if (devolucao === undefined) return unknown("unreadable", "return")
  if (devolucao.id !== devolucaoIdOf(request.returnId)) return differs("id of the return")
  if (devolucao.valor !== request.value) {
    return devolucao.status === "DEVOLVIDO"
      ? otherAmount("BRL", devolucao.valor)
      : differs(`a return of ${printBrl(devolucao.valor)} BRL`)
  }
  switch (devolucao.status) {
    case "EM_PROCESSAMENTO":
      return unknown("underWay")
    case "NAO_REALIZADO":
      return refused("refusedByProvider", devolucao.motivo ?? undefined)
    case "DEVOLVIDO": {
      if (devolucao.rtrId === undefined) return unknown("incomplete", "id of the return")
      const cost = dialect.costOf?.(json)
      return done({ returnEndToEndId: devolucao.rtrId, ...cost === undefined ? {} : { cost } })
    }
  }
}

/** What became of a return. */
export const lookUpReturn = (bank: Bank) => (request: ReturnRequest): Effect.Effect<LookUp<ReturnReceipt>> =>
  bank.standard({ route: getRoute, method: "GET", path: pathOf(request) }).pipe(
    Effect.map((answer): LookUp<ReturnReceipt> => {
      if (answer.status === 200) return outcomeOf(bank, answer, request)
      return meaningOf(bankCodes, getRoute, answer)?.means === "absent"
        ? absent
        : unknown("notListed", undecided(answer))
    }),
    Effect.catch(unanswered)
  )

// The same answer comes for an id that was used before, so what is there decides; and a PIX that the bank does have may be sent
// back later.
const notMade = Effect.fnUntraced(function*(bank: Bank, request: ReturnRequest, answer: Answer, says: string) {
  const found = yield* lookUpReturn(bank)(request)
  if (found._tag !== "Absent") return found
  if (answer.status !== 404) return refused("refusedByProvider", says)
  const pix = yield* readPix(bank, request.endToEndId)
  return pix._tag === "Absent" ? refused("refusedByProvider", says) : unknown("notListed", undecided(answer))
})

/** Sends a PIX back, or part of it; asking twice sends it once. */
export const sendReturn = (bank: Bank) => (request: ReturnRequest): Effect.Effect<Sending<ReturnReceipt>> =>
  bank.standard({
    route: putRoute,
    method: "PUT",
    path: pathOf(request),
    json: { valor: printBrl(request.value) }
  }).pipe(
    Effect.flatMap((answer): Effect.Effect<Sending<ReturnReceipt>> => {
      if (isTaken(answer)) return Effect.succeed(outcomeOf(bank, answer, request))
      const code = meaningOf(bankCodes, putRoute, answer)
      return code?.means === "not made"
        ? notMade(bank, request, answer, code.says)
        : Effect.succeed(unknown("notListed", undecided(answer)))
    }),
    Effect.catchTags({
      NotAsked: ({ reason }) => Effect.succeed(held("paused", reason)),
      NoAnswer: ({ reason }) => Effect.succeed(unknown("noAnswer", reason))
    })
  )
