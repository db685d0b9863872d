// GET /admin/reserves: what is owed to customers by asset, from the ledger, against what adapters read outside now. What could not be
// read is named and counts as nothing held, so that no difference rests on it (0230).
import { Clock, Effect, Option } from "effect"
import { type Reason, reason } from "../../base/reason/reason.ts"
import { englishReason } from "../../base/reason/english.ts"
import { Network } from "../../standards/address/network.ts"
import { type AccountKindName, kindNameOf } from "../../engine/ledger/journal.ts"
import { type AssetCode, assets } from "../../base/money/assets.ts"
import { printDecimal } from "../../base/money/decimal.ts"
import type { Units } from "../../base/money/units.ts"
import { Chain, type Float } from "../../ports/chain.ts"
import { answersWithinMs } from "../../ports/on-its-way.ts"
import { LightningNode } from "../../ports/lightning-node.ts"
import { RailBooks } from "../../ports/rail-books.ts"
import { Store } from "../../engine/store/store.ts"
import { isoInstant } from "../../base/time/instant.ts"

/** The accounts of what customers are owed. Their own wallets are no reserve of ours. */
const owedKinds: ReadonlySet<AccountKindName> = new Set([
  "deposit-owed",
  "surplus-owed",
  "payout-owed",
  "reversal-owed",
  "swap-owed"
])

interface Reserve {
  /** A network, `lightning` for our node, or `pix`. */
  readonly place: string
  readonly asset: AssetCode
  readonly units: bigint
  readonly readAt: number
}

/** Where reserves may be that no one could read, with the assets whose difference is not known for it. */
interface Unread {
  readonly place: string
  readonly reason: Reason
  readonly isOf: (asset: AssetCode) => boolean
}

/** The statement: amounts are exact decimals; a difference is null where something of it could not be read. */
export const readReserves = Effect.fnUntraced(function*() {
  const owed = (yield* Store.use((store) => store.balances("")))
    .filter(({ account, amount }) => owedKinds.has(kindNameOf(account)) && amount !== 0n)
  const at = yield* Clock.currentTimeMillis
  const [pix, lightning, chains] = yield* Effect.all([pixHeld, lightningHeld, chainsHeld], { concurrency: 3 })
  const readings = [pix, ...chains, lightning]
  const held = readings.flatMap((reading) => reading.held)
  const unread = readings.flatMap((reading) => reading.unread)
  const names = new Set([...owed.map(({ asset }) => asset as AssetCode), ...held.map(({ asset }) => asset)])
  return {
    at: isoInstant(at),
    assets: [...names].toSorted().map((asset) => {
      const kinds = Map.groupBy(owed.filter((row) => row.asset === asset), ({ account }) => kindNameOf(account))
      const liabilities = [...kinds].map(([kind, rows]) => ({
        kind,
        units: rows.reduce((sum, { amount }) => sum - amount, 0n)
      })).toSorted((a, b) => a.kind < b.kind ? -1 : 1)
      const holdings = held.filter((each) => each.asset === asset)
      const [owing, holding] = [total(liabilities), total(holdings)]
      const isKnown = !unread.some(({ isOf }) => isOf(asset))
      return {
        asset,
        liabilities: printed(asset, owing),
        holdings: printed(asset, holding),
        difference: isKnown ? printed(asset, holding - owing) : null,
        owed: liabilities.map(({ kind, units }) => ({ kind, amount: printed(asset, units) })),
        held: holdings.map(({ place, readAt, units }) => ({
          place,
          amount: printed(asset, units),
          readAt: isoInstant(readAt)
        }))
      }
    }),
    notRead: unread.map(({ place, reason }) => ({ place, reason: englishReason(reason), cause: reason }))
  }
})

const isBitcoin = (asset: AssetCode): boolean => asset === "BTC"

const isOnChain = (asset: AssetCode): boolean => asset !== "BRL"

const away = reason("notReadNow")
const silent = reason("noBalance")

/** What a reading came to. */
interface Readout {
  readonly held: ReadonlyArray<Reserve>
  readonly unread: ReadonlyArray<Unread>
}

const pixHeld = Effect.gen(function*() {
  const missing = (reason: Reason): Readout => ({
    held: [],
    unread: [{ place: "pix", reason, isOf: (asset) => asset === "BRL" }]
  })
  const books = yield* RailBooks
  if (books === undefined) return missing(silent)
  const read = yield* Effect.option(Effect.timeoutOption(books.balance, answersWithinMs))
  const readAt = yield* Clock.currentTimeMillis
  return Option.match(Option.flatten(read), {
    onNone: () => missing(away),
    onSome: (units): Readout => ({ held: [{ place: "pix", asset: "BRL", units, readAt }], unread: [] })
  })
})

// Where no node is configured there is nothing to hold, and nothing to read.
const lightningHeld = Effect.gen(function*() {
  const unread = (reason: Reason): Readout => ({
    held: [],
    unread: [{ place: "lightning", reason, isOf: isBitcoin }]
  })
  const { balance } = yield* LightningNode
  if (balance === undefined) return unread(silent)
  const read = yield* Effect.option(Effect.timeoutOption(balance, answersWithinMs))
  const readAt = yield* Clock.currentTimeMillis
  return Option.match(Option.flatten(read), {
    onNone: () => unread(away),
    onSome: (units): Readout => ({
      held: units === undefined ? [] : [{ place: "lightning", asset: "BTC", units, readAt }],
      unread: []
    })
  })
})

const chainsHeld = Effect.gen(function*() {
  const { floats } = yield* Chain
  if (floats === undefined) return [missing("chains", silent)]
  return yield* Effect.forEach(chains, (network) => networkHeld(network, floats(network)), {
    concurrency: "unbounded"
  })
})

/** Networks that the port of the chain serves: the others have ports of their own. */
const chains = Network.literals.filter((network) => network !== "lightning" && network !== "spark")

const networkHeld = Effect.fnUntraced(function*<E>(
  network: Network,
  floats: Effect.Effect<ReadonlyArray<Float>, E>
) {
  const read = yield* Effect.option(Effect.timeoutOption(floats, answersWithinMs))
  const readAt = yield* Clock.currentTimeMillis
  return Option.match(Option.flatten(read), {
    onNone: () => missing(network, away),
    onSome: (found): Readout => ({
      held: found.flatMap(({ network: place, role, units, what }) =>
        place === network && role === "treasury" && isCounted(what) ? [{ place, asset: what, units, readAt }] : []
      ),
      unread: []
    })
  })
})

const missing = (place: string, reason: Reason): Readout => ({
  held: [],
  unread: [{ place, reason, isOf: isOnChain }]
})

const isCounted = (what: string): what is AssetCode => what in assets

const total = (rows: ReadonlyArray<{ readonly units: bigint }>): bigint =>
  rows.reduce((sum, { units }) => sum + units, 0n)

const printed = (asset: AssetCode, units: bigint): string =>
  units < 0n ? `-${printed(asset, -units)}` : printDecimal(asset, units as Units<AssetCode>)
