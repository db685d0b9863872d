// What an identity provider has to show: an attempt is handed in once, stands where the provider puts it, and is never
// approved by a connection that broke.
import { Redacted } from "effect"
import type { KycReport } from "../../core/standards/identity/kyc-report.ts"
import type { KycSubmission } from "../../core/standards/identity/kyc-submission.ts"
import type { KycProvider, KycSubmissionRequest } from "../../core/ports/kyc-provider.ts"
import type { Outcome } from "../../core/ports/outcome.ts"
import { type Line, disturbed, faults } from "./line.ts"
import { type Opening, freshId, heard, inWords, onBench } from "./movement.ts"
import { type Check, type Story, type Suite, check } from "./suite.ts"

/** An identity provider, or a stand-in of it. What is left out is reported as not shown. */
export interface KycProviderBench {
  readonly provider: KycProvider["Service"]
  /** What can be handed in. */
  readonly submission: KycSubmission
  /** How often an attempt came in at the provider. */
  readonly received?: (attemptId: string) => Promise<number>
  /** Decides about an attempt that was handed in, as the provider's people do. */
  readonly decide?: (attemptId: string, status: "APPROVED" | "REJECTED") => Promise<void>
  /** What can be handed in and is refused for good: it is not examined. */
  readonly refused?: KycSubmission
  /** A share token that is taken when it is shown first. */
  readonly shareToken?: () => string
  readonly line?: Line
  /** The adapter opened again on the same provider, as after a restart. */
  readonly reopen?: () => Promise<KycProvider["Service"]>
  readonly close?: () => Promise<void>
}

type Subject = Opening<KycProviderBench>

const port = "KycProvider"

/** Everybody who is examined in a check is a person of the same subaccount. */
const requestOf = (attemptId: string, submission: KycSubmission): KycSubmissionRequest => ({
  attemptId,
  subject: { subAccountId: "sub_conformance", accountType: "INDIVIDUAL", name: "Ana Souza", email: "ana@example.com" },
  submission
})

const noDecisions = "the subject cannot decide about an attempt"
const noLine = "the subject cannot disturb its line"

/** Hands in again what was handed in over a line that is whole again: it is the same attempt. */
const handedInAgain = async (bench: KycProviderBench, story: Story, id: string, answer: Outcome<void>) => {
  const { provider, received, submission } = bench
  const found = await heard(provider.lookUp(id))
  story.must(["Done", "Absent"].includes(found._tag), "Done or Absent", inWords(found))
  story.must(answer._tag !== "Done" || found._tag === "Done", "Done, as the answer was", inWords(found))
  const again = await heard(provider.submit(requestOf(id, submission)))
  story.must(again._tag === "Done", "Done when it is handed in again", inWords(again))
  if (received === undefined) return
  const count = await received(id)
  story.must(count === 1, "one attempt at the provider", String(count))
}

const undecided: ReadonlyArray<KycReport["status"]> = ["PENDING", "REVIEW", "APPROVED"]

const shows = (
  name: string,
  why: string,
  run: Parameters<typeof onBench<KycProviderBench>>[0]
): Check<Subject> => check(port, name, why, onBench(run))

const twice: ReadonlyArray<Check<Subject>> = [
  shows(
    "an attempt that was handed in is known by our id",
    "the look-up is how a decision is learned when its event is lost",
    async ({ provider, submission }, story) => {
      const id = freshId("attempt")
      story.did(`handed in ${id}`)
      const answer = await heard(provider.submit(requestOf(id, submission)))
      story.must(answer._tag === "Done", "Done", inWords(answer))
      const found = await heard(provider.lookUp(id))
      if (found._tag !== "Done") return story.must(false, "Done with a status", inWords(found))
      story.must(undecided.includes(found.value.status), undecided.join(" or "), found.value.status)
    }
  ),
  shows(
    "an attempt that is handed in again under its id is the same one",
    "the service hands in again after a crash: a person must not be examined, and billed for, twice",
    async ({ provider, received, submission }, story) => {
      const count = story.need(received, "the subject does not count attempts")
      const id = freshId("attempt")
      story.did(`handed in ${id} twice, and eight times at once`)
      const answers = [
        await heard(provider.submit(requestOf(id, submission))),
        await heard(provider.submit(requestOf(id, submission))),
        ...await Promise.all(Array.from({ length: 8 }, () => heard(provider.submit(requestOf(id, submission)))))
      ]
      const wrong = answers.find(({ _tag }) => _tag === "Refused")
      story.must(wrong === undefined, "Done or Unknown for each", inWords(wrong ?? { _tag: "Absent" }))
      const found = await count(id)
      story.must(found === 1, "one attempt at the provider", String(found))
    }
  ),
  shows(
    "an attempt that was never handed in is Absent",
    "Absent is what allows the service to hand it in",
    async ({ provider }, story) => {
      const id = freshId("attempt")
      story.did(`looked up ${id}`)
      const found = await heard(provider.lookUp(id))
      story.must(found._tag === "Absent", "Absent", inWords(found))
    }
  ),
  shows(
    "an attempt is found by an adapter that was started again",
    "what an adapter keeps in its memory is gone after a crash",
    async (bench, story) => {
      const reopen = story.need(bench.reopen, "the subject cannot be opened again")
      const id = freshId("attempt")
      await heard(bench.provider.submit(requestOf(id, bench.submission)))
      story.did(`handed in ${id}, opened the adapter again and looked it up`)
      const found = await heard((await reopen()).lookUp(id))
      story.must(found._tag === "Done", "Done with a status", inWords(found))
    }
  )
]

