// Attempts from their submission to their decision: forms, hosted pages, events, and what is stored on the way.
import { Effect, Option, Redacted } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { createDeposit } from "../../../../core/payments/deposit/create-deposit.ts"
import { SealedSubmissions } from "../../../../core/customers/kyc/sealed-submission.ts"
import { startKyb } from "../../../../core/customers/kyc/start-kyb.ts"
import { startKyc } from "../../../../core/customers/kyc/start-kyc.ts"
import { submitHostedAttempt } from "../../../../core/customers/kyc/submit-hosted-attempt.ts"
import { submitKycForm } from "../../../../core/customers/kyc/submit-kyc-form.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { get } from "../../../../core/engine/store/records.ts"
import { VersionConflict } from "../../../../core/engine/store/store.ts"
import { readSubaccount } from "../../../../core/reports/browse/read-subaccount.ts"
import { latestAttempt } from "../../../../core/customers/kyc/kyc-attempt.ts"
import { depositRequest, startOfTests } from "../../../support/world.ts"
import { Scene, answerOf, origin } from "./scene.ts"

let scene: Scene
let subAccountId: string

beforeEach(async () => {
  scene = await Scene.open()
  subAccountId = await scene.subaccount()
})

const suffix = (id: string) => id.slice(id.indexOf("_") + 1)

