// Operators as persons over HTTP: from the operator's token to the first owner, what a session opens, and what it refuses. S17
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { limits } from "../../core/base/limits/limits.ts"
import { type TestHost, openHost, operatorToken, secretsKey } from "../support/host.ts"
import { type Answer, behindProxy, dataOf, expectFailure, fromElsewhere, send } from "../support/http.ts"
import {
  type Staff,
  accept,
  acceptPath,
  ask,
  codeOf,
  cookieIn,
  forward,
  freezeTime,
  goodPassword,
  invitationPath,
  invite,
  secretIn,
  sessionPath,
  signInPath,
  staff
} from "../support/staff.ts"
import { operatorTokenOf } from "./as-operator.ts"

const unauthorized = { status: 401, errorCode: "UNAUTHORIZED" }
const refused = { status: 401, errorCode: "SIGN_IN_REFUSED" }
const forged = { status: 403, errorCode: "REQUEST_FORGED" }
const stepMs = 30_000

const signOutPath = "/dashboard/api/sign-out"
const everywherePath = "/dashboard/api/sign-out-everywhere"
const passwordPath = "/dashboard/api/password"
const doorPath = "/dashboard/api/door"

const signInBody = ({ email, secret }: Staff, parts: object = {}) => ({
  email,
  password: goodPassword,
  code: codeOf(secret),
  ...parts
})

