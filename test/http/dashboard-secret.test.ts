// The dashboard shows the signing secret of a webhook again (spec "Authentication" 9): to the operator and its owner, by a POST
// that nothing keeps, and on record.
import { Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { isGenuine } from "../../core/webhooks/webhook/webhook.ts"
import { eventually } from "../support/host.ts"
import { dataOf, expectFailure, lasting } from "../support/http.ts"
import { type DashboardWorld, openDashboard, ownerKey, strangerKey } from "./dashboard-world.ts"

describe("the secret of a webhook", () => {
  let world: DashboardWorld
  beforeAll(async () => {
    world = await openDashboard()
  })
  afterAll(() => world.close())

  const reveal = (key: string | undefined, webhookId: string) =>
    world.ask(key, "POST", `/admin/webhooks/${webhookId}/secret`)

  it("is shown to its owner, verifies what is delivered, and is kept by nothing on the way §webhook-secret-again", async () => {
    const url = `${world.receiver.base}/shown`
    const made = await world.write(ownerKey, `/admin/accounts/${world.acme}/webhooks`, { url })
    const answer = await reveal(ownerKey, String(made["webhookId"]))
    expect([answer.status, dataOf(answer)]).toEqual([200, { secret: made["secret"] }])
    expect(answer.headers["cache-control"]).toBe("no-store")
    await world.paidDeposit()
    const posts = await eventually(
      () => Promise.resolve(world.receiver.at("/shown").filter(({ body }) => !body.includes("WEBHOOK_TEST"))),
      (found) => found.length > 0
    )
    const [delivery] = posts
    const proof = {
      timestamp: String(delivery?.headers["x-service-timestamp"]),
      signature: String(delivery?.headers["x-service-signature"]),
      body: String(delivery?.body)
    }
    const secret = Redacted.make(String(dataOf(answer)["secret"]))
    expect(isGenuine(secret, proof, delivery?.at ?? 0)).toBe(true)
  })

  it("is shown to the operator, and the record says to whom it was shown §webhook-secret-again §admin-audit-record", async () => {
    const webhookId = await world.webhook()
    const answers = [await reveal(ownerKey, webhookId), await reveal(world.token, webhookId)]
    expect(dataOf(answers[0] ?? expect.fail())).toEqual(dataOf(answers[1] ?? expect.fail()))
    const { acts } = await world.read(world.token, "/admin/audit")
    const shown = (acts as ReadonlyArray<Readonly<Record<string, unknown>>>)
      .filter(({ action, subject }) => action === "webhook.reveal" && subject === webhookId)
    expect(shown.map(({ keyId }) => keyId)).toEqual([null, expect.stringMatching(/^key_/)])
    expect(JSON.stringify(acts)).not.toContain(String(dataOf(answers[0] ?? expect.fail())["secret"]))
  })

  it("is not there for a stranger, for no one, and for a GET §dashboard-foreign §webhook-secret-again", async () => {
    const webhookId = await world.webhook()
    const [foreign, missing] = [await reveal(strangerKey, webhookId), await reveal(strangerKey, "whk_nobody")]
      .map((answer) => ({ status: answer.status, headers: lasting(answer), text: answer.text }))
    expect(foreign).toEqual(missing)
    expect(foreign?.status).toBe(404)
    expectFailure(await reveal(undefined, webhookId), { status: 401, errorCode: "UNAUTHORIZED" })
    expectFailure(await world.ask(ownerKey, "GET", `/admin/webhooks/${webhookId}/secret`), {
      status: 405,
      errorCode: "METHOD_NOT_ALLOWED"
    })
    await world.write(ownerKey, `/admin/webhooks/${webhookId}`, undefined, "DELETE")
    expectFailure(await reveal(ownerKey, webhookId), { status: 404, errorCode: "NOT_FOUND" })
  })
})