describe("a form", () => {
  it("§kyc-form-pending is PENDING at once, kept sealed until the provider has it, and forgotten then", async () => {
    const request = await scene.form(subAccountId)
    const answer = answerOf(await scene.world.run(submitKycForm({ caller: scene.caller, request })))
    expect(answer.data).toEqual({
      attemptId: expect.stringMatching(/^kyc_/) as unknown,
      status: "PENDING",
      createdAt: new Date(startOfTests).toISOString()
    })
    const bodies = () => scene.world.commits.flatMap(({ writes }) => writes.map(({ body }) => body)).join("\n")
    for (const secret of [request.fullName, request.streetAddress, request.dateOfBirth]) {
      expect(bodies()).not.toContain(secret)
    }
    expect(scene.world.kyc.submissions.asked).toEqual([])
    const kept = async () =>
      Option.getOrThrow(await scene.world.run(get(SealedSubmissions, answer.data.attemptId))).value.sealed
    expect(await kept()).not.toBeNull()
    await scene.world.work()
    expect(await kept()).toBeNull()
    expect(scene.world.kyc.submissions.asked).toEqual([{
      id: answer.data.attemptId,
      request: {
        _tag: "Form",
        form: expect.objectContaining({ fullName: "Ana Souza", taxIdNumber: "52998224725", extras: {} }) as unknown
      }
    }])
  })

  it("§event-kyc-approved §event-kyc-completed §kyc-approved is APPROVED by the provider, opens the gate and carries the tax number", async () => {
    const attemptId = await scene.submit(subAccountId)
    scene.world.kyc.decide(attemptId, "APPROVED")
    expect(await scene.state(subAccountId)).toMatchObject({ status: "PENDING", approvedAt: null })
    await scene.pass(500)
    const at = new Date(startOfTests + 500).toISOString()
    expect(await scene.state(subAccountId)).toEqual({
      status: "APPROVED",
      level: "FULL",
      lastAttemptId: attemptId,
      approvedAt: at
    })
    expect(await scene.attempt(attemptId)).toEqual({
      attemptId,
      subAccountId,
      status: "APPROVED",
      level: 2,
      rejectionReason: null,
      rejectionLabels: [],
      createdAt: new Date(startOfTests).toISOString(),
      updatedAt: at
    })
    expect(await scene.events()).toEqual([
      {
        event: "KYC_APPROVED",
        data: { attemptId, subAccountId, userId: `usr_${suffix(subAccountId)}`, level: "FULL", approvedAt: at }
      },
      { event: "kyc.completed", data: { attemptId, subAccountId, status: "APPROVED" } }
    ])
    expect(await scene.world.run(latestAttempt(subAccountId))).toMatchObject({ taxId: "52998224725" })
    const request = depositRequest({ subAccountId, taxId: "52998224725" as never })
    await scene.world.run(createDeposit({ caller: scene.caller, request }))
    expect(scene.world.jobs.has(`advance-kyc/${attemptId}`)).toBe(false)
  })

  it("§kyc-newest-decides a newer attempt that is rejected closes what an older one has opened", async () => {
    const older = await scene.submit(subAccountId)
    const newer = await scene.submit(subAccountId)
    scene.world.kyc.decide(older, "APPROVED")
    scene.world.kyc.decide(newer, "REJECTED", { labels: ["TAX_ID_IRREGULAR"] })
    await scene.pass(500)
    expect(await scene.attempt(older)).toMatchObject({ status: "APPROVED" })
    expect(await scene.state(subAccountId)).toMatchObject({ status: "REJECTED", lastAttemptId: newer })
    const deposit = createDeposit({ caller: scene.caller, request: depositRequest({ subAccountId }) })
    expect(await scene.world.refusal(deposit)).toMatchObject({ _tag: "KycNotApproved" })
  })

  it("§kyc-already-approved is refused while the newest attempt is APPROVED, and leaves nothing", async () => {
    const attemptId = await scene.submit(subAccountId)
    scene.world.kyc.decide(attemptId, "APPROVED")
    await scene.pass(500)
    const request = await scene.form(subAccountId)
    const before = scene.world.commits.length
    const refusals = [
      submitKycForm({ caller: scene.caller, request }),
      startKyc({ caller: scene.caller, request: { subAccountId }, origin })
    ]
    for (const refused of refusals) {
      expect(await scene.world.refusal<unknown, unknown>(refused)).toMatchObject({ _tag: "AlreadyApproved" })
    }
    expect(scene.world.commits.length).toBe(before)
  })

  it("§kyc-resubmit is taken again after a rejection", async () => {
    const attemptId = await scene.submit(subAccountId)
    scene.world.kyc.decide(attemptId, "REJECTED")
    await scene.pass(500)
    const again = await scene.submit(subAccountId)
    scene.world.kyc.decide(again, "APPROVED")
    await scene.pass(500)
    expect(await scene.state(subAccountId)).toMatchObject({ status: "APPROVED", lastAttemptId: again })
  })

  it("§event-kyc-rejected §kyc-rejected shows the labels as they are and a sentence that gives no screening detail", async () => {
    const attemptId = await scene.submit(subAccountId)
    const labels = ["SANCTIONS", "NAME_MISMATCH", "SANCTIONS", "SOMETHING_NEW"]
    scene.world.kyc.decide(attemptId, "REJECTED", { labels })
    await scene.pass(500)
    const reason = "The verification was not approved"
    expect(await scene.attempt(attemptId)).toMatchObject({
      status: "REJECTED",
      rejectionReason: reason,
      rejectionLabels: ["SANCTIONS", "NAME_MISMATCH", "INCONCLUSIVE"]
    })
    expect(await scene.events()).toEqual([
      { event: "KYC_REJECTED", data: { attemptId, subAccountId, userId: `usr_${suffix(subAccountId)}`, reason } },
      { event: "kyc.completed", data: { attemptId, subAccountId, status: "REJECTED" } }
    ])
  })

  it("§event-kyc-failed §kyc-failed FAILS when the provider refuses to process it, with its own words kept inside", async () => {
    scene.world.kyc.submissions.script.push("refused")
    const attemptId = await scene.submit(subAccountId)
    await scene.pass(0)
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "FAILED", rejectionReason: null })
    const [failed, completed] = await scene.events()
    expect(failed).toEqual({
      event: "KYC_FAILED",
      data: {
        attemptId,
        subAccountId,
        userId: `usr_${suffix(subAccountId)}`,
        error: "The verification could not be processed; submit it again"
      }
    })
    expect(completed?.data["status"]).toBe("FAILED")
    expect(Option.getOrThrow(await scene.world.run(get(SealedSubmissions, attemptId))).value.sealed).toBeNull()
  })

  it.each(["lost", "cut"] as const)("is handed in once when the answer is %s", async (fate) => {
    scene.world.kyc.submissions.script.push(fate)
    const attemptId = await scene.submit(subAccountId)
    scene.world.kyc.reports.clear()
    await scene.pass(2_000)
    expect([...scene.world.kyc.submissions.effects.keys()]).toEqual([attemptId])
    expect(scene.world.kyc.submissions.repeats).toEqual([])
    scene.world.kyc.decide(attemptId, "APPROVED")
    await scene.pass(31_000)
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "APPROVED" })
  })

  it.each([0, 1, 2, 3, 4])("survives a process that dies after %s calls of its plane", async (calls) => {
    const attemptId = await scene.submit(subAccountId)
    const [job] = await scene.world.claim(1)
    if (job === undefined) throw new Error("no one hands the form in")
    await scene.world.runJobInProcess(job, calls)
    scene.world.advance(61_000)
    await scene.pass(1_000)
    scene.world.kyc.decide(attemptId, "APPROVED")
    await scene.pass(62_000)
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "APPROVED" })
    expect(scene.world.kyc.submissions.effects.size).toBe(1)
    expect(scene.world.kyc.submissions.repeats).toEqual([])
    expect((await scene.events()).map(({ event }) => event)).toEqual(["KYC_APPROVED", "kyc.completed"])
  })

  it("§limit-kyc-poll-ms asks about every half minute at the latest, however long it takes", async () => {
    const attemptId = await scene.submit(subAccountId)
    await scene.pass(3_600_000)
    scene.world.kyc.decide(attemptId, "APPROVED")
    await scene.pass(limits.kycPollMs)
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "APPROVED" })
  })
})

