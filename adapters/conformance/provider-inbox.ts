// What the inbox of a provider has to show: nothing is believed without its proof, the same bytes give the same facts, and no
// message breaks it.
import { inspect, isDeepStrictEqual } from "node:util"
import { Cause, Effect, Exit } from "effect"
import type { ProviderFact } from "../../core/ports/provider-fact.ts"
import type { ProviderInbox, ProviderMessage } from "../../core/ports/provider-inbox.ts"
import { type Opening, onBench } from "./movement.ts"
import { type Check, type Story, type Suite, check } from "./suite.ts"

/** A body as the provider writes it, and what it reports. */
export interface InboxSample {
  readonly body: Uint8Array
  readonly facts: ReadonlyArray<ProviderFact>
}

/** An inbox, and its provider's way to send. What is left out is reported as not shown. */
export interface ProviderInboxBench {
  readonly inbox: ProviderInbox["Service"]
  /** A body with the provider's proof, as it arrives when it is sent at `now` (Unix milliseconds). */
  readonly send: (body: Uint8Array, now: number) => ProviderMessage
  /** The same message without any proof. */
  readonly withoutProof: (message: ProviderMessage) => ProviderMessage
  readonly sample: InboxSample
  /** One message with several facts. */
  readonly many?: InboxSample
  /** A body of a kind that the adapter has no use for. */
  readonly unknown?: Uint8Array
  /** Whether the proof covers the bytes of the body, as a signature does and a certificate does not. */
  readonly coversBody: boolean
  /** How old a proof may be, in milliseconds, where it has a time. */
  readonly toleranceMs?: number
  /** The adapter opened again, as after a restart. */
  readonly reopen?: () => Promise<ProviderInbox["Service"]>
  readonly close?: () => Promise<void>
}

type Subject = Opening<ProviderInboxBench>

const port = "ProviderInbox"
const now = 1_772_323_200_000

const shows = (name: string, why: string, run: Parameters<typeof onBench<ProviderInboxBench>>[0]): Check<Subject> =>
  check(port, name, why, onBench(run))

/** What an inbox answers: its facts, or the tag of its failure. What it throws comes out as it is. */
const answerTo = async (inbox: ProviderInbox["Service"], message: ProviderMessage) => {
  const exit = await Effect.runPromiseExit(inbox.read(message))
  if (Exit.isSuccess(exit)) return exit.value
  const problem = Cause.squash(exit.cause)
  if (Cause.hasDies(exit.cause)) throw problem
  return (problem as { readonly _tag: string })._tag
}

type Answer = Awaited<ReturnType<typeof answerTo>>

const inWords = (answer: Answer): string => typeof answer === "string" ? answer : inspect(answer, { breakLength: 100 })

const mustBe = (story: Story, answer: Answer, expected: Answer): void =>
  story.must(isDeepStrictEqual(answer, expected), inWords(expected), inWords(answer))

const textOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const proofs: ReadonlyArray<Check<Subject>> = [
  shows(
    "a message without its proof is refused",
    "anybody can post to the address: an unproven payment would be delivered without having been paid",
    async ({ inbox, sample, send, withoutProof }, story) => {
      story.did("sent a message without its proof, and one that no one can read")
      for (const body of [sample.body, textOf("{")]) {
        mustBe(story, await answerTo(inbox, withoutProof(send(body, now))), "ProofRefused")
      }
    }
  ),
  shows(
    "a message that was changed on its way is refused",
    "whoever sees one message could change its amount or its charge",
    async ({ coversBody, inbox, sample, send }, story) => {
      story.need(coversBody || undefined, "the proof does not cover the body")
      const message = send(sample.body, now)
      const last = sample.body.length - 1
      for (const place of [0, last >> 1, last]) {
        const body = sample.body.map((byte, index) => index === place ? byte ^ 1 : byte)
        story.did(`changed byte ${place} of the body`)
        mustBe(story, await answerTo(inbox, { ...message, body }), "ProofRefused")
      }
      story.did("put a blank behind the body")
      mustBe(story, await answerTo(inbox, { ...message, body: Uint8Array.of(...sample.body, 32) }), "ProofRefused")
    }
  ),
  shows(
    "a message whose proof is too old, or of the future, is refused",
    "a recorded message could be sent again at any time",
    async ({ inbox, sample, send, toleranceMs }, story) => {
      const tolerance = story.need(toleranceMs, "the proof has no time")
      for (const direction of [1, -1]) {
        story.did(`sent a message ${direction > 0 ? "too late" : "too early"}`)
        const message = { ...send(sample.body, now), now: now + direction * (tolerance + 2_000) }
        mustBe(story, await answerTo(inbox, message), "ProofRefused")
      }
    }
  )
]

const facts: ReadonlyArray<Check<Subject>> = [
  shows(
    "a proven message gives its facts, the same for the same bytes",
    "a provider sends a message again when our answer is lost: other facts would be applied a second time",
    async (bench, story) => {
      const { inbox, reopen, sample, send } = bench
      story.did("sent one message twice")
      mustBe(story, await answerTo(inbox, send(sample.body, now)), sample.facts)
      mustBe(story, await answerTo(inbox, send(sample.body, now + 60_000)), sample.facts)
      if (reopen === undefined) return
      story.did("sent it to the adapter that was opened again")
      mustBe(story, await answerTo(await reopen(), send(sample.body, now)), sample.facts)
    }
  ),
  shows(
    "a message with several facts gives each of them, in their order",
    "what is left out of a batch is money that no one books",
    async ({ inbox, many, send }, story) => {
      const { body, facts } = story.need(many, "a message of this provider has one fact")
      story.did(`sent a message with ${facts.length} facts`)
      mustBe(story, await answerTo(inbox, send(body, now)), facts)
    }
  ),
  shows(
    "a kind that the adapter does not know is Unsupported",
    "providers add kinds: one that is refused is sent again for days, and may stop the provider from sending anything else",
    async ({ inbox, send, unknown }, story) => {
      const body = story.need(unknown, "the subject has no unknown kind")
      story.did("sent a message of an unknown kind")
      const answer = await answerTo(inbox, send(body, now))
      const isUnsupported = typeof answer !== "string" && answer.every(({ _tag }) => _tag === "Unsupported")
      story.must(isUnsupported, "Unsupported alone", inWords(answer))
    }
  ),
  shows(
    "a proven body that cannot be read is ValidationFailed",
    "an exception answers 500, and no one learns what is wrong with the message",
    async ({ inbox, send }, story) => {
      for (const text of ["", "{", "[]", "null", "7", "{}", "\u0000"]) {
        story.did(`sent ${JSON.stringify(text)}`)
        const answer = await answerTo(inbox, send(textOf(text), now))
        // A provider may well send an empty batch.
        const isTyped = answer === "ValidationFailed" || isDeepStrictEqual(answer, []) ||
          typeof answer !== "string" && answer.every(({ _tag }) => _tag === "Unsupported")
        story.must(isTyped, "ValidationFailed, Unsupported or no facts", inWords(answer))
      }
    }
  )
]

/** The promises of `ProviderInbox`. The subject opens a fresh bench for each check. */
export const providerInboxSuite: Suite<Subject> = { port, checks: [...proofs, ...facts] }
