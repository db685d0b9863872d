// JSON tricks: no body that readers disagree about, or that does more than be read, is taken by any operation.
import { declared, keyOf, openHost, sqliteDatabase } from "../support/host.ts"
import { type Answer, behindProxy, fromElsewhere, send } from "../support/http.ts"
import { depositOf } from "../http/sandbox.ts"
import { type Outcome, Score, sampleOf } from "./attempt.ts"
import { operations } from "./fields.ts"
import { type JsonAttempt, anyBody, depositBodies } from "./json-rows.ts"

const key = keyOf("victim")

/** Text that a failure in us would show. */
const internals = /\bat (?:async )?\S+ \(|node_modules|\.ts:\d|SyntaxError|RangeError|TypeError/

/** Operations that take a body, each with a path on which nothing is. */
const taking = operations.filter(({ fields, path }) =>
  fields.some(({ place }) => place === "body") && path !== "/provider/webhook"
)

// What the refusal of a body may be preceded by: that the endpoint is for operators, not in the sandbox, or that the path is no one's.
const earlier = [401, 404, 410, 501]

/** Tries all of it; of the tricks that every operation has to refuse, so many for those beyond the first two. */
export const attackJson = async (drawn: number): Promise<Outcome> => {
  const rows = sqliteDatabase()
  const host = await openHost({
    accounts: [declared("victim")],
    variables: { DATABASE_URL: rows.url, ...behindProxy },
    worker: false
  })
  const score = new Score()
  const ask = (method: string, path: string, { body, type = "application/json" }: JsonAttempt): Promise<Answer> =>
    send(host.base, { method, path, key, body, headers: { "content-type": type, ...fromElsewhere() } })
  const note = (name: string, answer: Answer, allowed: ReadonlyArray<number>) => {
    const { polluted } = {} as { readonly polluted?: boolean }
    const isQuiet = !internals.test(answer.text) && polluted === undefined
    score.note(name, isQuiet && allowed.includes(answer.status), allowed, [answer.status, answer.text.slice(0, 200)])
  }
  await send(host.base, { path: "/api/subaccount", key })
  const before = await rows.count()
  for (const attempt of anyBody) {
    const { expected: { status } } = attempt
    for (const path of ["/api/subaccount", "/api/deposit/asset"]) {
      note(`${path}: ${attempt.name}`, await ask("POST", path, attempt), [status])
    }
  }
  const pairs = taking.flatMap((operation) => anyBody.map((attempt) => [operation, attempt] as const))
  for (const [{ method, path }, attempt] of sampleOf(pairs, drawn)) {
    const answer = await ask(method, path.replace(/:\w+/g, "x"), attempt)
    note(`${method} ${path}: ${attempt.name}`, answer, [attempt.expected.status, ...earlier])
  }
  for (const attempt of depositBodies(depositOf())) {
    note(`a deposit: ${attempt.name}`, await ask("POST", "/api/deposit/asset", attempt), [attempt.expected.status])
  }
  score.expect("what is stored", before, await rows.count())
  await host.close()
  return score.outcome()
}
