// Who pays for a spend: no account of TRON can pay for another's transaction, so before a wallet spends, the fee account gives it what it
// lacks, each step an operation of its own under `sponsor/<spend>` (0240). It activates an account, lends energy of its own stake,
// or gives TRX.
import { Clock, Effect, Option } from "effect"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { type Held, held } from "../../core/ports/outcome.ts"
import { find, get, insert, list, replace } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import { accountSeenBy, lendableSeenBy } from "./accounts.ts"
import type { Call } from "./call.ts"
import { stored } from "./log.ts"
import { type Given, type Need, nextStep, priceOf } from "./needs.ts"
import type { TronNode } from "./node.ts"
import { type TronSponsorship, TronSponsorships, isWithdrawn, lastOf, mayLand } from "./operation.ts"
import type { Operations } from "./operations.ts"

export interface SponsorConfig {
  /** The fee account. */
  readonly address: string
  /** What one spend may cost at most, in sun. */
  readonly ceilingSun: bigint
  readonly patienceMs: number
  readonly lookEveryMs: number
}

/** More steps than a spend ever needs: something takes away what was given. */
const mostSteps = 6
const atOnce = 100

const sponsorshipOf = (spend: string): string => `sponsor/${spend}`
/** The operation of one step, by its place from 1. */
export const stepOf = (sponsorship: string, place: number): string => `${sponsorship}/${place}`

/** The sun that steps of a kind moved, of a sponsorship. */
const sumOf = (steps: ReadonlyArray<Call>, kind: "TopUp" | "Delegate"): bigint =>
  steps.reduce((sum, step) => step._tag === kind ? sum + step.sun : sum, 0n)

