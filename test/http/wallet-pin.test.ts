// A holder sets and changes the PIN in production, where the interface can neither mint nor learn it: the link, the page,
// and what the page sends (spec "Authentication" 5).
import { createHash } from "node:crypto"
import { runInNewContext } from "node:vm"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readWalletKeys, startPinSession } from "../../hosts/http/api/definition/wallet.ts"
import { type TestHost, declared, keyOf, openHost, secretsKey } from "../support/host.ts"
import { type Answer, bodyOf, dataOf, expectFailure, expectSuccess, send } from "../support/http.ts"

const live = keyOf("live", "production")
const host = "live.example"

describe("the PIN page", () => {
  let service: TestHost
  beforeAll(async () => {
    service = await openHost({
      accounts: [declared("live", { environment: "production", flags: ["WALLET_PAYOUT_API"] }), declared("test")],
      variables: {
        PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
        PONTEPAY_PRODUCTION_HOST: host,
        PONTEPAY_SECRETS_KEY: secretsKey,
        PONTEPAY_OPERATOR_TOKEN: "operator-token-of-the-tests-0123456789"
      }
    })
  })
  afterAll(() => service.close())

  const post = (path: string, body: unknown, key: string | undefined = live, headers = {}) =>
    send(service.base, { path, body, key, headers: { host, ...headers } })
  const submit = (body: unknown) => send(service.base, { path: "/hosted/api/pin", body, headers: { host } })
  const check = (session: unknown) =>
    send(service.base, { path: "/hosted/api/pin/session", body: { session }, headers: { host } })
  const tokenOf = (answer: Answer) => /#(set|change)\.([0-9a-f]{64})$/.exec(String(dataOf(answer)["url"])) ?? []
  const page = (language?: string) =>
    send(service.base, {
      path: "/hosted/pin",
      headers: { host, ...(language === undefined ? {} : { "accept-language": language }) }
    })

  it("is reached by a link of the key owner, and sets the PIN that the keys are made of §endpoint-start-pin-session", async () => {
    expectFailure(await post("/api/wallet/keys", {}), { status: 404, errorCode: "NOT_FOUND" })
    const opened = await post("/api/wallet/pin-session", {}, live, { "idempotency-key": "session" })
    expectSuccess(startPinSession, opened, 201)
    const replay = await post("/api/wallet/pin-session", {}, live, { "idempotency-key": "session" })
    expect(replay.text).toBe(opened.text)
    expect(String(dataOf(opened)["url"])).toMatch(/^https:\/\/live\.example\/hosted\/pin#set\.[0-9a-f]{64}$/)
    const [, , session] = tokenOf(opened)
    // S16
    for (const pin of ["12345", "1234567", "111111", "123123", "310190", "x".repeat(65)]) {
      const refused = await submit({ session, pin })
      expectFailure(refused, { status: 400, errorCode: "VALIDATION_FAILED", fields: ["pin"] })
      expect(refused.text).not.toContain(pin)
    }
    expect(bodyOf(await check(session))).toEqual({ success: true })
    expect(bodyOf(await submit({ session, pin: "482913" }))).toEqual({ success: true })
    const over = { status: 400, errorCode: "VALIDATION_FAILED", fields: ["session"] }
    for (const answer of [await submit({ session, pin: "904438" }), await check(session), await check("0a")]) {
      expectFailure(answer, over)
    }
    const keys = expectSuccess(readWalletKeys, await post("/api/wallet/keys", {}))["data"]

    const change = await post("/api/wallet/pin-session", {})
    const [, task, again] = tokenOf(change)
    expect(task).toBe("change")
    expectFailure(await submit({ session: again, pin: "739105", currentPin: "000000" }), {
      status: 400,
      errorCode: "INVALID_PIN"
    })
    expect(bodyOf(await submit({ session: again, pin: "739105", currentPin: "482913" }))).toEqual({ success: true })
    expect(keys).toHaveProperty("protectedSymmetricKey")
  })

  it("is not there for foreign subaccounts, nor in the sandbox", async () => {
    const foreign = await post("/api/wallet/pin-session", { subAccountId: "sub_nobody" })
    expectFailure(foreign, { status: 404, errorCode: "NOT_FOUND" })
    const test = await send(service.base, { path: "/api/wallet/pin-session", body: {}, key: keyOf("test") })
    expectFailure(test, { status: 501, errorCode: "NOT_AVAILABLE_IN_SANDBOX" })
  })

  it("runs its one script, asks this host alone, and cannot be framed §pin-page", async () => {
    const answer = await page()
    expect(answer.status).toBe(200)
    const script = /<script>([\s\S]*)<\/script>/.exec(answer.text)?.[1] ?? ""
    const hash = createHash("sha256").update(script).digest("base64")
    const policy = answer.headers["content-security-policy"] ?? ""
    expect(policy).toContain(`script-src 'sha256-${hash}'`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(answer.headers["x-frame-options"]).toBe("DENY")
    expect(answer.headers["referrer-policy"]).toBe("no-referrer")
    expect(answer.text).not.toMatch(/https?:\/\//)
    expect(answer.headers["cache-control"]).toBe("no-store")
  })

  it("speaks Portuguese to who reads it, and English otherwise §pin-page", async () => {
    expect((await page("pt-BR,en;q=0.5")).text).toContain(`<html lang="pt-BR">`)
    expect((await page("de")).text).toContain(`<html lang="en">`)
  })

  it.each([
    ["#set.0a", { pin: "482913", again: "482913" }, [{ session: "0a", pin: "482913" }]],
    ["#change.0a", { pin: "482913", again: "482913", currentPin: "111111" }, [
      { session: "0a", pin: "482913", currentPin: "111111" }
    ]],
    ["#set.0a", { pin: "482913", again: "482914" }, []],
    ["#set.0a", { pin: "48291", again: "48291" }, []],
    ["#set.0a", { pin: "777777", again: "777777" }, []],
    ["#set.0a", { pin: "345678", again: "345678" }, []],
    ["#set.0a", { pin: "123123", again: "123123" }, []],
    ["#set.0a", { pin: "310190", again: "310190" }, []],
    ["#set.0a", { pin: "uma frase secreta", again: "uma frase secreta" }, [{
      session: "0a",
      pin: "uma frase secreta"
    }]],
    ["#change.0a", { pin: "482913", again: "482913", currentPin: "1" }, []],
    ["", { pin: "482913", again: "482913" }, []]
  ])("sends %s with what was typed twice, and nothing else §pin-page", async (hash, typed, expected) => {
    const script = /<script>([\s\S]*)<\/script>/.exec((await page()).text)?.[1] ?? ""
    const sent: Array<unknown> = []
    const asked: Array<unknown> = []
    const submitted: Array<(event: object) => void> = []
    const element = { hidden: false, disabled: true, textContent: "", setAttribute: () => undefined }
    const form = {
      ...element,
      querySelector: (selector: string) => {
        const name = /^\[name=(\w+)\]$/.exec(selector)?.[1]
        const focusable = { focus: () => undefined, setAttribute: () => undefined }
        return name === undefined ? element : { ...focusable, value: (typed as Record<string, string>)[name] ?? "" }
      },
      addEventListener: (_: string, listener: (event: object) => void) => submitted.push(listener)
    }
    runInNewContext(script, {
      location: { hash },
      document: {
        querySelector: (selector: string) =>
          selector === "form" ? form : { ...element, addEventListener: () => undefined },
        querySelectorAll: () => []
      },
      fetch: (path: string, { body }: { body: string }) => {
        expect(path).toMatch(/^\/hosted\/api\/pin(?:\/session)?$/)
        const to = path.endsWith("/session") ? asked : sent
        to.push(JSON.parse(body))
        return Promise.resolve(Response.json({ success: true }))
      }
    })
    for (const listener of submitted) listener({ preventDefault: () => undefined })
    await new Promise((resolve) => setImmediate(resolve))
    expect(sent).toEqual(expected)
    expect(asked).toEqual(hash === "" ? [] : [{ session: "0a" }])
  })
})
