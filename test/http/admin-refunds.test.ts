// Manual refunds over /admin: a Lightning invoice whose PIX failed goes back to the address that the operator names, once, and
// the action is written down with it.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as books from "../../hosts/http/api/definition/admin-books.ts"
import * as refunds from "../../hosts/http/api/definition/admin-refunds.ts"
import { type TestHost, declared, eventually, keyOf, openHost } from "../support/host.ts"
import { bodyOf, dataOf, expectFailure, expectSuccess, send } from "../support/http.ts"
import { asOperator } from "./as-operator.ts"
import { expectAccepted, sendSigned } from "./sandbox.ts"

describe("a manual refund", () => {
  const key = keyOf("acme")
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ accounts: [declared("acme")] })
  })
  afterAll(() => host.close())

  const ask = (method: string, path: string, body?: unknown) => asOperator(host)(method, path, body)

  it("sends the satoshis of a failed invoice back once, and is a action §admin-refund §admin-audit-record", async () => {
    const body = { value: 1_000, pixKey: "fail@sandbox.test" }
    const { paymentHash } = bodyOf(await send(host.base, { path: "/api/lightning/invoice", key, body })) as {
      readonly paymentHash: string
    }
    const refund = `/admin/lightning/invoices/${paymentHash}/refund`
    const to = { refundAddress: "ana@wallet.example.com" }
    expectFailure(await ask("POST", refund, to), { status: 409, errorCode: "STATE_CONFLICT" })
    expectAccepted(
      await sendSigned(host.base, { event: { subscription: "LIGHTNING", data: { type: "INVOICE-PAID", paymentHash } } })
    )
    const status = async () =>
      dataOf(await send(host.base, { path: `/api/lightning/invoice/${paymentHash}`, key }))["status"]
    await eventually(status, (each) => each === "FAILED")
    expectFailure(await ask("POST", refund, {}), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["refundAddress"]
    })
    expectSuccess(refunds.refundInvoice, await ask("POST", refund, to), 202)
    expectSuccess(refunds.refundInvoice, await ask("POST", refund, to), 202)
    await eventually(status, (each) => each === "REFUNDED")
    const { acts } = dataOf(await ask("GET", "/admin/audit")) as { acts: ReadonlyArray<Record<string, unknown>> }
    expect(acts.map(({ action }) => action)).toEqual(["lightningInvoice.refund"])
    const balance = expectSuccess(books.readTrialBalance, await ask("GET", "/admin/balance"))
    expect(balance["data"]).toMatchObject({ isBalanced: true })
    const subject = String(acts[0]?.["subject"])
    const explained = dataOf(await ask("GET", `/admin/explain/${subject}`))
    expect(explained).toMatchObject({ kind: "lightningInvoice", acts: [{ action: "lightningInvoice.refund" }] })
  })

  it("is refused for a payout that is not there §admin-refund §admin-not-found", async () => {
    expectFailure(await ask("POST", "/admin/payouts/pay_nobody/refund"), { status: 404, errorCode: "NOT_FOUND" })
  })
})
