// A person over /admin and on the command line: exported as one document, and erased once nothing of his is open.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as people from "../../hosts/http/api/definition/admin-people.ts"
import { type TestHost, declared, eventually, keyOf, openHost } from "../support/host.ts"
import { dataOf, expectFailure, expectSuccess, send } from "../support/http.ts"
import { asOperator, operatorTokenOf } from "./as-operator.ts"
import { cli } from "./cli-run.ts"
import { makeDeposit, sendSigned, ticketEvent, untilStatus } from "./sandbox.ts"

const payer = { name: "Canária Pagadora", taxId: "52998224725" }

describe("a person", () => {
  const key = keyOf("acme")
  let host: TestHost
  let accountId = ""
  beforeAll(async () => {
    host = await openHost({ accounts: [declared("acme")] })
    const { accounts } = dataOf(await ask("GET", "/admin/accounts")) as {
      accounts: ReadonlyArray<{ accountId: string }>
    }
    accountId = accounts[0]?.accountId ?? ""
    const { externalId, trackId } = await makeDeposit(host.base, key)
    await sendSigned(host.base, ticketEvent(trackId, { payer }))
    await untilStatus(host.base, key, externalId, "COMPLETED")
  })
  afterAll(() => host.close())

  const ask = (method: string, path: string, body?: unknown) => asOperator(host)(method, path, body)

  it("is exported by the operator alone §person-export", async () => {
    const body = { accountId, taxId: payer.taxId }
    const answer = expectSuccess(people.exportPerson, await ask("POST", "/admin/people/export", body))
    const { records } = answer["data"] as { records: ReadonlyArray<Readonly<Record<string, unknown>>> }
    expect(records).toContainEqual({
      kind: "deposit",
      id: expect.any(String) as string,
      record: null,
      personal: { "payer.name": [payer.name], "payer.taxId": [payer.taxId] }
    })
    expect((await send(host.base, { path: "/admin/people/export", body, key })).status).toBe(401)
    expectFailure(await ask("POST", "/admin/people/export", { accountId, taxId: "11144477736" }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["taxId"]
    })
    expectFailure(await ask("POST", "/admin/people/export", { accountId }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["subAccountId"]
    })
    const printed = await cli(["person", "export", "--account", accountId, "--tax-id", "529.982.247-25"], {
      env: { PONTEPAY_URL: host.base, PONTEPAY_OPERATOR_TOKEN: operatorTokenOf(host) }
    })
    expect(printed.err).toBe("")
    expect(JSON.parse(printed.out)).toMatchObject({ accountId, records })
  })

  it("is not erased while his PIX can be contested, and a customer without one is §person-erasure §person-erasure-open", async () => {
    const contested = await ask("POST", "/admin/people/erasure", { accountId, taxId: payer.taxId })
    expectFailure(contested, { status: 409, errorCode: "PERSON_NOT_ERASABLE" })
    const made = await send(host.base, {
      path: "/api/subaccount",
      key,
      body: { name: "Ana", email: "ana@canary.example" }
    })
    const { subAccountId } = dataOf(made)
    const order = () => ask("POST", "/admin/people/erasure", { accountId, subAccountId })
    const erasure = expectSuccess(people.erasePerson, await order(), 202)["data"]
    expect(erasure).toMatchObject({ accountId, subAccountIds: [subAccountId], erasedAt: null })
    await eventually(async () => dataOf(await order())["clearedAt"], (at) => at !== null)
    expectFailure(await send(host.base, { path: `/api/subaccount/${String(subAccountId)}`, key }), {
      status: 404,
      errorCode: "NOT_FOUND"
    })
    const { acts } = dataOf(await ask("GET", "/admin/audit")) as {
      acts: ReadonlyArray<Readonly<Record<string, unknown>>>
    }
    expect(acts.filter(({ action }) => action === "person.erase").length).toBe(1)
    expect(JSON.stringify(acts)).not.toContain(payer.taxId)
  })
})
