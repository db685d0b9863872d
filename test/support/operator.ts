// The operator of the tests, and what he does so often that it has a name.
import { Redacted } from "effect"
import { registerWebhook } from "../../core/webhooks/webhook/register-webhook.ts"
import type { WebhookRequest } from "../../core/webhooks/webhook/webhook-request.ts"
import type { World } from "./world.ts"

export const operator = { environment: "sandbox", requestId: "request-of-the-operator" } as const

/** Registers an endpoint that accepts its test; the test is no longer among the posts. */
export const register = async (
  world: World,
  accountId: string,
  path: string,
  parts: Partial<WebhookRequest> = {}
) => {
  const url = `https://hooks.example/${path}`
  const { secret, ...webhook } = await world.run(registerWebhook(operator, accountId, { url, ...parts }))
  world.notifier.posts.length = 0
  return { ...webhook, secret: Redacted.value(secret) }
}
