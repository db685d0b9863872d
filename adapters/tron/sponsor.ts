// Who pays for a spend: no account of TRON can pay for another's transaction, so before a wallet spends, the fee account gives it what it
// lacks, each step an operation of its own under `sponsor/<spend>` (0243). It activates an account, lends energy of its own stake,
// or gives TRX; what was lent is taken back once the spend is over.
import { Clock, Effect, Option } from "effect"
import { mulDivCeil } from "../../core/money/units.ts"
import { type Held, held } from "../../core/ports/outcome.ts"
import { type Stored, get, insert, list, replace } from "../../core/ports/records.ts"
import { Store, changeSet } from "../../core/ports/store.ts"
import type { Quorum } from "../rpc-quorum/quorum.ts"
import type { Call } from "./call.ts"
import type { Account, Prices, TronNode } from "./node.ts"
import { TronOperations, type TronSponsorship, TronSponsorships, lastOf, operator } from "./operation.ts"
import type { Operations } from "./operations.ts"

export interface SponsorConfig {
  /** The fee account. */
  readonly address: string
  /** What one spend may cost at most, in sun. */
  readonly ceilingSun: bigint
  readonly patienceMs: number
  readonly lookEveryMs: number
}

/** What a spend takes. */
export interface Need {
  readonly energy: bigint
  /** Bytes. */
  readonly size: bigint
  readonly prices: Prices
}

/** Bytes of a step, at most. */
const stepSize = 400n
/** The network lends no less than one TRX. */
const leastStakeSun = 1_000_000n
/** More steps than a spend ever needs: something takes away what was given. */
const mostSteps = 6
const atOnce = 100

export const sponsorshipOf = (spend: string): string => `sponsor/${spend}`
const stepOf = (id: string, place: number): string => `${id}/${place}`
const backOf = (id: string): string => `${id}/back`

/** How much has to be staked for so much energy, in sun. */
const stakeFor = (energy: bigint, { totalEnergy, totalEnergyWeight }: Account): bigint | undefined => {
  if (totalEnergy <= 0n) return undefined
  const sun = mulDivCeil(energy, totalEnergyWeight * 1_000_000n, totalEnergy)
  return sun < leastStakeSun ? leastStakeSun : sun
}

/**
 * The next thing that a wallet needs; undefined when it can spend. `lent` is energy that it has for other spends, `lendable` what of
 * the stake can be lent, in sun.
 */
export const nextStep = (
  from: string,
  to: string,
  wallet: Account,
  { energy, prices, size }: Need,
  { lendable, lent }: { readonly lendable: bigint; readonly lent: bigint }
): Call | undefined => {
  if (!wallet.exists) return { _tag: "Activate", from, to }
  const own = wallet.energy > lent ? wallet.energy - lent : 0n
  const bytesSun = wallet.bandwidth < size ? size * prices.byte : 0n
  const stake = own < energy ? stakeFor(energy, wallet) : undefined
  if (stake !== undefined && stake <= lendable) return { _tag: "Delegate", from, to, sun: stake }
  const energySun = own < energy ? (energy - own) * prices.energy : 0n
  const missing = bytesSun + energySun - wallet.sun
  return missing > 0n ? { _tag: "TopUp", from, to, sun: missing } : undefined
}

/** What a step takes from the fee account at most, in sun. */
export const priceOf = (step: Call, { account, accountBytes, byte }: Prices): bigint => {
  const bytesSun = stepSize * byte
  switch (step._tag) {
    case "Activate":
      return account + accountBytes + bytesSun
    case "TopUp":
      return step.sun + bytesSun
    default:
      return bytesSun
  }
}

