// Credentials: forged, altered, expired, revoked, of another purpose, environment, scope or address. None opens anything, and each
// of the right ones does.
import { createHmac } from "node:crypto"
import { ticketEvent } from "../http/sandbox.ts"
import { keyOf, operatorToken, providerSecret } from "../support/host.ts"
import { type Answer, type Sent, dataOf, fromElsewhere, send } from "../support/http.ts"
import { type Outcome, Score } from "./attempt.ts"
import { alterations, elsewhere, signatures } from "./credentials-rows.ts"
import { type Stage, openStage, productionHost } from "./victim.ts"

/** A door: how a credential is shown at it, and how a wrong one is refused. */
interface Door {
  readonly name: string
  readonly right: string
  readonly refused: ReadonlyArray<number>
  readonly show: (credential: string) => Sent
}

const bearer = (name: string, right: string, path: string, headers: Sent["headers"] = {}): Door => ({
  name: `${name} at ${path}`,
  right,
  refused: [401],
  show: (key) => ({ path, headers: { ...headers, authorization: `Bearer ${key}` } })
})

const inPath = (right: string, path: (token: string) => string): Door => ({
  name: path(":token"),
  right,
  refused: [404],
  show: (token) => ({ path: path(encodeURIComponent(token)) })
})

const inBody = (path: string, field: string, right: string, refused: number, headers: Sent["headers"] = {}): Door => ({
  name: `${path} ${field}`,
  right,
  refused: [refused],
  show: (token) => ({ path, body: { [field]: token }, headers })
})

const pinSession = async ({ host }: Stage): Promise<string> => {
  const sent = { path: "/api/wallet/pin-session", body: {}, headers: { host: productionHost } }
  const answer = await send(host.base, { ...sent, key: keyOf("victim-live", "production") })
  return String(dataOf(answer)["url"]).split(".").at(-1) ?? ""
}

const doorsOf = async (stage: Stage): Promise<ReadonlyArray<Door>> => {
  const { charge = "", eventCursor = "", receipt = "", session = "", validateLivenessToken = "" } = stage.victim
  const key = keyOf("victim")
  const live = { host: productionHost }
  return [
    ...["/api/subaccount", "/admin/accounts", "/dashboard/api/session"].flatMap((path) => [
      bearer("a key", key, path),
      bearer("a key of production", keyOf("victim-live", "production"), path, live)
    ]),
    bearer("the operator's token", operatorToken, "/admin/dead-jobs"),
    bearer("the operator's token", operatorToken, "/admin/dead-jobs", live),
    inPath(charge, (token) => `/hosted/charge/${token}`),
    inPath(charge, (token) => `/hosted/charge/${token}/status`),
    inPath(charge, (token) => `/hosted/charge/${token}/qr.png`),
    inPath(receipt, (token) => `/hosted/receipt/${token}`),
    inPath(receipt, (token) => `/hosted/receipt/${token}/receipt.pdf`),
    inBody("/hosted/api/attempt/state", "session", session, 404),
    inBody("/hosted/api/liveness", "validateLivenessToken", validateLivenessToken, 400),
    inBody("/hosted/api/pin/session", "session", await pinSession(stage), 400, live),
    {
      name: "a cursor of events",
      right: eventCursor,
      refused: [400],
      show: (cursor) => ({ path: `/api/events?cursor=${encodeURIComponent(cursor)}`, key })
    }
  ]
}

