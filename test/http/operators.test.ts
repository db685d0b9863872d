// Operators as persons over HTTP: from the operator's token to the first owner, and what a session opens.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { operatorTokenOf } from "./as-operator.ts"
import { type TestHost, openHost } from "../support/host.ts"
import { behindProxy, dataOf, expectFailure, send } from "../support/http.ts"
import { accept, ask, freezeTime, invite, sessionPath } from "../support/staff.ts"

describe("an operator", () => {
  let host: TestHost
  beforeAll(async () => {
    host = await openHost({ variables: behindProxy })
  })
  afterAll(() => host.close())
  beforeEach(freezeTime)
  afterEach(() => void vi.useRealTimers())

  it("is invited, accepts with a second factor, and is signed in until he signs out", async () => {
    const invited = await invite(host.base, operatorTokenOf(host), "owner", { name: "Ana" })
    const ana = await accept(host.base, invited)
    expect(ana.cookie).toMatch(/^__Host-pontepay-sandbox=opr_\w+\.[0-9a-f]{64}$/)
    expect(ana.recoveryCodes).toHaveLength(10)
    const { viewer } = dataOf(await ask(host.base, ana, "GET", sessionPath))
    expect(viewer).toEqual({
      who: "operator",
      by: { id: ana.operatorId, name: "Ana" },
      role: "owner",
      csrf: ana.csrf
    })
    const out = await ask(host.base, ana, "POST", "/dashboard/api/sign-out")
    expect(String(out.headers["set-cookie"])).toMatch(/^__Host-pontepay-sandbox=;.*Max-Age=0$/)
    expectFailure(await ask(host.base, ana, "GET", sessionPath), { status: 401, errorCode: "UNAUTHORIZED" })
    expectFailure(await send(host.base, { path: sessionPath }), { status: 401, errorCode: "UNAUTHORIZED" })
  })
})