export const makeSponsor = (config: SponsorConfig, operations: Operations, nodes: Quorum<TronNode>) => {
  const stored = (spend: string) => Effect.map(get(TronSponsorships, sponsorshipOf(spend)), Option.getOrUndefined)

  const plan = (call: Call) => ({ signer: "fees", call }) as const

  /** Energy that the wallet was lent for other spends that are not over. */
  const lentFor = Effect.fnUntraced(function*(wallet: string, spend: string) {
    const open = yield* list(TronSponsorships, "wallet", wallet, { limit: atOnce })
    return open.reduce((sum, { value }) => value.spend === spend ? sum : sum + value.energy, 0n)
  })

  /** What the wallet needs next. */
  const next = Effect.fnUntraced(function*(spend: string, wallet: string, need: Need) {
    const account = yield* nodes.first((node) => node.account(wallet))
    const lendable = yield* nodes.first((node) => node.lendable(config.address))
    const lent = yield* lentFor(wallet, spend)
    return nextStep(config.address, wallet, account, need, { lendable, lent })
  })

  /** Puts a step on record; Held where it would cost too much, and undefined where another process was faster. */
  const added = Effect.fnUntraced(function*(spend: string, wallet: string, need: Need, step: Call) {
    const before = yield* stored(spend)
    const price = priceOf(step, need.prices)
    const plannedSun = (before?.value.plannedSun ?? 0n) + price
    const steps = [...before?.value.steps ?? [], step]
    if (plannedSun > config.ceilingSun || steps.length > mostSteps) {
      return held("fuel", `the spend would cost ${plannedSun} sun, and ${config.ceilingSun} is the limit`)
    }
    const { sun } = yield* nodes.first((node) => node.account(config.address))
    if (sun < price) return held("fuel", `a step takes ${price} sun, and ${config.address} has ${sun}`)
    const value: TronSponsorship = {
      id: sponsorshipOf(spend),
      owner: operator,
      spend,
      wallet,
      energy: need.energy,
      steps,
      plannedSun,
      isOver: false
    }
    const write = before === undefined
      ? insert(TronSponsorships, value)
      : replace(TronSponsorships, before, { ...before.value, steps, plannedSun })
    return yield* Store.use((store) => store.commit(changeSet({ writes: [write] }))).pipe(
      Effect.as(undefined),
      Effect.catchTags({ DuplicateKey: () => Effect.undefined, VersionConflict: () => Effect.undefined })
    )
  })

  /** Makes the last step that is on record, or looks at it; true once it is solidified. */
  const advanced = Effect.fnUntraced(function*({ id, steps }: TronSponsorship) {
    const call = steps.at(-1)
    if (call === undefined) return true
    const step = stepOf(id, steps.length)
    const found = yield* operations.look(step)
    const answer = found._tag === "Absent" ? yield* operations.perform(step, plan(call), 0) : found
    return answer._tag === "Held" ? answer : answer._tag === "Done"
  })

  /** Gives the wallet what a spend needs; undefined once it has it. What is on its way is Held: nothing of the spend is sent yet. */
  const ready = Effect.fnUntraced(function*(spend: string, wallet: string, need: Need) {
    const until = (yield* Clock.currentTimeMillis) + config.patienceMs
    for (;;) {
      const step = yield* next(spend, wallet, need)
      if (step === undefined) return undefined
      const sponsorship = yield* stored(spend)
      const isDone: boolean | Held = sponsorship === undefined || (yield* advanced(sponsorship.value))
      if (typeof isDone !== "boolean") return isDone
      if (isDone) {
        const problem: Held | undefined = yield* added(spend, wallet, need, step)
        if (problem !== undefined) return problem
        const begun = yield* stored(spend)
        const answer: boolean | Held = begun !== undefined && (yield* advanced(begun.value))
        if (typeof answer !== "boolean") return answer
      }
      if ((yield* Clock.currentTimeMillis) >= until) {
        return held("fuel", `${sponsorshipOf(spend)} is on its way: ${step._tag}`)
      }
      yield* Effect.sleep(config.lookEveryMs)
    }
  })

  /** What the fee account lost for a spend until it was made, in sun; undefined while a step is not solidified. */
  const spentFor = Effect.fnUntraced(function*(spend: string) {
    const sponsorship = yield* stored(spend)
    let sum = 0n
    for (const [place, call] of (sponsorship?.value.steps ?? []).entries()) {
      const answer = yield* operations.look(stepOf(sponsorshipOf(spend), place + 1))
      if (answer._tag === "Unknown") return undefined
      if (answer._tag !== "Done") continue
      sum += (answer.value.cost?.units ?? 0n) + (call._tag === "TopUp" ? call.sun : 0n)
    }
    return sum
  })

  /** Whether the spend cannot take anything any more. */
  const isSpent = Effect.fnUntraced(function*(spend: string) {
    const operation = Option.getOrUndefined(yield* get(TronOperations, spend))
    const last = operation && lastOf(operation.value)
    if (operation === undefined || last === undefined || operation.value.verdict !== null) return true
    const answer = yield* operations.look(spend)
    return answer._tag === "Done" || answer._tag === "Refused" ||
      (last.signed === null && (yield* operations.isDead(last)))
  })

  /** Energy that is lent, as the stake that it is of, in sun; undefined while that is not known. */
  const lentBy = Effect.fnUntraced(function*({ id, steps }: TronSponsorship) {
    let sum = 0n
    for (const [place, call] of steps.entries()) {
      if (call._tag !== "Delegate") continue
      const answer = yield* operations.look(stepOf(id, place + 1))
      if (answer._tag === "Unknown") return undefined
      if (answer._tag === "Done") sum += call.sun
    }
    return sum
  })

  const over = ({ value, version }: Stored<TronSponsorship>) =>
    Store.use((store) =>
      store.commit(
        changeSet({ writes: [replace(TronSponsorships, { value, version }, { ...value, isOver: true })] })
      )
    ).pipe(Effect.catchTag("VersionConflict", () => Effect.void))

  /** Takes back what one spend was lent, once it is over. */
  const takeBack = Effect.fnUntraced(function*(sponsorship: Stored<TronSponsorship>) {
    const { id, spend, wallet } = sponsorship.value
    if (!(yield* isSpent(spend))) return
    const sun = yield* lentBy(sponsorship.value)
    if (sun === undefined) return
    if (sun === 0n) return yield* over(sponsorship)
    const call: Call = { _tag: "TakeBack", from: config.address, to: wallet, sun }
    const answer = yield* operations.perform(backOf(id), plan(call), 0)
    if (answer._tag === "Done") return yield* over(sponsorship)
    if (answer._tag === "Held") {
      yield* Effect.logError("Energy that was lent could not be taken back", { sponsorship: id, why: answer.detail })
    }
  })

  return {
    ready,
    spentFor,
    /** Takes back what was lent for spends that are over. */
    takeBackAll: Effect.gen(function*() {
      const open = yield* list(TronSponsorships, "open", "all", { limit: atOnce })
      for (const sponsorship of open) yield* takeBack(sponsorship)
    })
  }
}
