// Imports by share token: each error, one token a user, and a token that is shown once whatever happens on the way.
import { Option, Redacted } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import type { Attempt } from "../../../../core/customers/idempotency/idempotency.ts"
import type { ImportedAnswer } from "../../../../core/customers/kyc/kyc-view.ts"
import { KycImports } from "../../../../core/customers/kyc/kyc-import.ts"
import { submitImportToken } from "../../../../core/customers/kyc/submit-import-token.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import type { ImportAnswer } from "../../../../core/ports/kyc-provider.ts"
import { get } from "../../../../core/engine/store/records.ts"
import { startOfTests } from "../../../support/world.ts"
import { Scene, answerOf } from "./scene.ts"

let scene: Scene
let subAccountId: string

beforeEach(async () => {
  scene = await Scene.open()
  subAccountId = await scene.subaccount()
})

const importing = (token: string | undefined, parts: { readonly to?: string; readonly key?: string } = {}) => {
  const importToken = token === undefined ? {} : { importToken: Redacted.make(token) }
  const attempt: Attempt<ImportedAnswer> | undefined = parts.key === undefined
    ? undefined
    : { route: "importKyc", key: parts.key, fingerprint: "same", encode: (answer) => JSON.stringify(answer) }
  const request = { subAccountId: parts.to ?? subAccountId, ...importToken }
  return submitImportToken({ caller: scene.caller, request, attempt })
}

const imported = async (token: string, to = subAccountId) =>
  answerOf(await scene.world.run(importing(token, { to }))).data.attemptId

const refusal = (token: string | undefined, to = subAccountId) => scene.world.refusal(importing(token, { to }))

describe("an import", () => {
  it("§import-pending is PENDING at once and validated afterwards; its level is an opaque label", async () => {
    const { data } = answerOf(await scene.world.run(importing("  token-1\n")))
    expect(data).toEqual({
      attemptId: expect.stringMatching(/^kyc_/) as unknown,
      status: "PENDING",
      source: "EXTERNAL_IMPORT",
      createdAt: new Date(startOfTests).toISOString()
    })
    expect(scene.world.kyc.shown).toEqual([{ attemptId: data.attemptId, token: "token-1" }])
    expect(await scene.attempt(data.attemptId)).toMatchObject({ status: "PENDING", level: "external-token-client-1" })
    scene.world.kyc.decide(data.attemptId, "APPROVED", { taxId: "52998224725" })
    await scene.pass(1_000)
    expect(await scene.state(subAccountId)).toMatchObject({ status: "APPROVED", level: "FULL" })
    const [approved] = await scene.events()
    expect(approved).toMatchObject({ event: "KYC_APPROVED", data: { level: "external-token-client-1" } })
  })

  it("§import-rejected can still end REJECTED", async () => {
    const attemptId = await imported("token-1")
    scene.world.kyc.decide(attemptId, "REJECTED", { labels: ["PEP"] })
    await scene.pass(1_000)
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "REJECTED", rejectionLabels: ["PEP"] })
  })

  it("§import-own goes to the key owner when no subaccount is named", async () => {
    const request = { importToken: Redacted.make("token-1") }
    const { data } = answerOf(await scene.world.run(submitImportToken({ caller: scene.caller, request })))
    expect(await scene.attempt(data.attemptId)).toMatchObject({ subAccountId: scene.caller.account.mainSubAccountId })
  })

  it.each([undefined, "", "   ", "\n\t", "x".repeat(limits.importToken.maximum + 1)])(
    "§import-empty a token that is missing, empty or too long (%j) is refused without a provider call",
    async (token) => {
      expect(await refusal(token)).toMatchObject({ _tag: "ImportTokenInvalid" })
      expect(scene.world.kyc.shown).toEqual([])
    }
  )

  it("§limit-import-token §import-empty takes a token of the greatest length", async () => {
    await imported("x".repeat(limits.importToken.maximum))
    expect(scene.world.kyc.shown.length).toBe(1)
  })

  it.each(
    [
      [{ _tag: "Invalid" }, { _tag: "ImportTokenInvalid" }],
      [{ _tag: "Used" }, { _tag: "ImportTokenUsed" }],
      [{ _tag: "NotEnabled" }, { _tag: "ImportNotEnabled" }],
      [{ _tag: "Failed", reason: "The applicant is incomplete" }, {
        _tag: "ImportFailed",
        reason: "The applicant is incomplete"
      }]
    ] as ReadonlyArray<[ImportAnswer, object]>
  )(
    "§import-errors says what the provider says (%j), leaves no attempt, and takes another token",
    async (said, refused) => {
      scene.world.kyc.imports.push(said)
      expect(await refusal("token-1")).toMatchObject(refused)
      expect(await scene.state(subAccountId)).toMatchObject({ status: "NONE", lastAttemptId: null })
      expect(await scene.events()).toEqual([])
      await imported("token-2")
      expect(await scene.state(subAccountId)).toMatchObject({ status: "PENDING" })
    }
  )

  it("§import-in-progress is refused while an earlier one is running, without showing the token", async () => {
    const attemptId = await imported("token-1")
    expect(await refusal("token-2")).toMatchObject({ _tag: "ImportInProgress" })
    await scene.tell(attemptId, "REVIEW", "evt-1")
    expect(await refusal("token-2")).toMatchObject({ _tag: "ImportInProgress" })
    expect(scene.world.kyc.shown.length).toBe(1)
  })

  it("§import-once is refused to a user who has imported one, without showing the token", async () => {
    scene.world.kyc.decide(await imported("token-1"), "REJECTED")
    await scene.pass(1_000)
    expect(await refusal("token-2")).toMatchObject({ _tag: "ImportTokenUsed" })
    expect(scene.world.kyc.shown.length).toBe(1)
  })

  it("is refused to a company, to a foreign subaccount and to one that is approved", async () => {
    const company = await scene.subaccount({ accountType: "COMPANY", email: "a@b.test" })
    expect(await refusal("token-1", company)).toMatchObject({ _tag: "ValidationFailed" })
    expect(await refusal("token-1", "sub_nobody")).toMatchObject({ _tag: "NotFound", resource: "Subaccount" })
    await scene.tell(await scene.submit(subAccountId), "APPROVED", "evt-1")
    expect(await refusal("token-1")).toMatchObject({ _tag: "AlreadyApproved" })
    expect(scene.world.kyc.shown).toEqual([])
  })
})

