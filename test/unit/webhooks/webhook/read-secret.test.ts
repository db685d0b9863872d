// The signing secret, shown again: what signs now, to the operator and the owner, each time a action on record.
import { Effect, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { feed } from "../../../../core/engine/store/records.ts"
import { OperatorActs } from "../../../../core/engine/review/operator-act.ts"
import { readSecret } from "../../../../core/webhooks/webhook/read-secret.ts"
import { readWebhook } from "../../../../core/webhooks/webhook/read-webhook.ts"
import { removeWebhook } from "../../../../core/webhooks/webhook/remove-webhook.ts"
import { rotateSecret } from "../../../../core/webhooks/webhook/rotate-secret.ts"
import { operator, register } from "../../../support/operator.ts"
import { World } from "../../../support/world.ts"

const open = async () => {
  const world = await World.open()
  const { account: { id } } = await world.caller()
  const { secret, webhookId } = await register(world, id, "a")
  const shown = async () => Redacted.value((await world.run(readSecret(operator, webhookId))).secret)
  const acts = () =>
    world.run(feed(OperatorActs, "bySubject", webhookId, { limit: 100 })).then((rows) => rows.map(({ value }) => value))
  return { world, id, secret, webhookId, shown, acts }
}

describe("a secret that is shown again", () => {
  it("is the one that signs, after a rotation too, and changes nothing §webhook-secret-again", async () => {
    const { secret, shown, webhookId, world } = await open()
    const before = await world.run(readWebhook(webhookId))
    world.advance(1_000)
    expect(await shown()).toBe(secret)
    expect(await world.run(readWebhook(webhookId))).toEqual(before)
    const rotated = Redacted.value((await world.run(rotateSecret(operator, webhookId))).secret)
    expect(await shown()).toBe(rotated)
  })

  it("is a action each time, also by two at once, and is in none of them §webhook-secret-again §admin-audit-record", async () => {
    const { acts, id, secret, webhookId, world } = await open()
    const owner = { ...operator, keyId: "key_1" }
    await world.run(
      Effect.all([readSecret(operator, webhookId), readSecret(owner, webhookId)], { concurrency: 2 })
    )
    const actions = (await acts()).filter(({ action }) => action === "webhook.reveal")
    expect(actions.map(({ keyId }) => keyId ?? "operator").toSorted()).toEqual(["key_1", "operator"])
    expect(new Set(actions.map((action) => action.id)).size).toBe(2)
    expect(actions).toMatchObject([{ owner: id, subject: webhookId, detail: "{}" }, {}])
    expect(JSON.stringify(actions)).not.toContain(secret)
  })

  it("is of an endpoint that is there", async () => {
    const { acts, webhookId, world } = await open()
    expect(await world.refusal(readSecret(operator, "whk_nobody"))).toMatchObject({ resource: "Webhook" })
    await world.run(removeWebhook(operator, webhookId))
    expect(await world.refusal(readSecret(operator, webhookId))).toMatchObject({ resource: "Webhook" })
    expect((await acts()).map(({ action }) => action)).not.toContain("webhook.reveal")
  })
})
