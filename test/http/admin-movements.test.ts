// A movement of which no one can say what became of it, resolved over /admin: with what that means for its record, and refused
// for what was never sent.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as movements from "../../hosts/http/api/definition/admin-movements.ts"
import { type TestHost, declared, eventually, keyOf, openHost } from "../support/host.ts"
import { dataOf, expectFailure, expectSuccess } from "../support/http.ts"
import { asOperator } from "./as-operator.ts"
import { expectAccepted, makeDeposit, recordOf, settleWithKey, untilStatus } from "./sandbox.ts"

describe("a movement that is resolved by hand", () => {
  const key = keyOf("acme")
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ accounts: [declared("acme")] })
  })
  afterAll(() => host.close())

  const resolve = (movementId: string, body: unknown) =>
    asOperator(host)("POST", `/admin/movements/${encodeURIComponent(movementId)}/resolve`, body)
  const openMovement = async () => {
    const { open } = dataOf(await asOperator(host)("GET", "/admin/open")) as {
      readonly open: ReadonlyArray<{ readonly id: string; readonly kind: string }>
    }
    return open.find(({ kind }) => kind === "movement")?.id
  }

  it("ends with its record, and is written down §movement-resolve", async () => {
    const { externalId, trackId } = await makeDeposit(host.base, key, {
      address: "0x0000000000000000000000000000000000000510"
    })
    expectAccepted(await settleWithKey(host.base, key, trackId))
    await eventually(
      () => recordOf(host.base, key, externalId),
      ({ processingStep, status }) => processingStep === "DELIVERY_UNKNOWN" || status === "COMPLETED"
    )
    const movementId = await openMovement()
    // The chain may have said so itself by now.
    if (movementId !== undefined) {
      const answer = await resolve(movementId, { outcome: "DONE", evidence: "0xseen-on-the-chain" })
      expect(expectSuccess(movements.resolveMovement, answer)["data"]).toMatchObject({ movementId, status: "DONE" })
      const { acts } = dataOf(await asOperator(host)("GET", "/admin/audit")) as {
        readonly acts: ReadonlyArray<Record<string, unknown>>
      }
      expect(acts).toMatchObject([{ action: "movement.resolve", subject: movementId }])
    }
    await untilStatus(host.base, key, externalId, "COMPLETED")
  })

  it("is not released or canceled once it has ended, and canceling wants a reason §movement-held", async () => {
    const { externalId, trackId } = await makeDeposit(host.base, key)
    expectAccepted(await settleWithKey(host.base, key, trackId))
    const { walletCharge } = await untilStatus(host.base, key, externalId, "COMPLETED")
    const path = `/admin/movements/${encodeURIComponent(`deliver/${String(walletCharge)}`)}`
    const ended = { status: 409, errorCode: "STATE_CONFLICT" } as const
    expectFailure(await asOperator(host)("POST", `${path}/release`), ended)
    expectFailure(await asOperator(host)("POST", `${path}/cancel`, { reason: "too late" }), ended)
    expectFailure(await asOperator(host)("POST", `${path}/cancel`, {}), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["reason"]
    })
  })

  it("says what is wrong §movement-resolve", async () => {
    const done = { outcome: "DONE", evidence: "0xhash" }
    expectFailure(await resolve("deliver/dep_none", done), { status: 404, errorCode: "NOT_FOUND" })
    expectFailure(await resolve("deliver/dep_none", { outcome: "MAYBE", evidence: "" }), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["outcome", "evidence"]
    })
  })
})