const decisions: ReadonlyArray<Check<Subject>> = (["APPROVED", "REJECTED"] as const).map((status) =>
  shows(
    `an attempt that the provider puts as ${status} stands there, for good`,
    "money moves for those who are approved, and for no one else",
    async ({ decide, provider, submission }, story) => {
      const put = story.need(decide, noDecisions)
      const id = freshId("attempt")
      await heard(provider.submit(requestOf(id, submission)))
      await put(id, status)
      story.did(`handed in ${id}, and had the provider put it as ${status}`)
      for (let times = 0; times < 2; times++) {
        const found = await heard(provider.lookUp(id))
        if (found._tag !== "Done") return story.must(false, `Done ${status}`, inWords(found))
        story.must(found.value.status === status, status, found.value.status)
        story.must(Array.isArray(found.value.labels), "labels", String(found.value.labels))
      }
    }
  )
)

const disturbances: ReadonlyArray<Check<Subject>> = [
  shows(
    "what the provider does not examine is Refused",
    "the customer is told, and may hand in something else",
    async ({ provider, refused }, story) => {
      const submission = story.need(refused, "the subject has nothing that is refused")
      const id = freshId("attempt")
      story.did(`handed in ${id}, which the provider does not examine`)
      const answer = await heard(provider.submit(requestOf(id, submission)))
      story.must(answer._tag === "Refused", "Refused", inWords(answer))
    }
  ),
  ...(["cut", "deaf", "silent"] as const).map((state) =>
    shows(
      `an attempt over a line that is ${state} is Unknown, and then found or handed in again`,
      "on Refused the service would tell the customer that he was turned down",
      async (bench, story) => {
        const { provider, submission } = bench
        const line = await disturbed(bench.line, state, story)
        const id = freshId("attempt")
        story.did(`made the line ${state} and handed in ${id}`)
        const answer = await heard(provider.submit(requestOf(id, submission)))
        await line.set("whole")
        story.must(["Unknown", "Done"].includes(answer._tag), "Unknown", inWords(answer))
        await handedInAgain(bench, story, id, answer)
      }
    )
  ),
  ...faults.flatMap(({ because, how, name, state }) => [
    shows(
      `an attempt ${name} is Unknown, never Refused, and handed in again`,
      `${because}: on Refused the service would tell every customer that he was turned down`,
      async (bench, story) => {
        const { provider, submission } = bench
        const line = await disturbed(bench.line, state, story)
        const id = freshId("attempt")
        story.did(`${how}, and handed in ${id}`)
        const answer = await heard(provider.submit(requestOf(id, submission)))
        await line.set("whole")
        story.must(answer._tag === "Unknown", "Unknown", inWords(answer))
        await handedInAgain(bench, story, id, answer)
      }
    ),
    shows(
      `a look-up of an attempt ${name} is Unknown, and never Absent or Refused`,
      `${because}: Absent would hand a person in twice, and Refused would turn him down`,
      async (bench, story) => {
        const { provider, submission } = bench
        const id = freshId("attempt")
        await heard(provider.submit(requestOf(id, submission)))
        const line = await disturbed(bench.line, state, story)
        story.did(`handed in ${id}, ${how}, and looked it up`)
        const found = await heard(provider.lookUp(id))
        await line.set("whole")
        story.must(found._tag === "Unknown", "Unknown", inWords(found))
        const after = await heard(provider.lookUp(id))
        story.must(after._tag === "Done", "Done once the line is whole", inWords(after))
      }
    )
  ]),
  shows(
    "a look-up that cannot ask is Unknown",
    "a decision is read from here and from nowhere else: a guess approves somebody, or hands a person in twice",
    async ({ line, provider, submission }, story) => {
      const { set } = story.need(line, noLine)
      const id = freshId("attempt")
      await heard(provider.submit(requestOf(id, submission)))
      await set("cut")
      story.did(`handed in ${id}, cut the line and looked it up`)
      const found = await heard(provider.lookUp(id))
      await set("whole")
      story.must(found._tag === "Unknown", "Unknown", inWords(found))
    }
  ),
  shows(
    "a share token is taken once, whoever brings it",
    "a token that works twice gives one person's identity to another",
    async ({ provider, shareToken }, story) => {
      const token = Redacted.make(story.need(shareToken, "the subject has no share tokens")())
      const [one, two] = [freshId("attempt"), freshId("attempt")]
      story.did(`showed one token for ${one}, and then for ${two}`)
      const first = await heard(provider.importToken(one, token))
      story.must(first._tag === "Accepted", "Accepted", first._tag)
      const second = await heard(provider.importToken(two, token))
      story.must(second._tag === "Used", "Used", second._tag)
      const found = await heard(provider.lookUp(two))
      story.must(found._tag === "Absent", "Absent for the second", inWords(found))
    }
  )
]

/** The promises of `KycProvider`. The subject opens a fresh bench for each check. */
export const kycProviderSuite: Suite<Subject> = { port, checks: [...twice, ...decisions, ...disturbances] }