describe("an operator", () => {
  let host: TestHost
  let token: string
  beforeAll(async () => {
    host = await openHost({ variables: behindProxy })
    token = operatorTokenOf(host)
  })
  afterAll(() => host.close())
  beforeEach(freezeTime)
  afterEach(() => void vi.useRealTimers())

  const signIn = (body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    send(host.base, { path: signInPath, body, headers: { ...fromElsewhere(), ...headers } })

  const opens = async (who: Pick<Staff, "cookie" | "csrf">): Promise<boolean> =>
    (await ask(host.base, who, "GET", sessionPath)).status === 200

  it("is invited, accepts with a second factor, and is signed in until he signs out §operator-session", async () => {
    expect(dataOf(await send(host.base, { path: doorPath }))).toEqual({ environment: "sandbox", hasOperators: false })
    const invited = await invite(host.base, token, "owner", { name: "Ana" })
    const shown = dataOf(await send(host.base, { path: invitationPath, body: { invitation: invited.invitation } }))
    expect(shown).toMatchObject({ name: "Ana", email: invited.email, role: "owner" })
    expect(shown["qr"]).toMatch(/^<svg /)
    const ana = await accept(host.base, invited)
    expect(ana.cookie).toMatch(/^__Host-pontepay-sandbox=opr_\w+\.[0-9a-f]{64}$/)
    expect(ana.recoveryCodes).toHaveLength(10)
    const { may, viewer } = dataOf(await ask(host.base, ana, "GET", sessionPath))
    expect(viewer).toEqual({
      who: "operator",
      by: { id: ana.operatorId, name: "Ana" },
      role: "owner",
      csrf: ana.csrf
    })
    expect(may).toContain("changePassword")
    const out = await ask(host.base, ana, "POST", signOutPath)
    expect(String(out.headers["set-cookie"])).toMatch(/^__Host-pontepay-sandbox=;.*; Max-Age=0$/)
    expectFailure(await ask(host.base, ana, "GET", sessionPath), unauthorized)
    expectFailure(await send(host.base, { path: sessionPath }), unauthorized)
    expect(dataOf(await send(host.base, { path: doorPath }))).toEqual({ environment: "sandbox", hasOperators: true })
  })

  it("has a cookie that scripts, other sites and plain HTTP do not get §operator-session", async () => {
    const ana = await staff(host.base, token, "support")
    forward(stepMs)
    const answer = await signIn(signInBody(ana))
    const [, ...attributes] = String(answer.headers["set-cookie"]).split("; ")
    expect(attributes.toSorted()).toEqual(["HttpOnly", "Path=/", "SameSite=Strict", "Secure"])
    expect(answer.headers["cache-control"]).toBe("no-store")
  })

  it("is named by whatever he does, in the audit too", async () => {
    const ana = await staff(host.base, token, "owner")
    const made = await ask(host.base, ana, "POST", "/admin/accounts", { name: "Named" })
    const { acts } = dataOf(await ask(host.base, ana, "GET", "/admin/audit"))
    expect((acts as ReadonlyArray<unknown>)[0]).toMatchObject({
      action: "account.create",
      accountId: dataOf(made)["accountId"],
      by: { id: ana.operatorId }
    })
  })

  it("is judged by the bearer alone where there is one", async () => {
    const ana = await staff(host.base, token, "owner")
    const headers = { authorization: "Bearer nothing", ...fromElsewhere() }
    expectFailure(await ask(host.base, ana, "GET", sessionPath, undefined, headers), unauthorized)
    expectFailure(
      await ask(host.base, ana, "GET", sessionPath, undefined, { authorization: "Basic eDp5" }),
      unauthorized
    )
    const both = await ask(host.base, ana, "GET", sessionPath, undefined, { authorization: `Bearer ${token}` })
    expect(dataOf(both)["viewer"]).toMatchObject({ by: null, csrf: null })
  })

  it.each(
    [
      ["no token", { "x-csrf-token": "" }],
      ["a wrong token", { "x-csrf-token": "0".repeat(64) }],
      ["another origin", { origin: "https://evil.example" }],
      ["an origin that ends as ours", { origin: "http://evil127.0.0.1" }],
      ["no origin that could be named", { origin: "null" }],
      ["another port of the same host", { origin: "http://127.0.0.1:1" }],
      ["a page of another site", { "sec-fetch-site": "cross-site" }],
      ["a page of another name of the same site", { "sec-fetch-site": "same-site" }],
      ["no page at all", { "sec-fetch-site": "none" }]
    ] as const
  )("writes nothing with %s §operator-csrf §error-request-forged", async (_, headers) => {
    const ana = await staff(host.base, token, "owner")
    const write = (more: Readonly<Record<string, string>>) =>
      ask(host.base, ana, "POST", "/admin/accounts", { name: "Forged" }, more)
    expectFailure(await write(headers), forged)
    expectFailure(await ask(host.base, ana, "DELETE", `/admin/operators/${ana.operatorId}`, undefined, headers), forged)
    expect((await write({ origin: host.base, "sec-fetch-site": "same-origin" })).status).toBe(201)
  })

  it("writes nothing with the token of another session §operator-csrf", async () => {
    const ana = await staff(host.base, token, "owner")
    const bea = await staff(host.base, token, "owner")
    const mixed = { cookie: ana.cookie, csrf: bea.csrf }
    expectFailure(await ask(host.base, mixed, "POST", "/admin/accounts", { name: "Forged" }), forged)
    // A read does no harm, and other sites cannot see what it answers.
    expect((await ask(host.base, mixed, "GET", sessionPath)).status).toBe(200)
  })

  it.each([signInPath, invitationPath, acceptPath])(
    "takes %s from our own page and as JSON alone §operator-csrf",
    async (path) => {
      const body = { email: "nobody@staff.example", password: goodPassword, code: "000000", invitation: "x" }
      for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }]) {
        expectFailure(await send(host.base, { path, body, headers: { ...fromElsewhere(), ...headers } }), forged)
      }
      const plain = { ...fromElsewhere(), "content-type": "text/plain" }
      expectFailure(await send(host.base, { path, body: JSON.stringify(body), headers: plain }), {
        status: 415,
        errorCode: "UNSUPPORTED_MEDIA_TYPE"
      })
    }
  )

  it("never gets a session that somebody else chose §operator-fixation", async () => {
    const ana = await staff(host.base, token, "owner")
    const mallory = await staff(host.base, token, "support")
    forward(stepMs)
    const chosen = `__Host-pontepay-sandbox=${ana.operatorId}.${"a".repeat(64)}`
    for (const cookie of [mallory.cookie, chosen, ana.cookie]) {
      const answer = await signIn(signInBody(ana), { cookie })
      const session = { cookie: cookieIn(answer), csrf: String(dataOf(answer)["csrf"]) }
      expect([mallory.cookie, chosen, ana.cookie]).not.toContain(session.cookie)
      expect([await opens({ cookie, csrf: "" }), await opens(session)]).toEqual([false, true])
      forward(stepMs)
    }
    const bea = await staff(host.base, token, "owner")
    expect(await opens(bea)).toBe(true)
    const two = `${bea.cookie}; __Host-pontepay-sandbox=${ana.operatorId}.${"b".repeat(64)}`
    expect(await opens({ cookie: two, csrf: "" })).toBe(false)
  })

  it("is refused alike for each wrong part, and while he is locked §error-sign-in-refused §operator-brute-force", async () => {
    const ana = await staff(host.base, token, "owner")
    forward(stepMs)
    const texts = new Set<string>()
    const wrong = [{ email: "nobody@staff.example" }, { password: "wrong wrong wrong" }, { code: "000000" }]
    for (const parts of wrong) texts.add(expectFailure(await signIn(signInBody(ana, parts)), refused).error)
    for (let n = 0; n < limits.signIn.tries; n++) await signIn(signInBody(ana, { password: "wrong wrong wrong" }))
    texts.add(expectFailure(await signIn(signInBody(ana)), refused).error)
    expect(texts.size).toBe(1)
    expect(await opens(ana)).toBe(true)
    forward(limits.signIn.lockMs)
    expect((await signIn(signInBody(ana))).status).toBe(200)
  })

  it("is not guessed by 64 at once, from one address or from many §operator-brute-force", async () => {
    const ana = await staff(host.base, token, "owner")
    const bea = await staff(host.base, token, "owner")
    forward(stepMs)
    const guess = (n: number, headers: Readonly<Record<string, string>>) =>
      send(host.base, {
        path: signInPath,
        body: signInBody(ana, { code: String(n).padStart(6, "0"), password: `guess number ${n} of mine` }),
        headers
      })
    const many = await Promise.all(Array.from({ length: 64 }, (_, n) => guess(n, fromElsewhere())))
    const one = fromElsewhere()
    const few = await Promise.all(Array.from({ length: 64 }, (_, n) => guess(n, one)))
    const statuses = [...many, ...few].map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    expect(few.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(limits.refusedCredentials.tries)
    // The right one comes too late, and an address that goes on is slowed down whatever it shows.
    expectFailure(await signIn(signInBody(ana)), refused)
    for (let n = 0; n < limits.refusedCredentials.tries; n++) await guess(n, one)
    expectFailure(await send(host.base, { path: signInPath, body: signInBody(bea), headers: one }), {
      status: 429,
      errorCode: "RATE_LIMITED"
    })
  })

  it("does not find an invitation by trying §operator-brute-force", async () => {
    const { operatorId } = await invite(host.base, token, "owner")
    const headers = fromElsewhere()
    const statuses: Array<number> = []
    for (let n = 0; n <= limits.refusedCredentials.tries; n++) {
      const invitation = `${operatorId}.${String(n).padStart(64, "0")}`
      statuses.push((await send(host.base, { path: invitationPath, body: { invitation }, headers })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: limits.refusedCredentials.tries }, () => 404), 429])
  })

  it("is signed out by the clock: idle, and in any case §limit-operator-session", async () => {
    const { idleMs, lifetimeMs } = limits.operatorSession
    const ana = await staff(host.base, token, "owner")
    forward(idleMs - 1)
    expect(await opens(ana)).toBe(true)
    forward(idleMs)
    expect(await opens(ana)).toBe(false)
    const bea = await staff(host.base, token, "owner")
    const end = Date.now() + lifetimeMs
    while (Date.now() + idleMs - 1 < end) {
      forward(idleMs - 1)
      expect(await opens(bea)).toBe(true)
    }
    forward(end - Date.now())
    expect(await opens(bea)).toBe(false)
  })

  it("goes by the time of the world, wherever the clock of the sandbox was moved", async () => {
    const ana = await staff(host.base, token, "operator")
    const ahead = { forwardMs: limits.operatorSession.lifetimeMs }
    expect((await ask(host.base, ana, "POST", "/dashboard/api/sandbox/time", ahead)).status).toBe(200)
    expect(await opens(ana)).toBe(true)
    forward(stepMs)
    expect((await signIn(signInBody(ana))).status).toBe(200)
  })

  it("signs out everywhere, and elsewhere with a new password §operator-sign-out", async () => {
    const ana = await staff(host.base, token, "owner")
    const again = async (password = goodPassword) => {
      forward(stepMs)
      const answer = await signIn(signInBody(ana, { password }))
      return { cookie: cookieIn(answer), csrf: String(dataOf(answer)["csrf"]) }
    }
    const second = await again()
    forward(stepMs)
    const newPassword = "seven quiet marmots"
    const change = (parts: object = {}) =>
      ask(host.base, second, "POST", passwordPath, {
        password: goodPassword,
        code: codeOf(ana.secret),
        newPassword,
        ...parts
      }, fromElsewhere())
    expectFailure(await change({ newPassword: "senha1234567" }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["newPassword"]
    })
    expectFailure(await change({ password: "wrong wrong wrong" }), refused)
    expect((await change()).status).toBe(200)
    expect([await opens(ana), await opens(second)]).toEqual([false, true])
    const third = await again(newPassword)
    const out = await ask(host.base, third, "POST", everywherePath)
    expect(out.status).toBe(200)
    expect([await opens(second), await opens(third)]).toEqual([false, false])
  })

  it("is locked out at once when another owner disables or lowers him §operator-sign-out", async () => {
    const ana = await staff(host.base, token, "owner")
    const bea = await staff(host.base, token, "owner")
    const path = `/admin/operators/${bea.operatorId}`
    expect((await ask(host.base, ana, "PATCH", path, { role: "support" })).status).toBe(200)
    expectFailure(await ask(host.base, bea, "GET", "/admin/operators"), { status: 403, errorCode: "ROLE_REQUIRED" })
    expect((await ask(host.base, ana, "DELETE", path)).status).toBe(200)
    expect(await opens(bea)).toBe(false)
  })

  it("makes service tokens that open until they are revoked or expire §operator-service-token §error-person-required", async () => {
    const ana = await staff(host.base, token, "owner")
    const request = { name: "Nightly", role: "operator", expiresInDays: 1 }
    const make = async () => dataOf(await ask(host.base, ana, "POST", "/admin/service-tokens", request))
    const [first, second] = [await make(), await make()]
    const use = async (made: Record<string, unknown>) =>
      send(host.base, { path: sessionPath, key: String(made["secret"]), headers: fromElsewhere() })
    const { may, viewer } = dataOf(await use(first))
    const by = { id: first["tokenId"], name: "Nightly" }
    expect(viewer).toEqual({ who: "operator", by, role: "operator", csrf: null })
    expect(may).not.toContain("changePassword")
    expectFailure(await send(host.base, { method: "POST", path: signOutPath, key: String(first["secret"]) }), {
      status: 403,
      errorCode: "OPERATOR_REQUIRED"
    })
    const revoked = await ask(host.base, ana, "DELETE", `/admin/service-tokens/${String(first["tokenId"])}`)
    expect(dataOf(revoked)).toMatchObject({ state: "REVOKED", createdBy: ana.operatorId })
    expectFailure(await use(first), unauthorized)
    expect((await use(second)).status).toBe(200)
    forward(86_400_000)
    expectFailure(await use(second), unauthorized)
    expectFailure(await send(host.base, { path: "/api/subaccount", key: String(second["secret"]) }), unauthorized)
    const tooLong = { ...request, expiresInDays: limits.serviceTokenDays.maximum + 1 }
    const bea = await staff(host.base, token, "owner")
    expect((await ask(host.base, bea, "POST", "/admin/service-tokens", tooLong)).status).toBe(400)
    expect((await ask(host.base, bea, "POST", "/admin/service-tokens", { ...request, role: "owner" })).status).toBe(400)
  })
})

