// What a float can still promise: the treasury of a network, or what the PIX provider holds of us. Its level is read when a
// movement is about to be sent, at most once a minute while there is enough; what was promised to movements that are under way is
// reserved on the books, in the commit that claims them. So two never count on the same units (C51; 0183).
import { Effect, Option, Schema } from "effect"
import { Network } from "../address/network.ts"
import { entry } from "../ledger/journal.ts"
import * as templates from "../ledger/movement-templates.ts"
import { type AssetCode, assetCodes } from "../money/assets.ts"
import { Chain } from "../ports/chain.ts"
import { RailBooks } from "../ports/rail-books.ts"
import { type Stored, get, insert, recordKind, replace } from "../ports/records.ts"
import { Store, changeSet } from "../ports/store.ts"
import { type Taking, takenBy } from "./movement-entries.ts"
import type { Movement } from "./movement.ts"

/** A level that is older is read again before somebody counts on it: milliseconds. */
const levelGoodForMs = 60_000
/** A level that is younger is not read again because it is too low: milliseconds. */
const levelFreshMs = 5_000

const FloatLevel = Schema.Struct({
  /** Asset and place, as `USDC@base` or `BRL@pix`. */
  id: Schema.String,
  owner: Schema.Literal("operator"),
  asset: Schema.Literals(assetCodes),
  place: Schema.Literals([...Network.literals, "pix"]),
  /** What the chain or the provider said, in smallest units, and when by the store's time. */
  units: Schema.BigInt,
  readAt: Schema.Int
})
type FloatLevel = typeof FloatLevel.Type

export const FloatLevels = recordKind({ kind: "floatLevel", schema: FloatLevel })

/**
 * Whether a movement that is about to be sent for the first time has to reserve its units; undefined where that cannot be said,
 * because nobody can be asked for the level and none was ever read.
 */
export const reserves = Effect.fnUntraced(function*(movement: Movement, isShort: boolean) {
  const taken = takenBy(movement)
  const reader = taken && (yield* readerOf(taken))
  if (taken === undefined || reader === undefined || movement.reserved === true) return false
  const known = Option.getOrUndefined(yield* get(FloatLevels, levelId(taken)))
  const age = known === undefined
    ? Number.POSITIVE_INFINITY
    : (yield* Store.use((store) => store.now)) - known.value.readAt
  if (age < (isShort ? levelFreshMs : levelGoodForMs)) return true
  const read = yield* readLevel(taken, known, reader)
  // What was read before still bounds it: only movements take from a float, and they are reserved.
  return read ?? (known === undefined ? undefined : true)
})

const levelId = ({ asset, place }: Taking): string => `${asset}@${place}`

// Asks for the level; null where it is not told, undefined while nobody can be asked. None where levels are never told.
const readerOf = Effect.fnUntraced(function*({ asset, place }: Taking) {
  if (place === "pix") {
    const books = yield* RailBooks
    return books?.balance.pipe(Effect.catchTag("RailBooksUnavailable", () => Effect.undefined))
  }
  return (yield* Chain).floats?.pipe(
    Effect.map((found) =>
      found.find((each) => each.role === "treasury" && each.what === asset && each.network === place)?.units ?? null
    ),
    Effect.catchTag("ChainUnavailable", () => Effect.undefined)
  )
})

// Whether there is a level; undefined when nobody can be asked. One that somebody else has read meanwhile is as good.
const readLevel = Effect.fnUntraced(function*(
  taken: Taking,
  known: Stored<FloatLevel> | undefined,
  reader: Effect.Effect<bigint | null | undefined>
) {
  const readAt = yield* Store.use((store) => store.now)
  const units = yield* reader
  if (units === undefined) return undefined
  if (units === null) return false
  const { asset, place } = taken
  const after: FloatLevel = { id: levelId(taken), owner: "operator", asset, place, units, readAt }
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
  function*({ asset, id, owner, place, readAt, units }: FloatLevel, version: number) {
    const free = yield* balanceOf(`float-free/${place}`, asset)
    const seen = free + (yield* balanceOf(`float-reserved/${place}`, asset))
    const parts = { source: id, owner, at: readAt }
    if (units > seen) {
      const postings = templates.floatRaised(place, asset, units - seen)
      return [entry({ ...parts, id: `float/${id}/floatRaised/${version}`, template: "floatRaised", postings })]
    }
    const less = seen - units < free ? seen - units : free
    if (less <= 0n) return []
    const postings = templates.floatLowered(place, asset, less)
    return [entry({ ...parts, id: `float/${id}/floatLowered/${version}`, template: "floatLowered", postings })]
  }
)

const balanceOf = (account: string, asset: AssetCode) =>
  Effect.map(
    Store.use((store) => store.balances(account)),
    (rows) => rows.find((row) => row.account === account && row.asset === asset)?.amount ?? 0n
  )
