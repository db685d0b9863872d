// A refund above the amount of the environment over HTTP: asked by one operator, carried out by the approval of another, with both
// names in the audit.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type TestHost, declared, eventually, keyOf, openHost } from "../support/host.ts"
import { behindProxy, bodyOf, dataOf, expectFailure, send } from "../support/http.ts"
import { type Staff, ask, staff } from "../support/staff.ts"
import { operatorTokenOf } from "./as-operator.ts"
import { expectAccepted, sendSigned } from "./sandbox.ts"

describe("a refund above the amount of the environment", () => {
  const key = keyOf("acme")
  let host: TestHost
  let ana: Staff
  let bia: Staff
  beforeAll(async () => {
    const variables = { ...behindProxy, PONTEPAY_SANDBOX_SECOND_OPERATOR_ABOVE_BRL: "5.00" }
    host = await openHost({ accounts: [declared("acme")], variables })
    ana = await staff(host.base, operatorTokenOf(host), "operator")
    bia = await staff(host.base, operatorTokenOf(host), "operator")
  })
  afterAll(() => host.close())

  const statusOf = async (paymentHash: string) =>
    dataOf(await send(host.base, { path: `/api/lightning/invoice/${paymentHash}`, key }))["status"]

  /** A Lightning invoice whose PIX failed. */
  const failed = async (value: number): Promise<string> => {
    const body = { value, pixKey: "fail@sandbox.test" }
    const { paymentHash } = bodyOf(await send(host.base, { path: "/api/lightning/invoice", key, body }))
    const event = { subscription: "LIGHTNING", data: { type: "INVOICE-PAID", paymentHash } }
    expectAccepted(await sendSigned(host.base, { event }))
    await eventually(() => statusOf(String(paymentHash)), (status) => status === "FAILED")
    return String(paymentHash)
  }

  const refund = (paymentHash: string) => `/admin/lightning/invoices/${paymentHash}/refund`
  const to = { refundAddress: "ana@wallet.example.com" }

  it("waits, and is carried out once by another operator §second-operator", async () => {
    const paymentHash = await failed(1_000)
    const asked = await ask(host.base, ana, "POST", refund(paymentHash), to)
    expectFailure(asked, { status: 409, errorCode: "SECOND_OPERATOR_REQUIRED", fields: ["approvalId"] })
    const { approvals } = dataOf(await ask(host.base, bia, "GET", "/admin/approvals")) as {
      readonly approvals: ReadonlyArray<Readonly<Record<string, unknown>>>
    }
    expect(approvals).toMatchObject([{ action: "refundInvoice", state: "WAITING", askedBy: { id: ana.operatorId } }])
    const approval = `/admin/approvals/${String(approvals[0]?.["approvalId"])}`
    expectFailure(await ask(host.base, ana, "POST", `${approval}/approve`), {
      status: 403,
      errorCode: "NOT_SECOND_OPERATOR"
    })
    expectFailure(await send(host.base, { method: "POST", path: `${approval}/approve`, key: operatorTokenOf(host) }), {
      status: 403,
      errorCode: "NOT_SECOND_OPERATOR"
    })
    expect(await statusOf(paymentHash)).toBe("FAILED")
    expect(dataOf(await ask(host.base, bia, "POST", `${approval}/approve`))).toMatchObject({ state: "APPROVED" })
    await eventually(() => statusOf(paymentHash), (status) => status === "REFUNDED")
    const { acts } = dataOf(await ask(host.base, ana, "GET", "/admin/audit")) as {
      readonly acts: ReadonlyArray<Readonly<Record<string, unknown>>>
    }
    expect(acts.filter(({ action }) => action === "lightningInvoice.refund")).toMatchObject([
      { by: { id: ana.operatorId }, approvedBy: { id: bia.operatorId } }
    ])
    expectFailure(await ask(host.base, bia, "POST", `${approval}/decline`), {
      status: 409,
      errorCode: "STATE_CONFLICT"
    })
  })

  it("is carried out at once below it §second-operator", async () => {
    const paymentHash = await failed(100)
    expect((await ask(host.base, ana, "POST", refund(paymentHash), to)).status).toBe(202)
    await eventually(() => statusOf(paymentHash), (status) => status === "REFUNDED")
  })
})
