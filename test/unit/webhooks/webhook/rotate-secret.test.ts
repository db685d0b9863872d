// Rotation with overlap: the new secret signs at once, and for a day a second signature is made with the old one.
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { emit } from "../../../../core/engine/event/event.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { readWebhook } from "../../../../core/webhooks/webhook/read-webhook.ts"
import { rotateSecret } from "../../../../core/webhooks/webhook/rotate-secret.ts"
import { isGenuine } from "../../../../core/webhooks/webhook/webhook.ts"
import { operator, register } from "../../../support/operator.ts"
import { World } from "../../../support/world.ts"

const open = async () => {
  const world = await World.open()
  const { account: { id } } = await world.caller()
  const { secret: old, webhookId } = await register(world, id, "a")
  let count = 0
  /** Which secrets the signatures of one more delivery hold under. */
  const signedWith = async (secrets: ReadonlyArray<string>) => {
    const parts = {
      id: `evt_${++count}`,
      owner: id,
      name: "KYC_FAILED",
      subject: "kyc_1",
      createdAt: world.clock.now
    } as const
    const { job, write } = emit(parts, {})
    await world.run(Store.use((store) => store.commit(changeSet({ writes: [write], jobs: [job] }))))
    await world.work()
    const { body = "", headers = {} } = world.notifier.posts.at(-1) ?? {}
    const of = (name: string) =>
      secrets.findIndex((secret) =>
        isGenuine(
          Redacted.make(secret),
          { body, timestamp: headers["x-service-timestamp"] ?? "", signature: headers[name] ?? "" },
          world.clock.now
        )
      )
    return {
      current: of("x-service-signature"),
      previous: "x-service-signature-previous" in headers ? of("x-service-signature-previous") : undefined
    }
  }
  const rotate = async () => Redacted.value((await world.run(rotateSecret(operator, webhookId))).secret)
  return { world, webhookId, old, rotate, signedWith }
}

describe("a rotated secret", () => {
  it("signs at once, and the old one beside it up to the last millisecond of the overlap §webhook-rotation §limit-rotation-overlap-ms", async () => {
    const { old, rotate, signedWith, webhookId, world } = await open()
    expect(await signedWith([old])).toEqual({ current: 0, previous: undefined })
    const next = await rotate()
    expect(next).toMatch(/^[0-9a-f]{64}$/)
    expect(await signedWith([old, next])).toEqual({ current: 1, previous: 0 })
    world.advance(limits.rotationOverlapMs - 1)
    expect(await signedWith([old, next])).toEqual({ current: 1, previous: 0 })
    expect(await world.run(readWebhook(webhookId))).toMatchObject({
      previousSecretUntil: expect.any(String) as unknown
    })
    world.advance(1)
    expect(await signedWith([old, next])).toEqual({ current: 1, previous: undefined })
    expect(await world.run(readWebhook(webhookId))).toMatchObject({ previousSecretUntil: null })
  })

  it("that is rotated again ends the first overlap §webhook-rotation", async () => {
    const { old, rotate, signedWith } = await open()
    const second = await rotate()
    const third = await rotate()
    expect(await signedWith([old, second, third])).toEqual({ current: 2, previous: 1 })
  })

  it("is of an endpoint that is there", async () => {
    const { world } = await open()
    expect(await world.refusal(rotateSecret(operator, "whk_nobody"))).toMatchObject({ resource: "Webhook" })
  })
})
