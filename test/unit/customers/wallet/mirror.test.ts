// The ledger's view of USDT on polygon (spec "Wallet transfer"): it follows the chain when nothing is on its way, and
// decides what may be spent when something is.
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Chain } from "../../../../core/ports/chain.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import {
  heldEntries,
  releasedEntries,
  spentEntries,
  syncMirror
} from "../../../../core/customers/wallet/find-wallet.ts"
import type { Wallet } from "../../../../core/customers/wallet/wallet.ts"
import type { World } from "../../../support/world.ts"
import { books, openWithWallet } from "../../../support/wallets.ts"

const full = 10_000_000_000n

const spending = (world: World, units: bigint, operationId = "transfer/trf_1") => ({
  asset: "USDT" as const,
  network: "polygon",
  units,
  operationId,
  at: world.clock.now
})

const book = (world: World, entries: ReturnType<typeof heldEntries>) =>
  world.run(Store.use((store) => store.commit(changeSet({ entries }))))

const held = (world: World, wallet: Wallet, units: bigint): void => {
  world.chain.held.set(`${wallet.addresses.evm}/USDT`, units)
}

const free = (world: World, wallet: Wallet): Promise<bigint> =>
  books(world).then((balances) => -(balances[`wallet/${wallet.id} USDT`] ?? 0n))

describe("the books of a wallet", () => {
  it("follow the chain up and down §mirror-sync", async () => {
    const { wallet, world } = await openWithWallet()
    await world.run(syncMirror(wallet))
    expect(await books(world)).toEqual({ [`wallet/${wallet.id} USDT`]: -full, "custody USDT": full })
    held(world, wallet, full + 5n)
    await world.run(syncMirror(wallet))
    expect(await free(world, wallet)).toBe(full + 5n)
    held(world, wallet, 7n)
    await world.run(syncMirror(wallet))
    expect(await free(world, wallet)).toBe(7n)
    await world.run(syncMirror(wallet))
    expect(await free(world, wallet)).toBe(7n)
  })

  it("have entries for USDT on polygon and for no other pair §mirror-usdt-polygon", async () => {
    const { wallet, world } = await openWithWallet()
    for (const entries of [heldEntries, spentEntries, releasedEntries]) {
      expect(entries(wallet, spending(world, 1n))).toHaveLength(1)
      expect(entries(wallet, { ...spending(world, 1n), network: "tron" })).toEqual([])
      expect(entries(wallet, { ...spending(world, 1n), asset: "USDC" })).toEqual([])
      expect(entries(wallet, { ...spending(world, 1n), asset: "BRLA" })).toEqual([])
    }
  })

  it("refuse to hold more than there is, and hold all of it §mirror-overdraft", async () => {
    const { wallet, world } = await openWithWallet()
    await world.run(syncMirror(wallet))
    const over = Store.use((store) =>
      store.commit(changeSet({ entries: heldEntries(wallet, spending(world, full + 1n)) }))
    )
    expect(await world.refusal(over)).toMatchObject({ _tag: "Overdraft" })
    await book(world, heldEntries(wallet, spending(world, full)))
    expect(await free(world, wallet)).toBe(0n)
  })

  it("release what was not spent, and let go of what was", async () => {
    const { wallet, world } = await openWithWallet()
    await world.run(syncMirror(wallet))
    await book(world, heldEntries(wallet, spending(world, 10n, "transfer/a")))
    await book(world, heldEntries(wallet, spending(world, 20n, "transfer/b")))
    await book(world, releasedEntries(wallet, spending(world, 10n, "transfer/a")))
    await book(world, spentEntries(wallet, spending(world, 20n, "transfer/b")))
    expect(await books(world)).toEqual({ [`wallet/${wallet.id} USDT`]: 20n - full, "custody USDT": full - 20n })
  })

  it("do not follow the chain while anything is on its way §mirror-in-flight", async () => {
    const { wallet, world } = await openWithWallet()
    await world.run(syncMirror(wallet))
    await book(world, heldEntries(wallet, spending(world, 10n)))
    held(world, wallet, full - 10n)
    await world.run(syncMirror(wallet))
    expect(await free(world, wallet)).toBe(full - 10n)
    await book(world, spentEntries(wallet, spending(world, 10n)))
    await world.run(syncMirror(wallet))
    expect(await free(world, wallet)).toBe(full - 10n)
  })

  it("book a difference once when many look at once", async () => {
    const { wallet, world } = await openWithWallet()
    await Promise.all(Array.from({ length: 10 }, () => world.run(syncMirror(wallet))))
    expect(await free(world, wallet)).toBe(full)
  })

  it("do not take a spending between two looks for a difference §mirror-in-flight", async () => {
    const { wallet, world } = await openWithWallet()
    await world.run(syncMirror(wallet))
    // While the chain is asked, an operation is held, sent and final.
    const meanwhile = Effect.gen(function*() {
      const store = yield* Store
      const operation = spending(world, 10n)
      yield* store.commit(changeSet({ entries: heldEntries(wallet, operation) }))
      yield* store.commit(changeSet({ entries: spentEntries(wallet, operation) }))
      held(world, wallet, full - 10n)
    })
    const chain = await world.run(Chain.use(Effect.succeed))
    const slow = {
      ...chain,
      spendable: (of: Parameters<typeof chain.spendable>[0]) =>
        Effect.flatMap(Effect.orDie(meanwhile), () => chain.spendable(of))
    }
    await world.run(Effect.gen(function*() {
      const store = yield* Store
      yield* syncMirror(wallet).pipe(
        Effect.provideService(Chain, {
          ...slow,
          spendable: (of) => Effect.provideService(slow.spendable(of), Store, store)
        })
      )
    }))
    expect(await free(world, wallet)).toBe(full - 10n)
    await world.run(syncMirror(wallet))
    expect(await free(world, wallet)).toBe(full - 10n)
  })
})