export const makeSponsor = (config: SponsorConfig, operations: Operations, nodes: Quorum<TronNode>) => {
  const sponsorship = (spend: string) => Effect.map(get(TronSponsorships, sponsorshipOf(spend)), Option.getOrUndefined)

  /** What the wallet was given for other spends that have not ended: these will use it up. */
  const givenToOthers = Effect.fnUntraced(function*(wallet: string, spend: string) {
    // Those that are over stay in the list.
    const newest = yield* list(TronSponsorships, "wallet", wallet, { limit: atOnce })
    let [energy, sun] = [0n, 0n]
    for (const { value } of newest) {
      if (value.isOver || value.spend === spend) continue
      if (((yield* stored(value.spend))?.value.verdict ?? null) !== null) continue
      if (sumOf(value.steps, "Delegate") > 0n) energy += value.energy
      sun += sumOf(value.steps, "TopUp")
    }
    const given: Given = { energy, sun }
    return given
  })

  /** What it was given for the spend itself and has. */
  const givenTo = Effect.fnUntraced(function*(spend: string) {
    const own = (yield* sponsorship(spend))?.value
    let [energy, sun] = [0n, 0n]
    for (const [place, call] of (own?.steps ?? []).entries()) {
      if (call._tag !== "Delegate" && call._tag !== "TopUp") continue
      if ((yield* operations.look(stepOf(sponsorshipOf(spend), place + 1)))._tag !== "Done") continue
      if (call._tag === "TopUp") sun += call.sun
      else energy = own?.energy ?? 0n
    }
    const given: Given = { energy, sun }
    return given
  })

  /** What the wallet needs next. */
  const next = Effect.fnUntraced(function*(spend: string, wallet: string, need: Need) {
    const [account, lendable] = yield* Effect.all(
      [accountSeenBy(nodes, wallet), lendableSeenBy(nodes, config.address)],
      { concurrency: "unbounded" }
    )
    const [own, others] = [yield* givenTo(spend), yield* givenToOthers(wallet, spend)]
    return nextStep(config.address, wallet, account, need, lendable, { own, others })
  })

  /** Puts a step on record; Held where it would cost too much, and undefined where another process was faster. */
  const added = Effect.fnUntraced(function*(spend: string, wallet: string, need: Need, step: Call) {
    const before = yield* sponsorship(spend)
    const price = priceOf(step, need.prices)
    const plannedSun = (before?.value.plannedSun ?? 0n) + price
    const steps = [...before?.value.steps ?? [], step]
    if (plannedSun > config.ceilingSun || steps.length > mostSteps) {
      return held("fuel", `the spend would cost ${plannedSun} sun, and ${config.ceilingSun} is the limit`)
    }
    const { sun } = yield* accountSeenBy(nodes, config.address)
    if (sun < price) return held("fuel", `a step takes ${price} sun, and ${config.address} has ${sun}`)
    const id = sponsorshipOf(spend)
    const value: TronSponsorship = before === undefined
      ? { id, owner: operatorOwner, spend, wallet, energy: need.energy, steps, plannedSun, isOver: false }
      : { ...before.value, steps, plannedSun }
    const write = before === undefined ? insert(TronSponsorships, value) : replace(TronSponsorships, before, value)
    return yield* Store.use((store) => store.commit(changeSet({ writes: [write] }))).pipe(
      Effect.as(undefined),
      Effect.catchTags({ DuplicateKey: () => Effect.undefined, VersionConflict: () => Effect.undefined })
    )
  })

  /** Makes a step that is on record, or looks at it; true once it is solidified. */
  const advanced = Effect.fnUntraced(function*({ id, steps }: TronSponsorship, place: number) {
    const call = steps[place - 1]
    if (call === undefined) return true
    const step = stepOf(id, place)
    const found = yield* operations.look(step)
    const answer = found._tag === "Absent" ? yield* operations.perform(step, { signer: "fees", call }, 0) : found
    return answer._tag === "Held" ? answer : answer._tag === "Done"
  })

  /** The same of the last step for a spend, or of another spend's that activates the wallet. */
  const underWay = Effect.fnUntraced(function*(spend: string, wallet: string, step: Call) {
    const before = yield* sponsorship(spend)
    const last = before?.value.steps.at(-1)
    // An account that exists needs no activation, and takes none.
    const isOver = last === undefined || last._tag === "Activate" && step._tag !== "Activate"
    if (before !== undefined && !isOver) return yield* advanced(before.value, before.value.steps.length)
    if (step._tag !== "Activate") return true
    const other = Option.getOrUndefined(yield* find(TronSponsorships, "activation", wallet))?.value
    if (other === undefined) return true
    const place = other.steps.findIndex(({ _tag }) => _tag === "Activate") + 1
    // Once it is activated the wallet is looked at again, and no step of this spend's own is needed for it.
    return yield* Effect.map(advanced(other, place), (isDone) => typeof isDone === "boolean" ? false : isDone)
  })

  /** Gives the wallet what a spend needs; undefined once it has it. What is on its way is Held: nothing of the spend is sent yet. */
  const ready = Effect.fnUntraced(function*(spend: string, wallet: string, need: Need) {
    const until = (yield* Clock.currentTimeMillis) + config.patienceMs
    for (;;) {
      const step = yield* next(spend, wallet, need)
      if (step === undefined) return undefined
      const isDone: boolean | Held = yield* underWay(spend, wallet, step)
      if (typeof isDone !== "boolean") return isDone
      if (isDone) {
        // Another process has sent it meanwhile, and what the wallet lacks now it has used; or it is not wanted any more.
        const operation = (yield* stored(spend))?.value
        const last = operation && lastOf(operation)
        if (operation !== undefined && isWithdrawn(operation)) return undefined
        if (last !== undefined && last.signed !== null) return undefined
        const problem: Held | undefined = yield* added(spend, wallet, need, step)
        if (problem !== undefined) return problem
        const begun = yield* sponsorship(spend)
        const answer: boolean | Held = begun !== undefined &&
          (yield* advanced(begun.value, begun.value.steps.length))
        if (typeof answer !== "boolean") return answer
      }
      if ((yield* Clock.currentTimeMillis) >= until) {
        return held("fuel", `${sponsorshipOf(spend)} is on its way: ${step._tag}`)
      }
      yield* Effect.sleep(config.lookEveryMs)
    }
  })

  /** What the fee account lost for a step, in sun; undefined while it may still lose more. */
  const spentOn = Effect.fnUntraced(function*(step: string, call: Call) {
    const answer = yield* operations.look(step)
    if (answer._tag === "Unknown") return undefined
    if (answer._tag === "Done") return (answer.value.cost?.units ?? 0n) + (call._tag === "TopUp" ? call.sun : 0n)
    const operation = yield* stored(step)
    return (operation?.value.attempts ?? []).reduce((sum, { ended }) => sum + (ended?.feeSun ?? 0n), 0n)
  })

  /** What the fee account lost for a spend until it was made, in sun; undefined while a step is not solidified. */
  const spentFor = Effect.fnUntraced(function*(spend: string) {
    const given = yield* sponsorship(spend)
    let sum = 0n
    for (const [place, call] of (given?.value.steps ?? []).entries()) {
      const sun = yield* spentOn(stepOf(sponsorshipOf(spend), place + 1), call)
      if (sun === undefined) return undefined
      sum += sun
    }
    return sum
  })

  /** Whether the spend cannot take anything any more. */
  const isSpent = Effect.fnUntraced(function*(spend: string) {
    const operation = yield* stored(spend)
    const last = operation && lastOf(operation.value)
    if (operation === undefined || last === undefined || operation.value.verdict !== null) return true
    if (isWithdrawn(operation.value) && !mayLand(operation.value)) return true
    const answer = yield* operations.look(spend)
    return answer._tag === "Done" || answer._tag === "Refused" ||
      (last.signed === null && (yield* operations.isDead(last)))
  })

  return { ready, spentFor, isSpent }
}

export type Sponsor = ReturnType<typeof makeSponsor>