/** Keys that were right once, or are right for something else. */
const spentKeys = async (
  { host, victim }: Stage,
  ask: (sent: Sent) => Promise<Answer>,
  score: Score
): Promise<void> => {
  const keys = `/admin/accounts/${victim["accountId"]}/keys`
  const made = async (body: object) => dataOf(await ask({ path: keys, key: operatorToken, body }))
  const reads = async (key: unknown, headers: Sent["headers"] = {}) =>
    (await ask({ path: "/api/subaccount", key: String(key), headers })).status
  const revoked = await made({})
  score.expect(
    "a key before it is revoked",
    200,
    (await send(host.base, { path: "/api/events", key: String(revoked["secret"]) })).status
  )
  await ask({ method: "DELETE", path: `${keys}/${String(revoked["keyId"])}`, key: operatorToken })
  const scoped = await made({ scopes: ["webhooks"] })
  score.expect("a key of another scope", 403, await reads(scoped["secret"]))
  const bound = await made({ allowedAddresses: ["203.0.113.0/24"] })
  score.expect("a key from its address", 200, await reads(bound["secret"], { "x-forwarded-for": "203.0.113.7" }))
  for (
    const from of ["203.0.114.7", "::ffff:203.0.112.7", "not an address", "203.0.113.7, 10.0.0.1", "203.0.113.7:80, x"]
  ) {
    score.expect(`a key from ${from}`, 401, await reads(bound["secret"], { "x-forwarded-for": from }))
  }
  const operators = ["/admin/dead-jobs", "/admin/queue", "/admin/balance", "/admin/audit"]
  for (const path of operators) {
    score.expect(`a key at ${path}`, 401, (await ask({ path, key: keyOf("victim") })).status)
  }
  // A caller is remembered for a second: a key that is revoked is out by then, however often it is shown.
  const deadline = performance.now() + 5_000
  let status = 200
  while (status === 200 && performance.now() < deadline) status = await reads(revoked["secret"])
  score.expect("a key that is revoked", 401, status)
}

const tryProvider = async ({ victim }: Stage, ask: (sent: Sent) => Promise<Answer>, score: Score): Promise<void> => {
  const body = JSON.stringify(ticketEvent(victim["paidTrackId"] ?? ""))
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const sign = (secret: string | undefined, at: string, other = body) =>
    createHmac("sha256", secret ?? providerSecret).update(`${at}.${other}`).digest("hex")
  const post = async (headers: Readonly<Record<string, string>>) =>
    (await ask({ path: "/provider/webhook", body, headers })).status
  for (const [how, headersOf] of Object.entries(signatures)) {
    score.expect(`a message signed ${how}`, 401, await post(headersOf({ timestamp, sign })))
  }
  const right = { "x-provider-timestamp": timestamp, "x-provider-signature": sign(undefined, timestamp) }
  for (const [how, signature] of alterations(right["x-provider-signature"], 16)) {
    score.expect(`a signature ${how}`, 401, await post({ ...right, "x-provider-signature": signature }))
  }
  score.expect("a message that is signed", 200, await post(right))
  score.expect("a message that is signed, for production", 401, await post({ ...right, host: productionHost }))
}

/** Tries all of it, each credential wrong in so many places. */
export const attackCredentials = async (most: number): Promise<Outcome> => {
  const stage = await openStage()
  const score = new Score()
  const ask = (sent: Sent) => send(stage.host.base, { ...sent, headers: { ...fromElsewhere(), ...sent.headers } })
  const doors = await doorsOf(stage)
  for (const { name, refused, right, show } of doors) {
    score.expect(`${name}, right`, 200, (await ask(show(right))).status)
    for (const [how, wrong] of alterations(right, most)) {
      const { status } = await ask(show(wrong))
      score.note(`${name}, ${how}`, refused.includes(status), refused, status)
    }
    // What opens one door opens no other, in neither environment.
    for (const other of doors) {
      const isOperators = other.right === operatorToken && /\/admin|\/dashboard/.test(name)
      if (other.right === right || isOperators) continue
      const { status } = await ask(show(other.right))
      score.note(`${name}, with that for ${other.name}`, refused.includes(status), refused, status)
    }
  }
  for (const [how, headers, query] of elsewhere(keyOf("victim"))) {
    const { status } = await ask({ path: `/api/subaccount${query}`, headers })
    score.expect(`a key ${how}`, 401, status)
  }
  await tryProvider(stage, ask, score)
  await spentKeys(stage, ask, score)
  await stage.close()
  return score.outcome()
}
