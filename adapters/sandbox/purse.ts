// What a wallet's address holds in the simulated chain: 10,000 of each test token from the first look on, topped up to
// that whenever a debit confirms. Addresses that no wallet of ours has are never looked at, and keep no purse. Test tokens
// move in the sandbox for the assets they mirror (spec "Sandbox rules" 9).
import { Effect, Option, Schema } from "effect"
import { type AssetCode, assetRoutes, assetsWith, decimalsOf } from "../../core/money/assets.ts"
import { type Stored, get, insert, recordKind, replace } from "../../core/ports/records.ts"
import { type ChangeSet, Store, type Write, changeSet } from "../../core/ports/store.ts"

export const testTokensHeld = ["BRLH", "USDH"] as const

export type TestToken = (typeof testTokensHeld)[number]

const testTokens: Partial<Record<AssetCode, TestToken>> = {
  BRLH: "BRLH",
  USDH: "USDH",
  ...Object.fromEntries(assetsWith("testToken").map((asset) => [asset, assetRoutes[asset].testToken]))
}

/** Base Sepolia. */
export const sandboxChainId = 84_532

/** The token that moves in place of an asset; the asset itself where none stands for it. */
export const tokenOf = (asset: AssetCode): AssetCode => testTokens[asset] ?? asset

/** The test token that stands for an asset; undefined for one that no wallet of the sandbox holds. */
export const testTokenOf = (asset: AssetCode): TestToken | undefined => testTokens[asset]

/** What a wallet begins with, and is topped up to whenever a debit confirms: 10,000 of each. */
export const startOf = (token: TestToken): bigint => 10_000n * 10n ** BigInt(decimalsOf(token))

const Purse = Schema.Struct({
  /** The address in lower case. */
  id: Schema.String,
  owner: Schema.String,
  BRLH: Schema.BigInt,
  USDH: Schema.BigInt
})
type Purse = typeof Purse.Type

const Purses = recordKind({ kind: "sandboxPurse", schema: Purse })

const fresh = (address: string): Purse => ({
  id: address.toLowerCase(),
  owner: "sandbox",
  BRLH: startOf("BRLH"),
  USDH: startOf("USDH")
})

/** What the address holds; the first look opens its purse. */
export const open = Effect.fnUntraced(function*(address: string) {
  const found = Option.getOrUndefined(yield* get(Purses, address.toLowerCase()))
  if (found !== undefined) return found.value
  const purse = fresh(address)
  yield* Store.use((store) => store.commit(changeSet({ writes: [insert(Purses, purse)] }))).pipe(
    Effect.catchTag("DuplicateKey", () => Effect.void)
  )
  return purse
})

/** The write that takes units out and tops up; undefined when the address holds less. */
export const debit = Effect.fnUntraced(function*(address: string, token: TestToken, units: bigint) {
  const before: Stored<Purse> = Option.getOrUndefined(yield* get(Purses, address.toLowerCase()))
    ?? { value: fresh(address), version: 0 }
  const held = before.value[token]
  if (held < units) return undefined
  const rest = held - units
  return writeOf(before, { ...before.value, [token]: rest < startOf(token) ? startOf(token) : rest })
})

/** The write that puts units in; none for an address without a purse. */
export const credit = Effect.fnUntraced(function*(address: string, token: TestToken, units: bigint) {
  const before = Option.getOrUndefined(yield* get(Purses, address.toLowerCase()))
  return before === undefined ? [] : [writeOf(before, { ...before.value, [token]: before.value[token] + units })]
})

const writeOf = (before: Stored<Purse>, after: Purse): Write =>
  before.version === 0 ? insert(Purses, after) : replace(Purses, before, after)

/** Commits what `decide` makes of the purses as they stand, and again when one was changed meanwhile. */
export const settled = <E, R>(decide: Effect.Effect<Partial<ChangeSet>, E, R>) =>
  Effect.flatMap(decide, (parts) => Store.use((store) => store.commit(changeSet(parts)))).pipe(
    Effect.retry({ while: (error) => error instanceof Error && "_tag" in error && error._tag === "VersionConflict" })
  )
