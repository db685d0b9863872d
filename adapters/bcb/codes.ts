// What the central bank's interface says when it does not do what was asked, as data. What is not listed, or comes with another
// status, is no statement about the movement: it may be about us, or come from a gateway (C49).
import { Schema } from "effect"
import type { Answer } from "../http-client/exchange.ts"
import { jsonAs } from "../http-client/json.ts"

/**
 * `absent`: there is no such record. `taken`: the id may have been used, by the same request or by another: what is there is
 * compared. `not made`: it is refused, unless a look-up finds it. `ours`: about our account, not about the movement.
 */
export type Meaning = "absent" | "taken" | "not made" | "ours"

/** A row of a table of codes. */
export interface Code {
  /** The operation, as the interface writes it. */
  readonly call: string
  readonly status: number
  /** The last part of the problem's `type`, or the bank's own `nome`. */
  readonly code: string
  readonly means: Meaning
  /** What the interface says of it, in short. */
  readonly says: string
}

export const bankCodes: ReadonlyArray<Code> = [
  {
    call: "PUT /cob/{txid}",
    status: 400,
    code: "CobOperacaoInvalida",
    means: "taken",
    says: "the charge does not fit the schema, or its txid exists already"
  },
  { call: "GET /cob/{txid}", status: 404, code: "NaoEncontrado", means: "absent", says: "there is no such charge" },
  { call: "GET /pix/{e2eid}", status: 404, code: "NaoEncontrado", means: "absent", says: "there is no such PIX" },
  {
    call: "PUT /pix/{e2eid}/devolucao/{id}",
    status: 400,
    code: "PixDevolucaoInvalida",
    means: "not made",
    says: "more than the PIX, its id used before, or after 90 days"
  },
  {
    call: "PUT /pix/{e2eid}/devolucao/{id}",
    status: 404,
    code: "NaoEncontrado",
    means: "not made",
    says: "there is no such PIX to send back"
  },
  {
    call: "GET /pix/{e2eid}/devolucao/{id}",
    status: 404,
    code: "NaoEncontrado",
    means: "absent",
    says: "there is no such return"
  }
]

const Problem = Schema.Struct({
  type: Schema.optionalKey(Schema.String),
  nome: Schema.optionalKey(Schema.String)
})

/** The code of a problem: the last part of its type, or its name; undefined for anything else, such as a gateway's page. */
const codeOf = (answer: Answer): string | undefined => {
  const problem = jsonAs(answer, Problem)
  const code = problem?.type?.split("/").at(-1) ?? problem?.nome
  return code === "" ? undefined : code
}

/** What an answer means by a table; undefined where it is no statement of it. */
export const meaningOf = (codes: ReadonlyArray<Code>, call: string, answer: Answer): Code | undefined => {
  const code = codeOf(answer)
  return codes.find((row) => row.call === call && row.status === answer.status && row.code === code)
}

/** What is known of an answer that decides nothing. The bank's own words stay out of it: they may name people. */
export const undecided = (answer: Answer): string => {
  const code = codeOf(answer)
  return `the bank answered HTTP ${answer.status}${code === undefined ? "" : ` ${code.slice(0, 60)}`}`
}
