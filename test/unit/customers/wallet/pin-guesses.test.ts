// S3: a holder with several wallets has one PIN. Whoever guesses it through all of them, on every route and at once, is
// checked three times and no more.
import { Effect, Redacted, Result } from "effect"
import { describe, expect, it } from "vitest"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { createPayout } from "../../../../core/payments/payout/create-payout.ts"
import { createSwap } from "../../../../core/payments/swap/create-swap.ts"
import { createTransfer } from "../../../../core/payments/transfer/create-transfer.ts"
import { createWallet } from "../../../../core/customers/wallet/create-wallet.ts"
import { startPinSession } from "../../../../core/customers/wallet/start-pin-session.ts"
import { submitPin } from "../../../../core/customers/wallet/submit-pin.ts"
import { type WalletProof, envelopeOf } from "../../../../core/customers/wallet/unlock-wallet.ts"
import { walletsOf } from "../../../../core/customers/wallet/find-wallet.ts"
import { testPin } from "../../../support/vault.ts"
import type { World } from "../../../support/world.ts"
import { openWithWallet, unlocked, walletAccount } from "../../../support/wallets.ts"

const another = (world: World, caller: Caller) =>
  world.run(createWallet({ caller, request: { network: "polygon", walletPin: Redacted.make(testPin) } }))

/** A holder with so many wallets. */
const withWallets = async (count: number) => {
  const opened = await openWithWallet(walletAccount("first", { flags: ["WALLET_PAYOUT_API", "SWAP"] }))
  const { caller, wallet: first, world } = opened
  for (let made = 1; made < count; made++) await another(world, caller)
  return { ...opened, wallets: (await world.run(walletsOf(first.subAccountId))).map(({ value }) => value) }
}

/** What came of a guess. */
const named = <A, E extends { readonly _tag: string }, R>(guess: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.result(guess), Result.match({ onSuccess: () => "Passed", onFailure: ({ _tag }) => _tag }))

/** Sends a guess through each wallet and each route. */
const guesses = async (pin: string) => {
  const { caller, proof: firstProof, wallets, world } = await withWallets(7)
  world.vault.initialPin = undefined
  const session = await world.run(startPinSession({ caller, origin: "https://pay.example" }))
  if (session._tag !== "Answered") throw new Error("the session was answered from store")
  const token = Redacted.make(session.answer.data.url.split(".").at(-1) ?? "")
  const walletPin = Redacted.make(pin)
  const first: WalletProof = { ...firstProof, walletPin }
  const byWallet = wallets.map((wallet, index) =>
    named(Effect.gen(function*() {
      const proof: WalletProof = { walletPin, protectedSymmetricKey: yield* envelopeOf(wallet) }
      if (index % 2 === 0) return void (yield* unlocked(wallet, proof))
      const recipientAddress = "0x52908400098527886E0F7030069857D2E4169EE7"
      const request = { recipientAddress, amount: "1.5", walletId: wallet.id, ...proof }
      return void (yield* createTransfer({ caller, request }))
    }))
  )
  const byRoute = [
    named(createPayout({
      caller,
      request: { value: 1_000, network: "polygon" as const, pixKey: "maria@example.com", ...first }
    })),
    named(createSwap({
      caller,
      request: {
        fromAsset: "DEPIX",
        toAsset: "BTC",
        network: "spark",
        amount: "50",
        clientRequestId: "guess",
        walletPin: Redacted.make(pin),
        protectedSymmetricKey: Redacted.make(Redacted.value(first.protectedSymmetricKey))
      }
    })),
    named(createWallet({ caller, request: { network: "base" as const, walletPin } })),
    named(submitPin({ token, pin: Redacted.make("482913"), currentPin: walletPin }))
  ]
  const each = [...byWallet, ...byRoute]
  return { world, wallets, each }
}

describe("guesses at one holder's PIN", () => {
  it("are checked three times over seven wallets and every route, and then never §pin-per-holder", async () => {
    const { each, wallets, world } = await guesses("000000")
    expect(wallets).toHaveLength(7)
    const wrong = ["InvalidPin", "InvalidSwapPin"]
    const answers: Array<string> = []
    for (let round = 0; round < 3; round++) answers.push(...await Promise.all(each.map((guess) => world.run(guess))))
    expect(answers.filter((answer) => wrong.includes(answer))).toHaveLength(limits.pinAttempts)
    expect([...new Set(answers)].filter((answer) => !wrong.includes(answer)).toSorted()).toEqual(
      answers.includes("UnlockInProgress") ? ["PinLocked", "UnlockInProgress"] : ["PinLocked"]
    )
    // Locked for all, also with the right PIN.
    expect(await Promise.all(each.map((guess) => world.run(guess)))).toEqual(each.map(() => "PinLocked"))
    for (const wallet of wallets) {
      const proof = { walletPin: Redacted.make(testPin), protectedSymmetricKey: await world.run(envelopeOf(wallet)) }
      expect(await world.refusal(unlocked(wallet, proof))).toMatchObject({ _tag: "PinLocked" })
    }
  })

  it.each(Array.from({ length: 11 }, (_, index) => index))(
    "lock every other way when way %i is tried three times §pin-per-holder",
    async (index) => {
      const { each, world } = await guesses("000000")
      const guess = each[index]
      if (guess === undefined) throw new Error("there is no such way")
      for (let count = 0; count < limits.pinAttempts; count++) {
        expect(await world.run(guess)).toMatch(/^Invalid(Swap)?Pin$/)
      }
      for (const other of each) expect(await world.run(other)).toBe("PinLocked")
    }
  )
})

describe("the wallets of a holder", () => {
  it("are twenty at most, also of many that are made at once §wallets-per-holder §limit-wallets-per-holder §error-wallet-limit-reached", async () => {
    const { caller, wallet, world } = await withWallets(limits.walletsPerHolder - 1)
    const request = { network: "polygon" as const, walletPin: Redacted.make(testPin) }
    const made = await Promise.all(
      Array.from({ length: 3 }, () => world.run(Effect.result(createWallet({ caller, request }))))
    )
    expect(made.filter(Result.isSuccess)).toHaveLength(1)
    expect(await world.run(walletsOf(wallet.subAccountId))).toHaveLength(limits.walletsPerHolder)
    // The limit stands before the PIN.
    const wrong = { ...request, walletPin: Redacted.make("000000") }
    expect(await world.refusal(createWallet({ caller, request: wrong }))).toMatchObject({
      _tag: "WalletLimitReached",
      limit: limits.walletsPerHolder
    })
  })
})
