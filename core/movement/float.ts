// What a treasury can still promise. Its level is read from the chain when a delivery is about to be sent, at most once a minute
// while there is enough; what was promised to deliveries that are under way is reserved on the books, in the commit that
// claims them. So two deliveries never count on the same units (C51; 0183).
import { Effect, Option, Schema } from "effect"
import { Network } from "../address/network.ts"
import { entry } from "../ledger/journal.ts"
import * as templates from "../ledger/movement-templates.ts"
import { type AssetCode, assetCodes } from "../money/assets.ts"
import { Chain } from "../ports/chain.ts"
import { type Stored, get, insert, recordKind, replace } from "../ports/records.ts"
import { Store, changeSet } from "../ports/store.ts"
import type { Movement } from "./movement.ts"

/** A level that is older is read again before somebody counts on it: milliseconds. */
const levelGoodForMs = 60_000
/** A level that is younger is not read again because it is too low: milliseconds. */
const levelFreshMs = 5_000

const FloatLevel = Schema.Struct({
  /** Asset and network, as `USDC@base`. */
  id: Schema.String,
  owner: Schema.Literal("operator"),
  asset: Schema.Literals(assetCodes),
  network: Network,
  /** What the chain said, in smallest units, and when by the store's time. */
  units: Schema.BigInt,
  readAt: Schema.Int
})
type FloatLevel = typeof FloatLevel.Type

export const FloatLevels = recordKind({ kind: "floatLevel", schema: FloatLevel })

/** What a movement takes from a treasury; undefined for one that takes nothing from any. */
const takenBy = ({ order }: Movement) => order.kind === "delivery" ? order : undefined

/**
 * Whether a movement that is about to be sent for the first time has to reserve its units; undefined where that cannot be said,
 * because the chain cannot be asked and no level was ever read.
 */
export const reserves = Effect.fnUntraced(function*(movement: Movement, isShort: boolean) {
  const taken = takenBy(movement)
  const floats = (yield* Chain).floats
  if (taken === undefined || floats === undefined || movement.reserved === true) return false
  const known = Option.getOrUndefined(yield* get(FloatLevels, levelId(taken)))
  const age = known === undefined
    ? Number.POSITIVE_INFINITY
    : (yield* Store.use((store) => store.now)) - known.value.readAt
  if (age < (isShort ? levelFreshMs : levelGoodForMs)) return true
  const read = yield* readLevel(taken, known, floats)
  // What was read before still bounds it: only deliveries take from a treasury, and they are reserved.
  return read ?? (known === undefined ? undefined : true)
})

const levelId = ({ asset, network }: { readonly asset: AssetCode; readonly network: Network }): string =>
  `${asset}@${network}`

// Whether the chain tells this level; undefined when it cannot be asked. A level that somebody else has read meanwhile is as good.
const readLevel = Effect.fnUntraced(function*(
  { asset, network }: { readonly asset: AssetCode; readonly network: Network },
  known: Stored<FloatLevel> | undefined,
  floats: NonNullable<typeof Chain.Service["floats"]>
) {
  const readAt = yield* Store.use((store) => store.now)
  const found = yield* floats.pipe(Effect.catchTag("ChainUnavailable", () => Effect.undefined))
  if (found === undefined) return undefined
  const level = found.find((each) => each.role === "treasury" && each.what === asset && each.network === network)
  if (level === undefined) return false
  const { units } = level
  const after: FloatLevel = { id: levelId({ asset, network }), owner: "operator", asset, network, units, readAt }
  const write = known === undefined ? insert(FloatLevels, after) : replace(FloatLevels, known, after)
  const entries = yield* levelling(after, known?.version ?? 0)
  yield* Store.use((store) => store.commit(changeSet({ writes: [write], entries }))).pipe(
    Effect.catchTags({
      DuplicateKey: () => Effect.void,
      VersionConflict: () => Effect.void,
      // Somebody reserved it meanwhile: the next reading lowers what is free.
      Overdraft: () => Effect.void
    })
  )
  return true
})

// What is free and what is reserved together are what was seen. What is reserved may have left already, and then what is free is
// too low until that is booked; it is never too high.
const levelling = Effect.fnUntraced(
  function*({ asset, id, network, owner, readAt, units }: FloatLevel, version: number) {
    const free = yield* balanceOf(`float-free/${network}`, asset)
    const seen = free + (yield* balanceOf(`float-reserved/${network}`, asset))
    const parts = { source: id, owner, at: readAt }
    if (units > seen) {
      const postings = templates.floatRaised(network, asset, units - seen)
      return [entry({ ...parts, id: `float/${id}/floatRaised/${version}`, template: "floatRaised", postings })]
    }
    const less = seen - units < free ? seen - units : free
    if (less <= 0n) return []
    const postings = templates.floatLowered(network, asset, less)
    return [entry({ ...parts, id: `float/${id}/floatLowered/${version}`, template: "floatLowered", postings })]
  }
)

const balanceOf = (account: string, asset: AssetCode) =>
  Effect.map(
    Store.use((store) => store.balances(account)),
    (rows) => rows.find((row) => row.account === account && row.asset === asset)?.amount ?? 0n
  )
