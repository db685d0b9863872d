// A refused call leaves one line in the log and nothing else (C13): who, which route, how, and neither input nor secret.
import { base32Of } from "../../core/operations/operator/totp.ts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type HostProcess, bootstrapFile, declared, keyOf, startProcess } from "../support/host.ts"
import { send } from "../support/http.ts"
import { accept, ask, goodPassword, invite, signInPath } from "../support/staff.ts"

interface Line {
  readonly message: readonly [string, Readonly<Record<string, unknown>>] | string
}

describe("the audit line", () => {
  let host: HostProcess
  beforeAll(async () => {
    host = await startProcess({
      variables: { LOG_LEVEL: "info", PONTEPAY_BOOTSTRAP_FILE: bootstrapFile([declared("acme")]) }
    })
  })
  afterAll(() => host.stop())

  const lines = (): ReadonlyArray<Readonly<Record<string, unknown>>> =>
    host.output().stderr.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line) as Line)
      .flatMap(({ message }) =>
        Array.isArray(message) && message[0] === "audit" ? [message[1] as Readonly<Record<string, unknown>>] : []
      )

  it("names request, key, route and errorCode of every refusal, and nothing of the input §audit-line", async () => {
    const key = keyOf("acme")
    const ask = (id: string, path: string, body?: unknown, as: string | undefined = key) =>
      send(host.base, { path, body, key: as, headers: { "x-request-id": id } })
    const secret = "11144477735"
    await ask("a-ok", "/api/subaccount")
    await ask("a-401", "/api/subaccount", undefined, `pontepay_test_${"nobody".padEnd(32, "z")}`)
    await ask("a-400", "/api/subaccount", { name: secret, extra: secret })
    await ask("a-404", `/api/deposit/asset/${secret}`)
    await ask("a-none", `/api/${secret}`)
    const found = lines()
    expect(found.map(({ keyId, ...line }) => [line, typeof keyId])).toEqual([
      [{ requestId: "a-401", route: "GET /api/subaccount", status: 401, errorCode: "UNAUTHORIZED" }, "object"],
      [{ requestId: "a-400", route: "POST /api/subaccount", status: 400, errorCode: "VALIDATION_FAILED" }, "string"],
      [
        { requestId: "a-404", route: "GET /api/deposit/asset/:externalId", status: 404, errorCode: "NOT_FOUND" },
        "string"
      ],
      [{ requestId: "a-none", route: null, status: 404, errorCode: "NOT_FOUND" }, "object"]
    ])
    expect(host.output().stderr).not.toMatch(new RegExp(`${secret}|${key}|no one`))
  })

  it("names the operator, and nothing that he shows §audit-line", async () => {
    const token = /Operator\s+(\S+)/.exec(host.output().stdout)?.[1] ?? ""
    const invited = await invite(host.base, token, "owner")
    const ana = await accept(host.base, invited)
    await ask(host.base, ana, "POST", "/admin/accounts", { name: "Named" }, { "x-request-id": "o-write" })
    await ask(host.base, { ...ana, csrf: "" }, "POST", "/admin/accounts", {}, { "x-request-id": "o-forged" })
    const body = { email: ana.email, password: "wrong wrong wrong", code: "000000" }
    await send(host.base, { path: signInPath, body, headers: { "x-request-id": "o-refused" } })
    const about = (requestId: string) => lines().find((line) => line["requestId"] === requestId)
    expect(about("o-write")).toMatchObject({ keyId: ana.operatorId, route: "POST /admin/accounts", status: 201 })
    expect(about("o-forged")).toMatchObject({ status: 403, errorCode: "REQUEST_FORGED" })
    expect(about("o-refused")).toMatchObject({ status: 401, errorCode: "SIGN_IN_REFUSED", from: "127.0.0.1" })
    const { stderr } = host.output()
    expect(stderr).toMatch(
      new RegExp(`"A sign-in was refused",\\{"operatorId":"${ana.operatorId}","isLocked":false\\}`)
    )
    const secrets = [
      goodPassword,
      "wrong wrong",
      ana.csrf,
      ana.secret,
      base32Of(ana.secret),
      ana.cookie,
      invited.invitation
    ]
    const halves = [ana.cookie, invited.invitation].map((each) => each.split(".")[1] ?? "?")
    expect([...secrets, ...halves, ...ana.recoveryCodes, token].filter((each) => stderr.includes(each))).toEqual([])
  })
})
