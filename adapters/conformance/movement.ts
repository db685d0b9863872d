// What every port that moves something has to show, whatever it moves: one effect an operation id, exact amounts, and the
// difference between "it did not happen" and "no one knows". The port is asked as the service asks it; what really happened
// is reported by the subject, with its own eyes on the other side.
import { setTimeout as sleep } from "node:timers/promises"
import { inspect } from "node:util"
import type { Effect } from "effect"
import { technical } from "../../core/base/reason/reason.ts"
import type { LookUp, Sending } from "../../core/ports/outcome.ts"
import type { Line } from "./line.ts"
import { type Story, answerOf } from "./suite.ts"

/** Asks for a movement under an id of ours. */
export type Ask = (id: string, amount: bigint) => Effect.Effect<Sending<unknown>, unknown>

/** What amounts are counted in, in words: one of it, and several. */
export interface Unit {
  readonly one: string
  readonly many: string
}

/** An amount in words. */
export const counted = (amount: bigint, { many, one }: Unit): string => `${amount} ${amount === 1n ? one : many}`

/** One way of a port to move something. */
export interface Movement {
  /** Amounts to be moved; the small and the odd ones show rounding. */
  readonly amounts: ReadonlyArray<bigint>
  readonly unit: Unit
  /** Whether the port says that it makes one of all that come under one id: an Absent of it is believed at once. */
  readonly keepsIds: boolean
  /** Asks for what the other side settles by itself, at once or soon. */
  readonly ask: Ask
  /** Looks up what was requested under an id, with the amount that was requested. */
  readonly lookUp: (id: string, amount: bigint) => Effect.Effect<LookUp<unknown>, unknown>
  /** What was moved under an id, as the other side's own books have it: an amount each time. */
  readonly moved: (id: string) => Promise<ReadonlyArray<bigint>>
  /** Asks for what the other side refuses for good; without it, refusals are not shown. */
  readonly askRefused?: Ask | undefined
  /** Asks for what is accepted and stays open until it is settled or refused there; without it, waiting is not shown. */
  readonly open?: {
    readonly ask: Ask
    readonly settle: (id: string) => Promise<void>
    readonly refuse?: (id: string) => Promise<void>
  } | undefined
  readonly line?: Line | undefined
  /** Opens the adapter again on the same other side, as after a restart; without it, restarts are not shown. */
  readonly reopen?: (() => Promise<Movement>) | undefined
  /** How long the other side may take to settle, and the adapter to give up waiting. Milliseconds, 5,000 by default. */
  readonly patienceMs?: number | undefined
}

/** Opens what is checked: a fresh adapter with its other side. */
export type Opening<B extends { readonly close?: () => Promise<void> }> = () => Promise<B>

/** Gives a check a fresh bench, and closes it. */
export const onBench = <B extends { readonly close?: () => Promise<void> }>(
  run: (bench: B, story: Story) => Promise<void>
) =>
async (open: Opening<B>, story: Story): Promise<void> => {
  const bench = await open()
  try {
    await run(bench, story)
  } finally {
    await bench.close?.()
  }
}

let ids = 0
/** An id that no other check of this process uses. */
export const freshId = (word: string): string =>
  `${word.replaceAll(" ", "-")}/trf_${Date.now().toString(36)}${String(++ids).padStart(6, "0")}3f`

/** What a port may say of a movement, when it is requested or looked up. */
export type Heard<A = unknown> = LookUp<A> | Sending<A>

/** An answer in words. */
export const inWords = (answer: Heard): string => {
  switch (answer._tag) {
    case "Done":
      return `Done ${inspect(answer.value, { breakLength: 100 })}`
    case "Held":
      return `Held for ${technical(answer.reason)}`
    case "Refused":
    case "Unknown":
      return `${answer._tag}: ${technical(answer.reason)}`
    case "Absent":
      return "Absent"
  }
}

/** Runs an effect of the adapter. A port answers; it does not fail. */
export const heard = answerOf

/** Pause between two look-ups: whoever waits for the other side must not keep it busy. */
const pauseMs = 25

/** How long a subject's other side may take. */
export const patienceOf = ({ patienceMs = 5_000 }: { readonly patienceMs?: number | undefined }): number => patienceMs

/** The answer once it is final; what takes its time is looked up, as long as patience lasts. */
export const finalAnswer = async <A>(
  lookUp: Effect.Effect<LookUp<A>, unknown>,
  patienceMs: number,
  first?: Heard<A>
): Promise<Heard<A>> => {
  const until = Date.now() + patienceMs
  let answer: Heard<A> = first ?? await heard(lookUp)
  while (answer._tag === "Unknown" && Date.now() < until) {
    await sleep(pauseMs)
    answer = await heard(lookUp)
  }
  return answer
}
