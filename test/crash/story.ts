// A story is what one customer does, step by step, with ids that a second try repeats. What became of it in the end is
// known from its plan alone.
import type { Answer, Client } from "./client.ts"
import type { Remains } from "./remains.ts"

/** What the service said to a step. */
export interface Said {
  readonly answers: ReadonlyArray<Answer | undefined>
  /** Acknowledged: the next step may be taken. */
  readonly isDone: boolean
  /** Answers that contradict earlier ones. */
  readonly contradictions?: ReadonlyArray<string>
}

export interface Story {
  readonly kind: StoryKind
  readonly id: string
  /** What its record has in it, and no other of its kind. */
  readonly name: () => string
  readonly steps: ReadonlyArray<(client: Client) => Promise<Said>>
  /** Looks for what was promised, once everything has come to its end; what is lost or otherwise than it has to be. */
  readonly check: (client: Client, remains: Remains) => Promise<ReadonlyArray<string>>
}

/** Kinds of stories, each named as the record that it makes. */
export type StoryKind = "deposit" | "payout" | "transfer" | "lightningInvoice"

const acknowledged = new Set([200, 201, 202])

/** A step that is acknowledged by any of its answers, since they say the same. */
export const said = (answers: ReadonlyArray<Answer | undefined>, contradictions: ReadonlyArray<string> = []): Said => ({
  answers,
  isDone: answers.some((answer) => answer !== undefined && acknowledged.has(answer.status)),
  contradictions
})

/** The first acknowledgement of a request: every later one has to say the same in what `part` takes of it. */
export class Promised {
  text: string | undefined
  private readonly id: string
  private readonly part: (body: Readonly<Record<string, unknown>>) => string

  constructor(id: string, part: (body: Readonly<Record<string, unknown>>) => string) {
    this.id = id
    this.part = part
  }

  take(answers: ReadonlyArray<Answer | undefined>): Said {
    const contradictions: Array<string> = []
    for (const answer of answers) {
      if (answer === undefined || !acknowledged.has(answer.status)) continue
      const text = this.part(JSON.parse(answer.body) as Readonly<Record<string, unknown>>)
      this.text ??= text
      if (text !== this.text) contradictions.push(`${this.id} was answered ${this.text}, then ${text}`)
    }
    return said(answers, contradictions)
  }
}

/** Compares the fields of a record with what they have to be; one of several values where a list is given. */
export const compared = (
  id: string,
  answer: Answer | undefined,
  expected: Readonly<Record<string, unknown>>
): ReadonlyArray<string> => {
  const { data } = JSON.parse(answer?.body ?? "{}") as { readonly data?: Readonly<Record<string, unknown>> }
  return Object.entries(expected).flatMap(([field, wanted]) => {
    const found = data?.[field]
    const isRight = Array.isArray(wanted) ? wanted.includes(found) : found === wanted
    return isRight ? [] : [`${id}: ${field} is ${String(found)} instead of ${String(wanted)}`]
  })
}