describe("what a form meets", () => {
  const refusal = async (parts: Parameters<Scene["form"]>[1], of = subAccountId) => {
    const request = await scene.form(of, parts)
    const before = scene.world.commits.length
    const refused = await scene.world.refusal(submitKycForm({ caller: scene.caller, request }))
    expect(scene.world.commits.length).toBe(before)
    return refused
  }

  it("§kyc-email-on-file an email becomes the subaccount's when it has none, and has to be that one from then on", async () => {
    await scene.submit(subAccountId, { email: "Ana@Example.test" })
    expect(await scene.world.run(readSubaccount(scene.caller, subAccountId))).toMatchObject({
      email: "Ana@Example.test"
    })
    await scene.submit(subAccountId, { email: "ana@example.TEST" })
    expect(await refusal({ email: "eve@example.test" })).toMatchObject({
      _tag: "FormFieldRefused",
      field: "email",
      message: "InvalidFieldError: email is invalid"
    })
  })

  it("§kyc-email-on-file two forms at once cannot give a subaccount two emails", async () => {
    const forms = [
      await scene.form(subAccountId, { email: "a@b.test" }),
      await scene.form(subAccountId, { email: "c@d.test" })
    ]
    const ended = await Promise.allSettled(
      forms.map((request) => scene.world.run(submitKycForm({ caller: scene.caller, request })))
    )
    expect(ended.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
  })

  it("§kyc-selfie the selfie has to be a confirmed liveness capture of the same subaccount", async () => {
    const selfie = { _tag: "FormFieldRefused", message: "InvalidFieldError: uploadedSelfieId is invalid" }
    const capture = { documentType: "SELFIE-FROM-LIVENESS" } as const
    const empty = { expiresAt: startOfTests + 1, completedAt: null, fileId: null, fileType: null }
    const wrong = [
      await scene.document(subAccountId, { documentType: "SELFIE" }),
      await scene.document(subAccountId, { ...capture, front: empty }),
      await scene.document(await scene.subaccount(), capture),
      await scene.document(subAccountId, { ...capture, owner: "acc_other" }),
      await scene.document(subAccountId),
      "doc_missing"
    ]
    for (const uploadedSelfieId of wrong) expect(await refusal({ uploadedSelfieId })).toMatchObject(selfie)
  })

  it("§kyc-document the document has to be an identity document, ready on every side", async () => {
    const document = { _tag: "FormFieldRefused", message: "InvalidFieldError: uploadedDocumentId is invalid" }
    const empty = { expiresAt: startOfTests + 1, completedAt: null, fileId: null, fileType: null }
    const wrong = [
      await scene.document(subAccountId, { back: empty }),
      await scene.document(subAccountId, { documentType: "PROOF" }),
      await scene.document(subAccountId, { documentType: "SELFIE" }),
      await scene.document(await scene.subaccount()),
      "doc_missing"
    ]
    for (const uploadedDocumentId of wrong) expect(await refusal({ uploadedDocumentId })).toMatchObject(document)
    for (const documentType of ["DRIVERS-LICENSE", "PASSPORT"] as const) {
      await scene.submit(subAccountId, { uploadedDocumentId: await scene.document(subAccountId, { documentType }) })
    }
  })

  it("§kyc-foreign a foreign subaccount is as missing as one that never was", async () => {
    const other = await Scene.open()
    const theirs = await other.subaccount()
    const [foreign, missing] = [
      await refusal({}, theirs === subAccountId ? "sub_x" : theirs),
      await refusal({}, "sub_y")
    ]
    expect(foreign).toEqual(missing)
    expect(foreign).toMatchObject({ _tag: "NotFound", resource: "Subaccount" })
  })

  it("§kyc-company a company is not examined as a person, nor a person as a company", async () => {
    const company = await scene.subaccount({ accountType: "COMPANY", email: "ops@company.test" })
    const wrong = { _tag: "ValidationFailed", details: [expect.objectContaining({ field: "subAccountId" }) as unknown] }
    expect(await refusal({}, company)).toMatchObject(wrong)
    const { caller, world } = scene
    expect(await world.refusal(startKyc({ caller, request: { subAccountId: company }, origin }))).toMatchObject(wrong)
    expect(await world.refusal(startKyb({ caller, request: { subAccountId }, origin }))).toMatchObject(wrong)
  })

  it("§kyc-unavailable nothing is taken while no provider can be asked", async () => {
    scene.world.kyc.isUp = false
    const unavailable = { _tag: "UpstreamUnavailable", upstream: "The identity provider" }
    expect(await refusal({})).toMatchObject(unavailable)
    const started = startKyc({ caller: scene.caller, request: { subAccountId }, origin })
    expect(await scene.world.refusal(started)).toMatchObject(unavailable)
  })
})

describe("a hosted attempt", () => {
  it("§kyc-hosted answers with its page and until when; LIGHT is level 1", async () => {
    const request = { subAccountId, level: "LIGHT", redirectUrl: "https://app.test/done" } as const
    const { data } = answerOf(await scene.world.run(startKyc({ caller: scene.caller, request, origin })))
    expect(data).toEqual({
      attemptId: expect.stringMatching(/^kyc_/) as unknown,
      status: "PENDING",
      url: `https://kyc.test/${data.attemptId}`,
      expiresAt: new Date(startOfTests + limits.hostedAttemptMs).toISOString()
    })
    expect(scene.world.kyc.hosted).toEqual([{
      attemptId: data.attemptId,
      subject: { subAccountId, accountType: "INDIVIDUAL", name: "Ana", email: null },
      level: "LIGHT",
      origin,
      redirectUrl: "https://app.test/done",
      expiresAt: startOfTests + limits.hostedAttemptMs
    }])
    expect(await scene.attempt(data.attemptId)).toMatchObject({ status: "PENDING", level: 1 })
    expect(await scene.state(subAccountId)).toMatchObject({ status: "PENDING", level: "LIGHT" })
  })

  // F12
  it("§kyc-hosted-refused is a 400 without the provider's words when the provider refuses, and leaves nothing", async () => {
    scene.world.kyc.pages = "refused"
    const company = await scene.subaccount({ accountType: "COMPANY", email: "ops@company.test" })
    const refusals = [
      startKyc({ caller: scene.caller, request: { subAccountId }, origin }),
      startKyb({ caller: scene.caller, request: { subAccountId: company }, origin })
    ]
    for (const started of refusals) {
      expect(await scene.world.refusal<unknown, unknown>(started)).toMatchObject({
        _tag: "ValidationFailed",
        details: [{
          field: "subAccountId",
          message: "The identity provider refused to start a check of this subaccount."
        }]
      })
    }
    expect(await scene.state(subAccountId)).toMatchObject({ status: "NONE", lastAttemptId: null })
  })

  // F12
  it("§kyc-hosted-unknown is a 503 when the provider's answer is lost, and leaves nothing", async () => {
    scene.world.kyc.pages = "unknown"
    const started = startKyc({ caller: scene.caller, request: { subAccountId }, origin })
    expect(await scene.world.refusal(started)).toMatchObject({
      _tag: "UpstreamUnavailable",
      upstream: "The identity provider"
    })
    expect(await scene.state(subAccountId)).toMatchObject({ status: "NONE", lastAttemptId: null })
  })

  it("§kyc-own is the key owner's without a subaccount, and its events name no one", async () => {
    const main = scene.caller.account.mainSubAccountId
    const started = startKyc({ caller: scene.caller, request: {}, origin })
    const { attemptId } = answerOf(await scene.world.run(started)).data
    expect(await scene.attempt(attemptId)).toMatchObject({ subAccountId: main })
    await scene.tell(attemptId, "APPROVED", "evt-own")
    expect((await scene.events()).map(({ data }) => [data["subAccountId"], data["userId"]])).toEqual([
      [null, null],
      [null, undefined]
    ])
    expect(await scene.state(main)).toMatchObject({ status: "APPROVED" })
  })

  it("§event-kyc-expired §limit-hosted-attempt-ms §kyc-hosted-timeout EXPIRES to the millisecond when no one filled it in", async () => {
    const attemptId = await scene.start(subAccountId)
    scene.world.advance(limits.hostedAttemptMs - 1)
    await scene.world.work()
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "PENDING" })
    scene.world.advance(1)
    await scene.world.work()
    const expiredAt = new Date(startOfTests + limits.hostedAttemptMs).toISOString()
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "EXPIRED", updatedAt: expiredAt })
    expect(await scene.events()).toEqual([
      {
        event: "KYC_EXPIRED",
        data: { attemptId, subAccountId, userId: `usr_${suffix(subAccountId)}`, expiredAt }
      },
      { event: "kyc.completed", data: { attemptId, subAccountId, status: "EXPIRED" } }
    ])
    expect(scene.world.jobs.has(`expire-hosted/${attemptId}`)).toBe(false)
  })

  it("§kyc-hosted-submitted goes on past its time once it was filled in, and is asked about soon", async () => {
    const attemptId = await scene.start(subAccountId)
    await scene.world.work()
    const answer = await scene.world.run(submitHostedAttempt(Redacted.make(attemptId)))
    expect(answer).toEqual({ success: true, data: { isComplete: true, redirectUrl: null } })
    scene.world.advance(limits.hostedAttemptMs)
    await scene.world.work()
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "PENDING" })
    scene.world.kyc.decide(attemptId, "APPROVED")
    await scene.pass(limits.kycPollMs)
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "APPROVED" })
  })

  it("waits to expire while the provider cannot say whether it was filled in", async () => {
    const attemptId = await scene.start(subAccountId)
    scene.world.kyc.submissions.isDark = true
    scene.world.advance(limits.hostedAttemptMs)
    await scene.world.work()
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "PENDING" })
    scene.world.kyc.submissions.isDark = false
    await scene.pass(5_000)
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "EXPIRED" })
  })

  it("a session that is unknown or over is not found", async () => {
    const refused = await scene.world.refusal(submitHostedAttempt(Redacted.make("nobody")))
    expect(refused).toMatchObject({ _tag: "NotFound", resource: "Attempt" })
  })
})

