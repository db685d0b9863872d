// How long the law asks for what is known of a person who is to be forgotten.
import { Context } from "effect"
import { limits } from "../base/limits/limits.ts"

/** How long records of payments and identities are kept after the erasure of their person was ordered, in milliseconds. */
export class PersonRetention extends Context.Service<PersonRetention, number>()("pontepay/core/ports/PersonRetention") {
  /** As long as the law asks. */
  static readonly ofTheLaw: number = limits.personRetentionMs
}