describe("the operator's token", () => {
  beforeEach(freezeTime)
  afterEach(() => void vi.useRealTimers())

  // C61
  it("bootstraps production, and opens nothing there after the first owner §operator-bootstrap", async () => {
    const live = { host: "live.example" }
    const host = await openHost({
      variables: {
        ...behindProxy,
        PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
        PONTEPAY_PRODUCTION_HOST: live.host,
        PONTEPAY_SECRETS_KEY: secretsKey,
        PONTEPAY_OPERATOR_TOKEN: operatorToken
      }
    })
    const inLive = async (path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
      send(host.base, { path, body, headers: { ...live, ...fromElsewhere(), ...headers } })
    const bearer = { authorization: `Bearer ${operatorToken}` }
    const joined = async (role: string, headers: Readonly<Record<string, string>>) => {
      const body = { name: role, email: `${role}@staff.example`, role }
      const { invitation } = dataOf(await inLive("/admin/operators", body, headers))
      const { secret } = dataOf(await inLive(invitationPath, { invitation }))
      const code = codeOf(secretIn(secret))
      const answer = await inLive(acceptPath, { invitation, password: goodPassword, code })
      return { cookie: cookieIn(answer), "x-csrf-token": String(dataOf(answer)["csrf"]) }
    }
    // An operator who is no owner can let no one in, so the token still does.
    await joined("operator", bearer)
    expect((await inLive("/admin/accounts", undefined, bearer)).status).toBe(200)
    const ana = await joined("owner", bearer)
    expect(ana.cookie).toMatch(/^__Host-pontepay-production=/)
    expectFailure(await inLive("/admin/accounts", undefined, bearer), unauthorized)
    expectFailure(
      await inLive("/admin/operators", { name: "x", email: "x@x.example", role: "owner" }, bearer),
      unauthorized
    )
    expect((await inLive("/admin/accounts", undefined, ana)).status).toBe(200)
    // The sandbox has operators of its own: neither its token nor its sessions are production's.
    expect((await send(host.base, { path: "/admin/accounts", key: operatorToken })).status).toBe(200)
    expectFailure(await send(host.base, { path: "/admin/accounts", headers: ana }), unauthorized)
    await host.close()
  })
})
