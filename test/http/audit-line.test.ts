// A refused call leaves one line in the log and nothing else (C13): who, which route, how, and neither input nor secret.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type HostProcess, bootstrapFile, declared, keyOf, startProcess } from "../support/host.ts"
import { send } from "../support/http.ts"

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
    expect(host.output().stderr).not.toMatch(new RegExp(`${secret}|${key}|nobody`))
  })
})
