// The books of a test's world: what stands where, and whether all of it sums to nothing.
import { entry, move } from "../../core/engine/ledger/journal.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import type { World } from "./world.ts"

/** The sum of all balances by asset: every one has to be zero. */
export const trialBalance = async (world: World): Promise<Readonly<Record<string, bigint>>> => {
  const sums: Record<string, bigint> = {}
  for (const { amount, asset } of await world.run(Store.use((store) => store.balances("")))) {
    sums[asset] = (sums[asset] ?? 0n) + amount
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n))
}

/** What stands on the accounts of a kind, by account and asset; empty ones are left out. */
export const balancesOf = async (world: World, prefix: string): Promise<ReadonlyArray<string>> =>
  (await world.run(Store.use((store) => store.balances(prefix))))
    .filter(({ amount }) => amount !== 0n)
    .map(({ account, amount, asset }) => `${account} ${amount} ${asset}`)

/** Books BRL that came in at an instant (Unix milliseconds), in cents: the n-th entry of an owner. */
export const bookAt = (n: number, at: number, units: bigint, owner = "acc") =>
  Store.use((store) =>
    store.commit(changeSet({
      entries: [entry({
        id: `books/${n}`,
        template: "test",
        source: "books",
        owner,
        at,
        postings: [...move("BRL", units, "pix-settlement", `deposit-owed/${owner}`)]
      })]
    }))
  )
