// Whether the books say what happened on the chains: of every movement, of every treasury, and of what the networks took.
import type { Movement } from "../../../core/payments/movement/movement.ts"
import type { ChainCost } from "../../../core/ports/chain.ts"
import { type Economics, sumOf } from "../economics.ts"
import type { Books } from "./books.ts"
import type { Site } from "./site.ts"

/** What a site had when the run began. */
export interface Opening {
  readonly site: Site
  readonly held: bigint
  /** Units that are at an address already. */
  readonly before: ReadonlyMap<string, ReadonlyArray<bigint>>
}

/** A movement on a chain. */
export interface OnChain {
  readonly movement: Movement
  readonly network: string
  readonly to: string
  readonly units: bigint
  readonly isFromTreasury: boolean
}

const final = new Set(["DONE", "REFUSED", "CANCELLED"])

/** Movements on chains; `treasuryOf` names the address that wallets pay to on a network. */
export const onChains = (books: Books, treasuryOf: (network: string) => string): ReadonlyArray<OnChain> => {
  const recipients = books.recipients()
  return books.movements().flatMap((movement): ReadonlyArray<OnChain> => {
    const { order, subject, subjectKind } = movement
    if (order.kind === "delivery") {
      const { address: to, network, units } = order
      return [{ movement, network, to, units, isFromTreasury: true }]
    }
    if (order.kind !== "spend") return []
    const { network, units } = order
    const to = subjectKind === "transfer" ? recipients.get(subject) ?? "" : treasuryOf(network)
    return [{ movement, network, to, units, isFromTreasury: false }]
  })
}

const sorted = (units: ReadonlyArray<bigint>): string => units.toSorted((a, b) => a < b ? -1 : a > b ? 1 : 0).join(", ")

/** Everything that is wrong on one chain, in words. */
export const judged = async (
  { before, held, site }: Opening,
  all: ReadonlyArray<OnChain>,
  receivers: ReadonlySet<string>,
  books: Books
): Promise<ReadonlyArray<string>> => {
  const wrong: Array<string> = []
  const own = all.filter(({ network }) => network === site.network)
  for (const { movement: { doubtedAt, id, reason, state } } of own) {
    if (!final.has(state)) wrong.push(`${id} is ${state}: ${JSON.stringify(reason)}`)
    if (doubtedAt !== null) wrong.push(`${id} is ${state} and still in doubt`)
  }
  const happened = own.filter(({ movement }) => movement.state === "DONE")
  // Every address that anything was ever meant for: one transfer for each that is Done, and none for any other.
  const byReceiver = Map.groupBy(happened, ({ to }) => to)
  for (const to of new Set([...own.map(({ to: each }) => each), ...receivers])) {
    const expected = [...before.get(to) ?? [], ...(byReceiver.get(to) ?? []).map(({ units }) => units)]
    const found = await site.moved(to)
    // A treasury of coins pays its own change.
    if (to === site.treasury && site.wallets === undefined) continue
    if (sorted(found) !== sorted(expected)) {
      const ids = own.filter((each) => each.to === to).map(({ movement }) => `${movement.id} ${movement.state}`)
      wrong.push(`${to} got ${sorted(found)} and not ${sorted(expected)}: ${ids.slice(0, 20).join(", ")}`)
    }
  }
  const sent = sumOf(happened.filter(({ isFromTreasury }) => isFromTreasury).map(({ units }) => units))
  const got = sumOf(happened.filter(({ to }) => to === site.treasury).map(({ units }) => units))
  const cost = sumOf(costsOf(own, site).map(({ units }) => units))
  const isPaidInAsset = String(site.coin) === site.deposits
  const after = await site.held()
  const should = held + got - sent - (isPaidInAsset ? cost : 0n)
  if (after !== should) wrong.push(`the treasury on ${site.network} holds ${after} and not ${should}`)
  const spent = books.booked("floatSpent", `float-reserved/${site.network}`)
  if (spent !== sent && -spent !== sent) wrong.push(`the books say that ${spent} left ${site.network}, and ${sent} did`)
  return wrong
}

const assetOf = (site: Site): string => site.deposits ?? site.wallets?.asset ?? ""

/** What the books say of the treasuries of each asset, where that is not what moved. */
export const booksOfTreasuries = (
  sites: ReadonlyArray<Site>,
  all: ReadonlyArray<OnChain>,
  books: Books
): ReadonlyArray<string> => {
  const balances = books.balances()
  return [...Map.groupBy(sites, assetOf)].flatMap(([asset, own]) => {
    const happened = all.filter(({ movement, network }) =>
      movement.state === "DONE" && own.some((site) => site.network === network)
    )
    const changed = happened.reduce(
      (sum, { isFromTreasury, movement, units }) =>
        isFromTreasury ? sum - units : movement.subjectKind === "payout" ? sum + units : sum,
      0n
    )
    const booked = balances.get(`treasury ${asset}`) ?? 0n
    return booked === changed
      ? []
      : [`the books say that treasuries of ${asset} changed by ${booked}, and ${changed} did`]
  })
}

const costsOf = (own: ReadonlyArray<OnChain>, site: Site): ReadonlyArray<ChainCost> =>
  own.flatMap(({ movement: { receipt } }) =>
    receipt !== null && "cost" in receipt && typeof receipt.cost === "object" ? [receipt.cost] : []
  )
    .filter(({ coin }) => coin === site.coin)

/** What payers of fees lost beside what receipts say. */
export const economicsOf = async (
  site: Site,
  all: ReadonlyArray<OnChain>,
  receivers: ReadonlySet<string>,
  books: Books
): Promise<Economics> => {
  const receipts = costsOf(all.filter(({ network }) => network === site.network), site)
  const recorded = site.recorded?.(books)
  const unreceipted = recorded === undefined ? 0n : recorded - sumOf(receipts.map(({ units }) => units))
  return {
    network: site.network,
    coin: site.coin,
    lost: await site.lost([...receivers]),
    receipts,
    unreceipted: unreceipted === 0n ? [] : [{ what: "what is on record and in no receipt", units: unreceipted }]
  }
}
