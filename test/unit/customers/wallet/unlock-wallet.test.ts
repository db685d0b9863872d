// Wrong PINs (spec "Authentication" 5; contract of the wallet keys): three lock a holder's wallets for exactly 24 hours, in
// any interleaving, and nothing is checked meanwhile.
import { Effect, Redacted, Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { KeyedRequest, TwinInProgress } from "../../../../core/customers/idempotency/twin.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import type { WalletProof } from "../../../../core/customers/wallet/unlock-wallet.ts"
import type { Wallet } from "../../../../core/customers/wallet/wallet.ts"
import { depth } from "../../../support/depth.ts"
import type { World } from "../../../support/world.ts"
import { newHolder, openWithWallet, proofOf, unlocked, walletOf } from "../../../support/wallets.ts"

const day = 86_400_000

const tried = (world: World, wallet: Wallet, proof: WalletProof, pin = "123456") =>
  world.run(Effect.result(unlocked(wallet, { ...proof, walletPin: Redacted.make(pin) }))).then(
    Result.match({ onSuccess: () => "Unlocked", onFailure: (error) => error._tag })
  )

const open = async () => {
  const { proof, wallet, world } = await openWithWallet()
  return { world, wallet, attempt: (pin?: string) => tried(world, wallet, proof, pin) }
}

describe("the PIN of a wallet", () => {
  it("opens it, and gives the entropy of its seed", async () => {
    const { proof, wallet, world } = await openWithWallet()
    expect(await world.run(unlocked(wallet, proof))).toBe(16)
  })

  it("locks after the third wrong one, which is itself answered as wrong §pin-three-wrong §limit-pin-attempts §error-invalid-pin", async () => {
    const { attempt, world } = await open()
    expect([await attempt("1"), await attempt("2"), await attempt("3")]).toEqual(Array(3).fill("InvalidPin"))
    expect(world.vault.opened).toHaveLength(3)
    expect([await attempt("4"), await attempt()]).toEqual(["PinLocked", "PinLocked"])
    // A locked wallet never checks, not even the right one.
    expect(world.vault.opened).toHaveLength(3)
  })

  it("stays locked until 23:59:59.999 and opens at 24:00:00.000 after the third §pin-lock-24h §limit-pin-lock-ms §error-pin-locked", async () => {
    const { attempt, world } = await open()
    await attempt("1")
    world.advance(60_000)
    await attempt("2")
    world.advance(60_000)
    await attempt("3")
    world.advance(day - 1)
    expect(await attempt()).toBe("PinLocked")
    world.advance(1)
    expect(await attempt("1")).toBe("InvalidPin")
    expect(await attempt("2")).toBe("InvalidPin")
    expect(await attempt()).toBe("Unlocked")
  })

  it("says in whole seconds, rounded up, when to come back §pin-lock-24h §retry-after", async () => {
    const { proof, wallet, world } = await openWithWallet()
    const wrong = { ...proof, walletPin: Redacted.make("0") }
    for (let count = 0; count < 3; count++) await world.refusal(unlocked(wallet, wrong))
    const waits = async () =>
      (await world.refusal(unlocked(wallet, wrong)) as { retryAfterSeconds?: number })
        .retryAfterSeconds
    expect(await waits()).toBe(86_400)
    world.advance(1)
    expect(await waits()).toBe(86_400)
    world.advance(999)
    expect(await waits()).toBe(86_399)
    world.advance(day - 1_001)
    expect(await waits()).toBe(1)
  })

  it("forgives the wrong ones when it is right §pin-reset", async () => {
    const { attempt } = await open()
    const answers: Array<string> = []
    for (const pin of ["1", "2", undefined, "1", "2", undefined, "1", "2", "3", undefined]) {
      answers.push(await attempt(pin))
    }
    expect(answers.filter((answer) => answer === "Unlocked")).toHaveLength(2)
    expect(answers.at(-1)).toBe("PinLocked")
  })

  it("never ages: two wrong ones of last year count §pin-three-wrong", async () => {
    const { attempt, world } = await open()
    await attempt("1")
    await attempt("2")
    world.advance(365 * day)
    expect(await attempt("3")).toBe("InvalidPin")
    expect(await attempt()).toBe("PinLocked")
  })

  it("is checked three times when a hundred wrong ones come at once §pin-hundred-at-once", async () => {
    const { attempt, world } = await open()
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => attempt(`wrong ${index}`)))
    expect(world.vault.opened).toHaveLength(3)
    expect(answers.filter((answer) => answer === "InvalidPin")).toHaveLength(3)
    expect(answers).not.toContain("Unlocked")
    expect(await attempt()).toBe("PinLocked")
  })

  it("tells those behind three that are being checked to come back at once, not tomorrow §error-unlock-in-progress", async () => {
    const { attempt, world } = await open()
    const gate = Promise.withResolvers<void>()
    world.vault.pauses.push(gate.promise, gate.promise, gate.promise)
    const first = [attempt(), attempt("1"), attempt()]
    while (world.vault.opened.length < 3) await new Promise((resolve) => setImmediate(resolve))
    expect(await attempt()).toBe("UnlockInProgress")
    gate.resolve()
    expect((await Promise.all(first)).toSorted()).toEqual(["InvalidPin", "Unlocked", "Unlocked"])
    expect(await attempt()).toBe("Unlocked")
  })

  // F1
  it("counts a keyed request once while it is checked: its twins are to wait, and others are not §idempotency-twins", async () => {
    const { proof, wallet, world } = await openWithWallet()
    const gate = Promise.withResolvers<undefined>()
    world.vault.pauses.push(gate.promise)
    const under = (name: string) => Effect.provideService(unlocked(wallet, proof), KeyedRequest, name)
    const first = world.run(under("a"))
    while (world.vault.opened.length < 1) await new Promise((resolve) => setImmediate(resolve))
    for (let count = 0; count < 5; count++) expect(await world.refusal(under("a"))).toBeInstanceOf(TwinInProgress)
    expect(world.vault.opened).toHaveLength(1)
    await world.run(under("b"))
    await world.run(unlocked(wallet, proof))
    gate.resolve(undefined)
    await first
    await world.run(under("a"))
    expect(world.vault.opened).toHaveLength(4)
  })

  /** Three attempts that are counted and not checked before their gates open. */
  const threeOpen = async ({ attempt, world }: Awaited<ReturnType<typeof open>>, pin?: string) => {
    const gates = Array.from({ length: 3 }, () => Promise.withResolvers<undefined>())
    for (const { promise } of gates) world.vault.pauses.push(promise)
    const checks: Array<Promise<string>> = []
    for (let count = 0; count < 3; count++) {
      checks.push(attempt(pin))
      while (world.vault.opened.length <= count) await new Promise((resolve) => setImmediate(resolve))
    }
    return { gates, checks }
  }

  it("counts an attempt whose checker died, and forgets it after half a minute §pin-counted-before-checked", async () => {
    const opened = await open()
    const { attempt, world } = opened
    await threeOpen(opened)
    expect(await attempt()).toBe("UnlockInProgress")
    world.advance(29_999)
    expect(await attempt()).toBe("UnlockInProgress")
    world.advance(1)
    expect(await attempt()).toBe("Unlocked")
  })

  it("counts the wrong ones of a checker that was taken for dead §pin-counted-before-checked", async () => {
    const opened = await open()
    const { attempt, world } = opened
    const { checks, gates } = await threeOpen(opened, "1")
    world.advance(30_000)
    expect(await attempt("2")).toBe("InvalidPin")
    for (const { resolve } of gates) resolve(undefined)
    expect(await Promise.all(checks)).toEqual(["InvalidPin", "InvalidPin", "InvalidPin"])
    expect(await attempt()).toBe("PinLocked")
  })

  it("forgives wrong ones that are found only after a right one §pin-reset", async () => {
    const opened = await open()
    const { attempt, world } = opened
    const { checks, gates } = await threeOpen(opened, "1")
    world.advance(30_000)
    expect(await attempt()).toBe("Unlocked")
    for (const { resolve } of gates) resolve(undefined)
    expect(await Promise.all(checks)).toEqual(["InvalidPin", "InvalidPin", "InvalidPin"])
    expect(await attempt()).toBe("Unlocked")
  })

  it("does not count what the vault had no room to check §unlocks-in-turn", async () => {
    const { attempt, world } = await open()
    world.vault.isFull = true
    for (let count = 0; count < 5; count++) expect(await attempt("1")).toBe("UnlockInProgress")
    world.vault.isFull = false
    expect([await attempt("1"), await attempt("2"), await attempt()]).toEqual(["InvalidPin", "InvalidPin", "Unlocked"])
  })

  it("counts an envelope that is not the wallet's own", async () => {
    const { proof, wallet, world } = await openWithWallet()
    const other = { ...proof, protectedSymmetricKey: Redacted.make("made up") }
    for (let count = 0; count < 3; count++) expect(await tried(world, wallet, other)).toBe("InvalidPin")
    expect(world.vault.seeds.every((seed) => seed.every((byte) => byte === 0))).toBe(true)
    expect(await tried(world, wallet, proof)).toBe("PinLocked")
  })

  it("takes one derivation for each attempt that is counted, and none while it is locked §pin-one-derivation", async () => {
    const { proof, wallet, world } = await openWithWallet()
    const derivations = async (pin: string, parts: Partial<WalletProof> = {}) => {
      const before = world.vault.opened.length
      const outcome = await tried(world, wallet, { ...proof, ...parts }, pin)
      return [outcome, world.vault.opened.length - before]
    }
    const another = { protectedSymmetricKey: Redacted.make("made up") }
    expect(await derivations("123456")).toEqual(["Unlocked", 1])
    expect(await derivations("000001")).toEqual(["InvalidPin", 1])
    expect(await derivations("x".repeat(64))).toEqual(["InvalidPin", 1])
    expect(await derivations("123456", another)).toEqual(["InvalidPin", 1])
    expect(await derivations("123456")).toEqual(["PinLocked", 0])
  })

  it("locks no wallet of another holder §pin-other-holders", async () => {
    const { caller, proof, wallet, world } = await openWithWallet()
    const other = await walletOf(world, await newHolder(world, caller))
    for (let count = 0; count < 4; count++) await tried(world, wallet, proof, "0")
    expect(await tried(world, wallet, proof)).toBe("PinLocked")
    expect(await tried(world, other, await proofOf(world, other))).toBe("Unlocked")
  })

  it("agrees with a plain count on any sequence of tries and waits §pin-three-wrong", async () => {
    const steps = fc.array(
      fc.oneof(
        fc.constantFrom("right", "wrong", "wrong"),
        fc.constantFrom(1, 1_000, limits.pinLockMs - 1, limits.pinLockMs)
      ),
      { maxLength: 30 }
    )
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { attempt, world } = await open()
        let wrong = 0
        let opensAt = 0
        for (const step of sequence) {
          if (typeof step === "number") {
            world.advance(step)
            continue
          }
          const isLocked = world.clock.now < opensAt
          if (!isLocked && opensAt > 0) {
            wrong = 0
            opensAt = 0
          }
          expect(await attempt(step === "right" ? undefined : "0")).toBe(
            isLocked ? "PinLocked" : step === "right" ? "Unlocked" : "InvalidPin"
          )
          if (isLocked) continue
          wrong = step === "right" ? 0 : wrong + 1
          if (wrong === 3) opensAt = world.clock.now + day
        }
      }),
      { numRuns: Math.min(100, depth.cases) }
    )
  })
})
