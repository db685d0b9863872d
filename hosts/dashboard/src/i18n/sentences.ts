// What a language needs for the sentence at the head of a payment's page: one for each thing that can have happened. What is
// new in the service does not compile until both languages have a sentence for it.
import type { Summary } from "../../../http/api/definition/management-answers.ts"

/** What sentences are made of, as text of the language. */
export interface SentenceParts {
  readonly paid: string
  readonly received: string
  /** Null where it is not known, or not shown, who paid. */
  readonly payer: string | null
  readonly payee: string
  readonly at: string
  /** What went back to whoever paid, or goes back; null where nothing does. */
  readonly back: string | null
  /** Where it goes back to. */
  readonly backTo: string
  /** What the receiver's bank has sent back. */
  readonly sentBack: string
}

export type Sentences = Readonly<Record<Summary["happened"]["code"], (told: SentenceParts) => string>>
