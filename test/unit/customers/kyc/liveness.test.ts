// Confirming a liveness capture (spec "Authentication" 4, Limits "Liveness token", "Liveness validation"; C29).
import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { validateLiveness } from "../../../../core/customers/kyc/validate-liveness.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { LivenessProvider, LivenessUnavailable } from "../../../../core/ports/liveness-provider.ts"
import { DocumentWorld } from "./documents.ts"

const capture = async () => {
  const documents = await DocumentWorld.open()
  const data = await documents.register({ documentType: "SELFIE-FROM-LIVENESS" })
  return { documents, documentId: data["documentId"], token: String(data["validateLivenessToken"]) }
}

const wrong = (message: RegExp) => ({
  _tag: "ValidationFailed",
  details: [{ field: "validateLivenessToken", message: expect.stringMatching(message) as unknown }]
})

const idempotent = (key: string, token: string) => ({
  route: "validateLiveness",
  key,
  fingerprint: token,
  encode: (answer: unknown) => JSON.stringify(answer)
})

describe("a liveness session", () => {
  it("§liveness-validate §liveness-alone-completes §kyc-document-waiting is completed by its token alone", async () => {
    const { documentId, documents, token } = await capture()
    expect(await documents.readiness(documentId)).toEqual({
      documentId,
      ready: false,
      documentType: "SELFIE-FROM-LIVENESS",
      uploadStatusFront: "WAITING-UPLOAD"
    })
    expect(await documents.world.run(documents.validate(token))).toMatchObject({
      _tag: "Answered",
      answer: { success: true, data: { documentId, status: "COMPLETED" } }
    })
    expect(await documents.readiness(documentId)).toEqual({
      documentId,
      ready: true,
      documentType: "SELFIE-FROM-LIVENESS",
      uploadStatusFront: "COMPLETED"
    })
  })

  it("§liveness-token-single-use is confirmed once", async () => {
    const { documents, token } = await capture()
    await documents.world.run(documents.validate(token))
    expect(await documents.world.refusal(documents.validate(token))).toMatchObject(wrong(/used/))
  })

  it("§liveness-token-single-use is confirmed by one of many at the same time", async () => {
    const { documents, token } = await capture()
    const all = Array.from({ length: 9 }, (_, n) => Effect.exit(documents.validate(token, `peer-${n}`)))
    const exits = await documents.world.run(Effect.all(all, { concurrency: "unbounded" }))
    expect(exits.filter(Exit.isSuccess).length).toBe(1)
  })

  it("§liveness-validate-key replays its answer to the same Idempotency-Key, and to no other", async () => {
    const { documents, token } = await capture()
    const ask = (key: string) =>
      documents.world.run(validateLiveness({ token, peer: "p", attempt: idempotent(key, token) }))
    const twins = await Promise.all([ask("a"), ask("a"), ask("a")])
    expect(twins.map(({ _tag }) => _tag).toSorted()).toEqual(["Answered", "Stored", "Stored"])
    expect(await ask("a")).toMatchObject({ _tag: "Stored" })
    await expect(ask("b")).rejects.toMatchObject(wrong(/used/))
  })

  it("§liveness-token-expiry can be confirmed until the last millisecond before five minutes, and not at them §limit-liveness-token-ms", async () => {
    expect(limits.livenessTokenMs).toBe(300_000)
    const [early, late] = [await capture(), await capture()]
    early.documents.world.advance(299_999)
    await early.documents.world.run(early.documents.validate(early.token))
    late.documents.world.advance(300_000)
    expect(await late.documents.world.refusal(late.documents.validate(late.token))).toMatchObject(wrong(/expired/))
    expect(await late.documents.readiness(late.documentId)).toMatchObject({
      ready: false,
      uploadStatusFront: "EXPIRED",
      uploadErrorFront: expect.any(String) as unknown
    })
  })

  it("§liveness-token-wrong refuses every token that was not given out", async () => {
    const { documents, token } = await capture()
    const upload = await documents.register()
    const [header = "", claims = "", signature = ""] = token.split(".")
    const none = Buffer.from("{\"alg\":\"none\"}").toString("base64url")
    const later = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(claims, "base64url").toString()) as object, exp: 9e12 })
    ).toString("base64url")
    const forged = [
      "",
      "x.y.z",
      `${header}.${claims}`,
      `${header}.${claims}.`,
      `${none}.${claims}.${signature}`,
      `${none}.${claims}.`,
      `${header}.${later}.${signature}`,
      `${header}.${claims}.${signature.slice(0, -1)}${signature.endsWith("A") ? "B" : "A"}`,
      `${header}.${Buffer.from("null").toString("base64url")}.${signature}`,
      `${header}.${Buffer.from("[1").toString("base64url")}.${signature}`,
      `${header}.${Buffer.from("{\"sub\":1}").toString("base64url")}.${signature}`,
      `${token} `,
      String(upload["uploadUrlFront"]).split("/").at(-1) ?? ""
    ]
    for (const [n, each] of forged.entries()) {
      expect([each, await documents.world.refusal(documents.validate(each, `peer-${n}`))]).toEqual([
        each,
        expect.objectContaining(wrong(/not a token/))
      ])
    }
  })

  it("is not completed while the provider saw nothing, or cannot be asked", async () => {
    const { documentId, documents, token } = await capture()
    const withProvider = (isCaptured: Effect.Effect<boolean, LivenessUnavailable>) =>
      Effect.provideService(documents.validate(token), LivenessProvider, { isCaptured: () => isCaptured })
    expect(await documents.world.refusal(withProvider(Effect.succeed(false)))).toMatchObject(
      wrong(/nothing was captured/)
    )
    expect(await documents.world.refusal(withProvider(Effect.fail(new LivenessUnavailable({ reason: "down" })))))
      .toMatchObject({ _tag: "UpstreamUnavailable" })
    expect(await documents.readiness(documentId)).toMatchObject({ ready: false })
    await documents.world.run(documents.validate(token))
  })
})

describe("how often", () => {
  it("§liveness-rate takes ten calls in any minute from one address §limit-liveness-per-minute", async () => {
    const { documents, token } = await capture()
    await documents.world.run(documents.validate(token, "192.0.2.8"))
    const call = (peer = "192.0.2.7") => documents.world.refusal(documents.validate(token, peer))
    const limited = (retryAfterSeconds: number) => ({ _tag: "RateLimited", retryAfterSeconds })
    for (let n = 0; n < 10; n++) {
      expect(await call()).toMatchObject(wrong(/used/))
      documents.world.advance(1_000)
    }
    expect(await call()).toMatchObject(limited(50))
    expect(await call("192.0.2.8")).toMatchObject(wrong(/used/))
    documents.world.advance(49_999)
    expect(await call()).toMatchObject(limited(1))
    documents.world.advance(1)
    expect(await call()).toMatchObject(wrong(/used/))
    expect(await call()).toMatchObject(limited(1))
  })

  // S9
  it("§liveness-rate-proved counts no call without a token that was given out", async () => {
    const { documents, token } = await capture()
    const peer = "192.0.2.7"
    for (let n = 0; n < 3 * limits.livenessPerMinute; n++) {
      expect(await documents.world.refusal(documents.validate("x.y.z", peer))).toMatchObject(wrong(/not a token/))
    }
    await documents.world.run(documents.validate(token, peer))
  })
})
