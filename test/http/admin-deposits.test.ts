// An operator decides over /admin about the rest of a deposit of which a part came back before its delivery (C60): the rest is
// delivered, or returned, once, and only as the operator saw it.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as books from "../../hosts/http/api/definition/admin-books.ts"
import * as refunds from "../../hosts/http/api/definition/admin-refunds.ts"
import { type TestHost, declared, eventually, keyOf, openHost } from "../support/host.ts"
import { dataOf, expectFailure, expectSuccess } from "../support/http.ts"
import { endToEndIdAt, returnIdAt } from "../support/ids.ts"
import { asOperator } from "./as-operator.ts"
import {
  expectAccepted,
  makeDeposit,
  payReturnedInPart,
  recordOf,
  returnEvent,
  sendSigned,
  untilStatus
} from "./sandbox.ts"

describe("the rest of a deposit", () => {
  const key = keyOf("acme")
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ accounts: [declared("acme")] })
  })
  afterAll(() => host.close())

  const ask = (method: string, path: string, body?: unknown) => asOperator(host)(method, path, body)

  /** A deposit of 50.00 of which 4.00 came back before its delivery. */
  const stopped = async (n: number) => {
    const made = await makeDeposit(host.base, key)
    await payReturnedInPart(host.base, made, { endToEndId: endToEndIdAt(n), returnId: returnIdAt(n), value: 400 })
    const record = await eventually(
      () => recordOf(host.base, key, made.externalId),
      (each) => each["refundedValue"] === 400
    )
    const path = `/admin/deposits/${String(record["walletCharge"])}`
    return { externalId: made.externalId, path, id: String(record["walletCharge"]) }
  }

  it("is delivered once, at the price of the deposit less its fee, and the act is on record §deposit-rest §admin-audit-record", async () => {
    const { externalId, id, path } = await stopped(1)
    expect(await recordOf(host.base, key, externalId)).toMatchObject({ status: "PROCESSING" })
    const ordered = expectSuccess(refunds.deliverRest, await ask("POST", `${path}/deliver-rest`, { rest: 4_600 }), 202)
    expect(ordered["data"]).toMatchObject({ depositId: id, movementId: `deliver/${id}`, rest: 4_600 })
    const record = await untilStatus(host.base, key, externalId, "COMPLETED")
    expect(record).toMatchObject({ refundStatus: "PARTIALLY_REFUNDED", refundedValue: 400 })
    expectFailure(await ask("POST", `${path}/deliver-rest`, { rest: 4_600 }), {
      status: 409,
      errorCode: "STATE_CONFLICT"
    })
    const { acts } = dataOf(await ask("GET", "/admin/audit")) as {
      readonly acts: ReadonlyArray<Record<string, unknown>>
    }
    expect(acts).toMatchObject([{ action: "deposit.deliverRest", subject: id, detail: { rest: 4_600 } }])
    const balance = expectSuccess(books.readTrialBalance, await ask("GET", "/admin/balance"))
    expect(balance["data"]).toMatchObject({ isBalanced: true })
  })

  it("is returned once, and makes the deposit REFUNDED §deposit-rest", async () => {
    const { externalId, id, path } = await stopped(2)
    const ordered = expectSuccess(refunds.returnRest, await ask("POST", `${path}/return-rest`, { rest: 4_600 }), 202)
    expect(ordered["data"]).toMatchObject({ depositId: id, movementId: `return/${id}`, rest: 4_600 })
    const record = await untilStatus(host.base, key, externalId, "REFUNDED")
    expect(record).toMatchObject({ refundStatus: "CONFIRMED", refundedValue: 5_000, transactionHash: null })
    expectFailure(await ask("POST", `${path}/deliver-rest`, { rest: 4_600 }), {
      status: 409,
      errorCode: "STATE_CONFLICT"
    })
  })

  it("is not what the operator saw where more came back meanwhile §deposit-rest", async () => {
    const { externalId, path } = await stopped(3)
    expectAccepted(await sendSigned(host.base, returnEvent(endToEndIdAt(3), returnIdAt(33), 100)))
    for (const order of ["deliver-rest", "return-rest"]) {
      expectFailure(await ask("POST", `${path}/${order}`, { rest: 4_600 }), {
        status: 409,
        errorCode: "STATE_CONFLICT"
      })
    }
    expect(await recordOf(host.base, key, externalId)).toMatchObject({ status: "PROCESSING", refundedValue: 500 })
  })

  it("says what is wrong §deposit-rest §admin-not-found", async () => {
    const unknownPath = "/admin/deposits/dep_nobody"
    expectFailure(await ask("POST", `${unknownPath}/return-rest`, { rest: 1 }), { status: 404, errorCode: "NOT_FOUND" })
    expectFailure(await ask("POST", `${unknownPath}/deliver-rest`, { rest: 0 }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["rest"]
    })
  })
})
