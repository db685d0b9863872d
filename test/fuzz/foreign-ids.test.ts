// For every operation that takes an id: somebody else's answers exactly like one that does not exist (spec "Status codes",
// 404). One owner makes things with generated requests; another asks for them by their ids, and by ids of the same shape
// that no one has.
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { type JsonSchema, type Operation, operations, resolved } from "./document.ts"
import { known } from "./known.ts"
import { Pools } from "./pools.ts"
import { anyPlan, politePlan } from "./requests.ts"
import { keys, openSubject } from "./subject.ts"
import { textOf } from "../support/text-of.ts"

const ids = [
  "subAccountId",
  "fromSubAccountId",
  "toSubAccountId",
  "toUserId",
  "externalId",
  "transactionId",
  "paymentHash",
  "attemptId",
  "documentId",
  "uploadedDocumentId",
  "swapId",
  "walletId"
]

const fieldsOf = (schema: JsonSchema | undefined): ReadonlyArray<string> => {
  if (schema === undefined) return []
  const whole = resolved(schema)
  return [...Object.keys(whole.properties ?? {}), ...(whole.anyOf ?? []).flatMap(fieldsOf)]
}

const inputsOf = ({ body, method, parameters }: Operation): ReadonlyArray<string> =>
  [...parameters.map(({ name }) => name), ...fieldsOf(body)]
    .filter((name) => ids.includes(name))
    // What a caller names by himself is his own from the moment he names it.
    .filter((name) => !(name === "externalId" && method === "POST"))

// The same shape, and no one's: hex digits turned around.
const missing = (id: string): string =>
  id.replace(/[0-9a-f](?=[0-9a-f]{0,11}$)/g, (digit) => (15 - Number.parseInt(digit, 16)).toString(16))

const asked = operations.flatMap((operation) =>
  inputsOf(operation).map((name) => [operation.id, name, operation] as const)
)

it("sees the operations that take an id", () => {
  expect(asked.length).toBeGreaterThan(20)
})

it("a foreign id answers like a missing one, for every operation that takes one §foreign-ids", {
  timeout: 300_000
}, async () => {
  const subject = await openSubject()
  const plain = { ...known, externalId: [], walletPin: ["123456"], qrCode: [], pixKey: ["ana@example.com"] }
  const owned = new Pools({ ...plain, "key-own": [keys.own], "key-other": [keys.other] })
  const compared = new Set<string>()
  for (const { make } of fc.sample(anyPlan, { seed: 7, numRuns: 2_000 })) {
    const { answer } = await subject.send(make(owned))
    if (answer.status < 300) owned.learn(JSON.parse(textOf(answer)))
    await subject.work()
  }
  for (const [operationId, name, operation] of asked) {
    if (!owned.has(name) || !/[0-9a-f]{12}$/.test(String(owned.pick(name, 0)))) continue
    const foreign = String(owned.pick(name, 0))
    for (const plan of fc.sample(politePlan(operation), { seed: 11, numRuns: 40 })) {
      const answers = []
      for (const id of [foreign, missing(foreign)]) {
        const pools = new Pools({ ...plain, [name]: [id], "key-own": [keys.other] })
        const request = plan.make(pools)
        const { "idempotency-key": _, ...headers } = request.headers
        const { answer } = await subject.send({ ...request, headers })
        answers.push({ status: answer.status, body: textOf(answer).replaceAll(id, "<id>") })
      }
      if (answers[0]?.status !== 404 && answers[1]?.status !== 404) continue
      expect([operationId, name, answers[0]]).toEqual([operationId, name, answers[1]])
      compared.add(`${operationId} ${name}`)
    }
  }
  await subject.close()
  // Most of them get as far as the look-up of the id.
  expect(compared.size).toBeGreaterThan(24)
})
