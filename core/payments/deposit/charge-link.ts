// The link to the page of a charge: made for its owner, opened by its payer, who has nothing else (0141). Invariant: a
// token that is wrong, over or of another plane opens nothing, and says of nothing which it was.
import { Clock, Effect, Option } from "effect"
import { NotFound } from "../../base/errors/errors.ts"
import { limits } from "../../base/limits/limits.ts"
import { PublicOrigin } from "../../ports/public-origin.ts"
import { get } from "../../engine/store/records.ts"
import { Secrets } from "../../engine/store/secrets.ts"
import { equalInConstantTime } from "../../base/text/text.ts"
import { type Deposit, Deposits, depositAnswer } from "./deposit.ts"

const purpose = "charge-link"
const form = /^(dep_[\w-]{1,64})\.([0-9a-f]{64})$/

const proofOf = (depositId: string) => Secrets.use((secrets) => secrets.proof(purpose, depositId))

const isProof = (depositId: string, given: string) =>
  Effect.map(
    Secrets.use((secrets) => secrets.proofs(purpose, depositId)),
    (proofs) => proofs.some((proof) => equalInConstantTime(proof, given))
  )

/** The address of a charge's page, for whoever asked this service at an address; null where no address is known. */
export const chargeUrl = Effect.fnUntraced(function*(depositId: string, asked: string | null = null) {
  const origin = (yield* PublicOrigin) ?? asked
  return origin === null ? null : `${origin}/hosted/charge/${depositId}.${yield* proofOf(depositId)}`
})

/** The answer of creation, with the link for whoever asked this service at an address. */
export const chargeAnswer = (deposit: Deposit, asked?: string | null) =>
  Effect.map(chargeUrl(deposit.id, asked), (url) => depositAnswer(deposit, url))

// How it ended can be read for a day, by whoever comes back to the page.
const isShown = ({ expiresAt, state, updatedAt }: Deposit, now: number): boolean =>
  state === "PROCESSING" || now < Math.max(expiresAt, updatedAt) + limits.chargePageMs

/** The charge that a token opens. */
export const chargeOfToken = Effect.fnUntraced(function*(token: string) {
  const [, depositId = "", given = ""] = form.exec(token) ?? []
  const isOurs = depositId !== "" && (yield* isProof(depositId, given))
  const deposit = isOurs ? Option.getOrUndefined(yield* get(Deposits, depositId))?.value : undefined
  return deposit !== undefined && isShown(deposit, yield* Clock.currentTimeMillis)
    ? deposit
    : yield* new NotFound({ resource: "Charge" })
})