describe("at once", () => {
  it("§import-concurrent of many tokens one is shown, and the others hear that an import is running", async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) => scene.world.run(importing(`token-${n}`)))
    )
    expect(all.filter(({ status }) => status === "fulfilled").length).toBe(1)
    expect(scene.world.kyc.shown.length).toBe(1)
    for (const each of all) {
      if (each.status === "rejected") expect(each.reason).toMatchObject({ _tag: "ImportInProgress" })
    }
  })

  it("§import-concurrent is held while the provider has not answered", async () => {
    const gate = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    scene.world.kyc.gate = gate.promise
    scene.world.kyc.onShown = () => arrived.resolve()
    const first = scene.world.run(importing("token-1"))
    await arrived.promise
    expect(await refusal("token-2")).toMatchObject({ _tag: "ImportInProgress" })
    gate.resolve()
    await first
    expect(scene.world.kyc.shown.map(({ token }) => token)).toEqual(["token-1"])
  })
})

describe("the token", () => {
  it("§import-token-kept-nowhere is in no record, nor is a digest that another key's fingerprint shares", async () => {
    const token = "share-token-that-no one-may-find"
    await scene.world.run(importing(token, { key: "key-1" }))
    const stored = JSON.stringify(scene.world.commits.map(({ jobs, writes }) => ({ jobs, writes })))
    expect(stored).not.toContain(token)
  })

  it("§import-replay the same key gives the same answer, and another token under it is a conflict", async () => {
    const first = answerOf(await scene.world.run(importing("token-1", { key: "key-1" })))
    expect(await scene.world.run(importing(" token-1 ", { key: "key-1" }))).toEqual({
      _tag: "Stored",
      body: JSON.stringify(first)
    })
    expect(await scene.world.refusal(importing("token-2", { key: "key-1" }))).toMatchObject({
      _tag: "IdempotencyConflict"
    })
    expect(scene.world.kyc.shown.length).toBe(1)
  })
})

describe("a provider that does not answer", () => {
  it("§import-unknown a token that was taken goes on from our own id", async () => {
    scene.world.kyc.imports.push("lost")
    const attemptId = await imported("token-1")
    scene.world.kyc.decide(attemptId, "APPROVED")
    await scene.pass(2_000)
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "APPROVED" })
    expect(scene.world.kyc.shown.length).toBe(1)
  })

  it("§import-unknown a token that never arrived ends FAILED, and the user may bring another", async () => {
    scene.world.kyc.imports.push("cut")
    const attemptId = await imported("token-1")
    await scene.pass(2_000)
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "FAILED" })
    expect(await imported("token-1")).not.toBe(attemptId)
    expect(scene.world.kyc.shown.length).toBe(2)
  })

  it.each(["taken", "not taken"])(
    "§import-dies a process that dies while asking leaves an import that is settled later: %s",
    async (fate) => {
      const arrived = Promise.withResolvers<void>()
      scene.world.kyc.gate = new Promise(() => undefined)
      scene.world.kyc.imports.push(fate === "taken" ? { _tag: "Accepted" } : "cut")
      scene.world.kyc.onShown = () => arrived.resolve()
      void scene.world.run(importing("token-1"))
      await arrived.promise
      const held = Option.getOrThrow(await scene.world.run(get(KycImports, subAccountId))).value
      expect(held.state).toBe("ASKING")
      scene.world.advance(59_999)
      await scene.world.work()
      expect(await refusal("token-2")).toMatchObject({ _tag: "ImportInProgress" })
      scene.world.advance(1)
      await scene.world.work()
      scene.world.kyc.gate = undefined
      if (fate === "taken") {
        expect(await scene.attempt(held.attemptId)).toMatchObject({
          status: "PENDING",
          level: "external-token-client-1"
        })
        expect(await refusal("token-2")).toMatchObject({ _tag: "ImportInProgress" })
      } else {
        await imported("token-2")
      }
    }
  )
})
