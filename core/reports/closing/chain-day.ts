// A civil day of a chain's treasury: what the chain shows to have left it, and what our journal says was sent from it. What came in is in no
// list of a chain's port, so it is not compared.
import { Effect, Option } from "effect"
import { type AssetCode, assets } from "../../base/money/assets.ts"
import { solveReviews } from "../../engine/review/solve-review.ts"
import { get, list } from "../../engine/store/records.ts"
import type { BookedEntry } from "../../engine/store/store.ts"
import { type Movement, Movements } from "../../payments/movement/movement.ts"
import { evidenceOf } from "../../payments/movement/order.ts"
import { isExplained, mayBeOf, openDeliveriesNow, reviewUnexplained } from "../../payments/movement/treasury-flows.ts"
import { Chain, type Outflow } from "../../ports/chain.ts"
import type { Network } from "../../standards/address/network.ts"
import type { Difference } from "./closing.ts"
import type { ClosingRow } from "./differences.ts"

/** Movements of one record that are looked at: a record has a few. */
const most = 100

/** The rows of an entry that takes assets out of the treasury of a network: of the deliveries that were done in its commit. */
export const chainJournalRows = Effect.fnUntraced(function*(network: Network, entry: BookedEntry) {
  const posted = entry.postings.filter(({ account, amount }) => account === "treasury" && amount !== 0n)
  if (posted.length === 0) return []
  if (entry.template === "movedMore" || entry.template === "movedLess") {
    const movement = Option.getOrUndefined(yield* get(Movements, entry.source))?.value
    const [{ amount } = { amount: 0n }] = posted
    return movement === undefined ? [] : rowsOf(network, movement, amount)
  }
  const movements = yield* list(Movements, "bySubject", entry.source, { limit: most })
  return movements.filter(({ value }) => doneAt(value) === entry.at)
    .flatMap(({ value }) => rowsOf(network, value, value.order.kind === "delivery" ? -value.order.units : 0n))
})

const doneAt = ({ history = [] }: Movement): number | undefined =>
  history.findLast(({ from, to }) => to === "DONE" && from !== "DONE")?.at

const rowsOf = (network: Network, { order, receipt, subject }: Movement, units: bigint): ReadonlyArray<ClosingRow> => {
  const hash = evidenceOf(receipt)
  return order.kind === "delivery" && order.network === network && hash !== null
    ? [{ name: hash.toLowerCase(), kind: "sent", asset: order.asset, units, subject }]
    : []
}

/**
 * The rows that the chain adds to this closing: what our journal has now or had alone until now, and what nothing of ours explains. A
 * transfer that nothing explains and that no open delivery may be is a review of its own.
 */
export const chainStatement = Effect.fnUntraced(
  function*(
    network: Network,
    flows: ReadonlyArray<Outflow>,
    before: ReadonlyArray<Difference>,
    journal: ReadonlyArray<ClosingRow>
  ) {
    const booked = new Set(journal.map(({ name }) => name))
    const known = new Map(before.map((each) => [each.movement, each]))
    const open = yield* openDeliveriesNow
    const rows: Array<ClosingRow> = []
    for (const flow of flows) {
      const name = flow.receipt.transactionHash.toLowerCase()
      if (!flow.isDone) continue
      const isOurs = yield* isExplained(network, flow)
      if (isOurs) yield* solveReviews(flow.receipt.transactionHash, "outflowUnexplained")
      else if (!(yield* mayBeOf(open, network, flow))) yield* reviewUnexplained(network, flow)
      const earlier = known.get(name)
      // One that our journal has had for longer was in an earlier closing, and so was one that is still open.
      const wasListed = earlier === undefined ? isOurs && !booked.has(name) : earlier.statement !== null
      if (flow.asset === null || wasListed) continue
      rows.push({ name, kind: "sent", asset: flow.asset, units: -flow.units, subject: null })
    }
    return rows
  }
)

const isCounted = (what: string): what is AssetCode => what in assets

/** What the treasury of a network holds now; our journal has one account for all of them. */
export const chainBalances = Effect.fnUntraced(function*(network: Network) {
  const { floats } = yield* Chain
  const found = floats === undefined ? [] : yield* floats(network)
  return found.flatMap(({ role, units, what }) =>
    role === "treasury" && isCounted(what) ? [{ asset: what, held: units, booked: null }] : []
  )
})