describe("somebody who is faster", () => {
  // Whoever replaces the record meets a version that has moved on, so many times.
  const slowed = async (kind: string, times: number) => {
    let left = times
    scene = await Scene.open("sandbox", ({ writes }) => {
      const write = writes.find((each) => each.kind === kind && each.expected > 0)
      return write === undefined || left-- <= 0 ? Effect.void : Effect.fail(new VersionConflict({ kind, id: write.id }))
    })
    return await scene.subaccount()
  }

  it("makes a decision be made again, told once", async () => {
    const examined = await slowed("kycAttempt", 3)
    const attemptId = await scene.submit(examined)
    await scene.tell(attemptId, "REJECTED", "evt-1")
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "REJECTED" })
    expect((await scene.events()).map(({ event }) => event)).toEqual(["KYC_REJECTED", "kyc.completed"])
  })

  it("makes a form be taken again, once", async () => {
    const examined = await slowed("subaccount", 3)
    const attemptId = await scene.submit(examined)
    await scene.world.work()
    expect([...scene.world.kyc.submissions.effects.keys()]).toEqual([attemptId])
  })
})

describe("what the provider tells by events", () => {
  it("§kyc-review REVIEW shows as REVIEW in the state and as PENDING in the record, until it is decided", async () => {
    const attemptId = await scene.submit(subAccountId)
    await scene.tell(attemptId, "REVIEW", "evt-1")
    expect(await scene.state(subAccountId)).toMatchObject({ status: "REVIEW" })
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "PENDING" })
    expect(await scene.events()).toEqual([])
    await scene.pass(60_000)
    expect(await scene.state(subAccountId)).toMatchObject({ status: "REVIEW" })
    await scene.tell(attemptId, "APPROVED", "evt-2")
    expect(await scene.state(subAccountId)).toMatchObject({ status: "APPROVED" })
    expect((await scene.events()).map(({ event }) => event)).toEqual(["KYC_APPROVED", "kyc.completed"])
  })

  it.each(
    [
      ["APPROVED", "APPROVED"],
      ["REJECTED", "REJECTED"],
      ["EXPIRED", "EXPIRED"],
      ["FAILED", "FAILED"]
    ] as const
  )("§kyc-event %s resolves a form, a hosted attempt and a company's alike, once", async (type, status) => {
    const company = await scene.subaccount({ accountType: "COMPANY", email: "ops@company.test" })
    const attempts = [
      await scene.submit(subAccountId),
      await scene.start(await scene.subaccount()),
      await scene.startCompany(company)
    ]
    for (const [n, attemptId] of attempts.entries()) {
      const told = [1, 2, 3].map((each) => scene.tell(attemptId, type, `evt-${n}-${each}`))
      await Promise.all([...told, scene.tell(attemptId, type, `evt-${n}-1`)])
      expect(await scene.attempt(attemptId)).toMatchObject({ status })
    }
    expect((await scene.events()).map(({ event }) => event)).toEqual(
      attempts.flatMap(() => [`KYC_${status}`, "kyc.completed"])
    )
    expect(await scene.reviews()).toEqual([])
  })

  it("§kyc-contradiction a later contradiction changes nothing and is raised once", async () => {
    const attemptId = await scene.submit(subAccountId)
    await scene.tell(attemptId, "APPROVED", "evt-1")
    await scene.tell(attemptId, "REJECTED", "evt-2", ["SANCTIONS"])
    await scene.tell(attemptId, "REJECTED", "evt-3")
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "APPROVED", rejectionLabels: [] })
    expect(await scene.reviews()).toEqual([`${attemptId}/decidedAgain/rejected/APPROVED`])
    expect((await scene.events()).length).toBe(2)
  })

  it("§kyc-unknown-attempt an attempt that we do not have is not found, and a person is told", async () => {
    await expect(scene.tell("kyc_nobody", "APPROVED", "evt-1")).rejects.toMatchObject({ _tag: "NotFound" })
    await expect(scene.tell("kyc_nobody", "APPROVED", "evt-1")).rejects.toMatchObject({ _tag: "NotFound" })
    expect(await scene.reviews()).toEqual(["kyc_nobody/unknownAttempt/APPROVED"])
  })

  it("§kyc-event-confirmed an approval is taken from the provider, not from the body of an event", async () => {
    scene.world.kyc.believesEvents = false
    const attemptId = await scene.submit(subAccountId)
    await scene.world.work()
    await scene.tell(attemptId, "APPROVED", "evt-1")
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "PENDING" })
    scene.world.kyc.decide(attemptId, "REJECTED")
    await scene.tell(attemptId, "APPROVED", "evt-2")
    expect(await scene.attempt(attemptId)).toMatchObject({ status: "REJECTED" })
    scene.world.kyc.submissions.isDark = true
    await expect(scene.tell(attemptId, "APPROVED", "evt-3")).rejects.toMatchObject({ _tag: "UpstreamUnavailable" })
  })

  it("an event counts once: under the id of another it is raised and not acted on", async () => {
    const [one, two] = [await scene.submit(subAccountId), await scene.submit(await scene.subaccount())]
    await scene.tell(one, "APPROVED", "evt-1")
    await scene.tell(two, "APPROVED", "evt-1")
    expect(await scene.attempt(two)).toMatchObject({ status: "PENDING" })
    const [id] = await scene.reviews()
    expect(id?.startsWith(`${two}/eventReused/KycDecided/`)).toBe(true)
  })
})
