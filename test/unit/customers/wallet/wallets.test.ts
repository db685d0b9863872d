// Wallets as use cases: provisioning, creation, reading, keys, scoping, and PINs that holders set themselves (spec
// "Wallet", "Sandbox rules" 7 and 8; C26).
import { Effect, Option, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import { catalogue } from "../../../../core/base/errors/catalogue.ts"
import { get } from "../../../../core/engine/store/records.ts"
import { readSubaccount } from "../../../../core/reports/browse/read-subaccount.ts"
import { createWallet } from "../../../../core/customers/wallet/create-wallet.ts"
import type { WalletNetwork } from "../../../../core/standards/address/network.ts"
import { readWallet } from "../../../../core/customers/wallet/read-wallet.ts"
import { readWalletKeys } from "../../../../core/customers/wallet/read-wallet-keys.ts"
import { startPinSession } from "../../../../core/customers/wallet/start-pin-session.ts"
import { submitPin } from "../../../../core/customers/wallet/submit-pin.ts"
import { spendingWallet } from "../../../../core/customers/wallet/find-wallet.ts"
import type { WalletSelection } from "../../../../core/customers/wallet/wallet-request.ts"
import { Wallets } from "../../../../core/customers/wallet/wallet.ts"
import { ownSpark } from "../../../support/swap.ts"
import { World, account } from "../../../support/world.ts"
import { newHolder, openWithWallet, proofOf, unlocked, walletAccount, walletOf } from "../../../support/wallets.ts"

const unknownId = "0".repeat(24)

const answerOf = <A>(once: { readonly _tag: string; readonly answer?: A }): A => {
  if (once.answer === undefined) throw new Error(`no answer but ${once._tag}`)
  return once.answer
}

const open = async (declared = walletAccount()) => {
  const world = await World.open()
  return { world, caller: await world.caller(declared) }
}

const create = (
  world: World,
  caller: Caller,
  parts: { network?: WalletNetwork; pin?: string; subAccountId?: string }
) => world.run(createRequest(caller, parts)).then(answerOf)

const createRequest = (
  caller: Caller,
  { network = "base", pin = "123456", subAccountId }: { network?: WalletNetwork; pin?: string; subAccountId?: string }
) =>
  createWallet({
    caller,
    request: { network, walletPin: Redacted.make(pin), ...(subAccountId === undefined ? {} : { subAccountId }) }
  })

const keys = (caller: Caller, selection: WalletSelection = {}) => readWalletKeys({ caller, selection })

describe("the first wallet of a holder", () => {
  it("is made at the first look where every PIN is known, and once §wallet-provisioned", async () => {
    const { caller, world } = await open()
    const reads = await Promise.all(Array.from({ length: 5 }, () => world.run(readWallet(caller, {}))))
    expect(new Set(reads.map(({ addresses }) => addresses["polygon"])).size).toBe(1)
    expect((await world.run(readSubaccount(caller, caller.account.mainSubAccountId))).walletIds).toHaveLength(1)
  })

  it("is not found where no one has set a PIN §wallet-not-provisioned", async () => {
    const { caller, world } = await open()
    world.vault.initialPin = undefined
    for (const asked of [readWallet(caller, {}), keys(caller), createRequest(caller, {})]) {
      expect(await world.refusal<unknown, unknown>(asked)).toMatchObject({ _tag: "NotFound", resource: "Wallet" })
    }
    expect(world.commits.flatMap(({ writes }) => writes).filter(({ kind }) => kind === "wallet")).toEqual([])
  })

  it("shows addresses and balances, and Solana nowhere §wallet-read §wallet-solana-hidden", async () => {
    const { caller, world } = await open()
    const read = await world.run(readWallet(caller, {}))
    expect(read).toEqual({
      userId: caller.account.mainSubAccountId.replace("sub_", "usr_"),
      subAccountId: null,
      syncedAt: new Date(world.clock.now).toISOString(),
      addresses: {
        polygon: expect.stringMatching(/^0x/) as string,
        base: expect.stringMatching(/^0x/) as string,
        tron: expect.any(String) as string,
        spark: ownSpark
      },
      balances: [
        { asset: "BRLH", network: "base", amount: "10000" },
        { asset: "USDH", network: "base", amount: "10000" },
        { asset: "DEPIX", network: "spark", amount: "10000" },
        { asset: "BTC", network: "spark", amount: "0" }
      ]
    })
    // The rest of the wallet stands when Spark is away.
    world.spark.readsBalances = false
    expect((await world.run(readWallet(caller, {}))).addresses).not.toHaveProperty("spark")
    world.spark.readsBalances = true
    expect((await world.run(readWallet(caller, {}))).addresses).toHaveProperty("spark")
    world.spark.isUp = false
    expect((await world.run(readWallet(caller, {}))).addresses).not.toHaveProperty("spark")
  })

  it("shows the subaccount of a customer, and the walletId only when one was named §wallet-read-fields", async () => {
    const { caller, world } = await open()
    const subAccountId = await newHolder(world, caller)
    const { id } = await walletOf(world, subAccountId)
    expect(await world.run(readWallet(caller, { subAccountId }))).toMatchObject({ subAccountId })
    expect(await world.run(readWallet(caller, { subAccountId }))).not.toHaveProperty("walletId")
    expect(await world.run(readWallet(caller, { subAccountId, walletId: id }))).toMatchObject({ walletId: id })
  })

  it("salts with the holder's e-mail, or with one made of the id §wallet-email", async () => {
    const { caller, world } = await open()
    const [plain, known] = [await newHolder(world, caller), await newHolder(world, caller, "Ana@Example.com")]
    expect((await walletOf(world, plain)).email).toBe(`${plain}@wallet.pontepay.invalid`)
    expect((await walletOf(world, known)).email).toBe("Ana@Example.com")
  })
})

describe("another wallet", () => {
  it("is made each time, on the network that was asked for alone §wallet-create-again §wallet-create-network", async () => {
    const { caller, world } = await open()
    const [first, second] = [await create(world, caller, {}), await create(world, caller, { network: "polygon" })]
    expect(first.data).toMatchObject({ network: "base", chainId: 84_532, balance: 10_000 })
    expect(first.data.id).toMatch(/^[0-9a-f]{24}$/)
    expect(second.data.id).not.toBe(first.data.id)
    const read = await world.run(readWallet(caller, { walletId: second.data.id }))
    expect(Object.keys(read.addresses)).toEqual(["polygon", "spark"])
    const { walletIds } = await world.run(readSubaccount(caller, caller.account.mainSubAccountId))
    expect(walletIds.slice(1)).toEqual([first.data.id, second.data.id])
  })

  it("opens with the holder's PIN and its own envelope, and with no other's", async () => {
    const { caller, proof, wallet, world } = await openWithWallet()
    const { data } = await create(world, caller, {})
    const made = (await world.run(Effect.map(get(Wallets, data.id), Option.getOrUndefined)))?.value
    if (made === undefined) throw new Error("the wallet was not stored")
    const own = { ...proof, protectedSymmetricKey: Redacted.make(data.protectedSymmetricKey) }
    expect(await world.run(unlocked(made, own))).toBe(16)
    expect(await world.refusal(unlocked(wallet, own))).toMatchObject({ _tag: "InvalidPin" })
  })

  it("wants the holder's PIN, and counts a wrong one §wallet-create-pin", async () => {
    const { caller, proof, wallet, world } = await openWithWallet()
    for (let count = 0; count < 3; count++) {
      expect(await world.refusal(createRequest(caller, { pin: "000000" }))).toMatchObject({ _tag: "InvalidPin" })
    }
    expect(await world.refusal(createRequest(caller, {}))).toMatchObject({ _tag: "PinLocked" })
    expect(await world.refusal(unlocked(wallet, proof))).toMatchObject({ _tag: "PinLocked" })
    expect((await world.run(readSubaccount(caller, wallet.subAccountId))).walletIds).toEqual([wallet.id])
  })

  it("is not made on Solana in the sandbox §wallet-create-solana", async () => {
    const { caller, world } = await open()
    expect(await world.refusal(createRequest(caller, { network: "solana" }))).toMatchObject({
      _tag: "NotAvailableInSandbox"
    })
  })

  it("is not made while the chain cannot be asked", async () => {
    const { caller, wallet, world } = await openWithWallet()
    world.chain.isUp = false
    expect(await world.refusal(createRequest(caller, {}))).toMatchObject({ _tag: "UpstreamUnavailable" })
    expect((await world.run(readSubaccount(caller, wallet.subAccountId))).walletIds).toEqual([wallet.id])
  })
})

describe("a wallet of somebody else", () => {
  it("is not found, word for word like one that is nowhere §wallet-foreign", async () => {
    const { caller, wallet, world } = await openWithWallet()
    const other = await world.caller(walletAccount("other"))
    const holder = await newHolder(world, caller)
    const words = async (asked: Effect.Effect<unknown, unknown, never>) => {
      const error = await world.refusal(asked) as { readonly _tag: "NotFound"; readonly resource: "Wallet" }
      return catalogue[error._tag].message(error as never)
    }
    const pairs = [
      [readWallet(other, { walletId: wallet.id }), readWallet(other, { walletId: unknownId })],
      [keys(other, { walletId: wallet.id }), keys(other, { walletId: unknownId })],
      [readWallet(other, { subAccountId: holder }), readWallet(other, { subAccountId: "sub_nobody" })],
      [keys(other, { subAccountId: holder }), keys(other, { subAccountId: "sub_nobody" })],
      [createRequest(other, { subAccountId: holder }), createRequest(other, { subAccountId: "sub_nobody" })],
      // The same key owner, another holder.
      [
        readWallet(caller, { subAccountId: holder, walletId: wallet.id }),
        readWallet(caller, { subAccountId: holder, walletId: unknownId })
      ]
    ] as unknown as ReadonlyArray<
      readonly [Effect.Effect<unknown, unknown, never>, Effect.Effect<unknown, unknown, never>]
    >
    for (const [foreign, missing] of pairs) expect(await words(foreign)).toBe(await words(missing))
  })

  it("is never spent from in place of the one that was named §wallet-no-fallback", async () => {
    const { caller, wallet, world } = await openWithWallet()
    const subAccountId = wallet.subAccountId
    const { data } = await create(world, caller, { network: "base" })
    const spending = (asked: { network: WalletNetwork; walletId?: string; subAccountId?: string }) =>
      spendingWallet(caller, { subAccountId, ...asked })
    expect((await world.run(spending({ network: "polygon" }))).id).toBe(wallet.id)
    expect((await world.run(spending({ network: "base", walletId: data.id }))).id).toBe(data.id)
    expect((await world.run(spending({ network: "base", walletId: data.id.toUpperCase() }))).id).toBe(data.id)
    const holder = await newHolder(world, caller)
    for (
      const asked of [
        spending({ network: "polygon", walletId: data.id }),
        spending({ network: "base", walletId: unknownId }),
        spending({ network: "base", walletId: data.id, subAccountId: holder }),
        spending({ network: "base", subAccountId: holder })
      ]
    ) expect(await world.refusal(asked)).toMatchObject({ _tag: "NotFound", resource: "Wallet" })
  })
})

describe("the keys of a wallet", () => {
  it("are the envelope and the e-mail, null for one's own subaccount §keys-fields", async () => {
    const { caller, wallet, world } = await openWithWallet()
    const holder = await newHolder(world, caller, "ana@example.com")
    expect(answerOf(await world.run(keys(caller))).data).toEqual({
      walletId: wallet.id,
      protectedSymmetricKey: Redacted.value((await proofOf(world, wallet)).protectedSymmetricKey),
      email: wallet.email,
      subAccountId: null
    })
    expect(answerOf(await world.run(keys(caller, { subAccountId: holder }))).data).toMatchObject({
      email: "ana@example.com",
      subAccountId: holder
    })
  })

  it("need the flag, and without it nothing is provisioned §keys-flag", async () => {
    const { caller, world } = await open(account("first"))
    expect(await world.refusal(keys(caller))).toMatchObject({ _tag: "FeatureNotEnabled", flag: "WALLET_PAYOUT_API" })
    expect((await world.run(readSubaccount(caller, caller.account.mainSubAccountId))).walletIds).toEqual([])
    // Scope is judged before the flag.
    expect(await world.refusal(keys(caller, { subAccountId: "sub_nobody" }))).toMatchObject({ _tag: "NotFound" })
    // F2
    world.vault.initialPin = undefined
    expect(await world.refusal(keys(caller))).toMatchObject({ _tag: "FeatureNotEnabled" })
    const second = await world.caller(walletAccount("second"))
    expect(await world.refusal(keys(second))).toMatchObject({ _tag: "NotFound", resource: "Wallet" })
  })

  it("are given once in 60.000 seconds §keys-rate §limit-keys-rate-ms", async () => {
    const { caller, world } = await openWithWallet()
    await world.run(keys(caller))
    expect(await world.refusal(keys(caller))).toMatchObject({ _tag: "RateLimited", retryAfterSeconds: 60 })
    world.advance(1)
    expect(await world.refusal(keys(caller))).toMatchObject({ retryAfterSeconds: 60 })
    world.advance(59_998)
    expect(await world.refusal(keys(caller))).toMatchObject({ retryAfterSeconds: 1 })
    world.advance(1)
    expect(answerOf(await world.run(keys(caller))).success).toBe(true)
  })

  it("have a window for each wallet §keys-window-per-wallet", async () => {
    const { caller, world } = await openWithWallet()
    const holder = await newHolder(world, caller)
    const { data } = await create(world, caller, {})
    await world.run(keys(caller))
    await world.run(keys(caller, { subAccountId: holder }))
    await world.run(keys(caller, { walletId: data.id }))
    expect(await world.refusal(keys(caller, { subAccountId: holder }))).toMatchObject({ _tag: "RateLimited" })
    expect(await world.refusal(keys(caller, { walletId: data.id }))).toMatchObject({ _tag: "RateLimited" })
  })

  it("are given to one of ten that ask at once §keys-rate", async () => {
    const { caller, world } = await openWithWallet()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.run(Effect.result(keys(caller))).then(({ _tag }) => _tag))
    )
    expect(answers.filter((tag) => tag === "Success")).toHaveLength(1)
  })
})

describe("a PIN that the holder sets", () => {
  const start = async () => {
    const { caller, world } = await open()
    world.vault.initialPin = undefined
    const holder = await newHolder(world, caller, "ana@example.com")
    const session = async (subAccountId = holder) => {
      const { data } = answerOf(
        await world.run(startPinSession({ caller, subAccountId, origin: "https://pay.example" }))
      )
      const [address, fragment = ""] = data.url.split("#")
      const [task, token = ""] = fragment.split(".")
      return { address, task, token, expiresAt: data.expiresAt }
    }
    const submit = (token: string, pin: string, currentPin?: string) =>
      submitPin({
        token: Redacted.make(token),
        pin: Redacted.make(pin),
        ...(currentPin === undefined ? {} : { currentPin: Redacted.make(currentPin) })
      })
    return { world, caller, holder, session, submit }
  }

  it("makes the first wallet §pin-set", async () => {
    const { caller, holder, session, submit, world } = await start()
    const { address, expiresAt, task, token } = await session()
    expect([address, task]).toEqual(["https://pay.example/hosted/pin", "set"])
    expect(Date.parse(expiresAt)).toBe(world.clock.now + 15 * 60_000)
    await world.run(submit(token, "482913"))
    const wallet = await walletOf(world, holder)
    expect(wallet.email).toBe("ana@example.com")
    expect(await world.run(unlocked(wallet, await proofOf(world, wallet, "482913")))).toBe(16)
    expect(await world.run(readWallet(caller, { subAccountId: holder }))).toMatchObject({ subAccountId: holder })
  })

  it("opens the page once, and until it expires §pin-session §limit-pin-session-ms", async () => {
    const { session, submit, world } = await start()
    const first = await session()
    await world.run(submit(first.token, "482913"))
    const refused = { _tag: "ValidationFailed", details: [{ field: "session" }] }
    expect(await world.refusal(submit(first.token, "904438", "482913"))).toMatchObject(refused)
    expect(await world.refusal(submit("f".repeat(64), "904438", "482913"))).toMatchObject(refused)
    const second = await session()
    world.advance(15 * 60_000)
    expect(await world.refusal(submit(second.token, "904438", "482913"))).toMatchObject(refused)
    const third = await session()
    world.advance(15 * 60_000 - 1)
    expect(await world.run(submit(third.token, "904438", "482913"))).toEqual({ success: true })
  })

  it("is changed for all wallets of the holder, with the e-mail; the old envelopes are over §pin-change", async () => {
    const { caller, holder, session, submit, world } = await start()
    await world.run(submit((await session()).token, "482913"))
    const made = await create(world, caller, { subAccountId: holder, pin: "482913" })
    const before = await walletOf(world, holder)
    const old = await proofOf(world, before, "482913")
    const { task, token } = await session()
    expect(task).toBe("change")
    expect(await world.refusal(submit(token, "739105", "000000"))).toMatchObject({ _tag: "InvalidPin" })
    expect(await world.refusal(submit(token, "739105"))).toMatchObject({ _tag: "InvalidPin" })
    await world.run(submit(token, "739105", "482913"))
    const after = await walletOf(world, holder)
    expect(after).toMatchObject({ id: before.id, addresses: before.addresses, sealedSeed: before.sealedSeed })
    expect(await world.refusal(unlocked(after, old))).toMatchObject({ _tag: "InvalidPin" })
    for (const id of [before.id, made.data.id]) {
      const stored = (await world.run(Effect.map(get(Wallets, id), Option.getOrUndefined)))?.value
      if (stored === undefined) throw new Error("a wallet is gone")
      expect(await world.run(unlocked(stored, await proofOf(world, stored, "739105")))).toBe(16)
    }
  })

  it("counts wrong PINs of today as any other §pin-change", async () => {
    const { holder, session, submit, world } = await start()
    await world.run(submit((await session()).token, "482913"))
    const { token } = await session()
    for (let count = 0; count < 3; count++) {
      expect(await world.refusal(submit(token, "739105", "000000"))).toMatchObject({ _tag: "InvalidPin" })
    }
    expect(await world.refusal(submit(token, "739105", "482913"))).toMatchObject({ _tag: "PinLocked" })
    const wallet = await walletOf(world, holder)
    expect(await world.refusal(unlocked(wallet, await proofOf(world, wallet, "482913")))).toMatchObject({
      _tag: "PinLocked"
    })
  })

  // S16
  it("is refused when it is easy to guess, and the page stays open for another §pin-guessable", async () => {
    const { session, submit, world } = await start()
    const first = await session()
    for (const pin of ["111111", "123456", "121212", "010190", "123321", "1234567", "12345"]) {
      expect(await world.refusal(submit(first.token, pin))).toMatchObject({
        _tag: "ValidationFailed",
        details: [{ field: "pin" }]
      })
    }
    await world.run(submit(first.token, "482913"))
    const change = await session()
    expect(await world.refusal(submit(change.token, "654321", "482913"))).toMatchObject({
      _tag: "ValidationFailed",
      details: [{ field: "pin" }]
    })
    await world.run(submit(change.token, "739105", "482913"))
  })

  it("goes on opening wallets when it would not be taken today, and can be changed §pin-guessable", async () => {
    const { caller, holder, session, submit, world } = await start()
    // Made before the rule, as the sandbox makes them.
    world.vault.initialPin = "111111"
    const wallet = await walletOf(world, holder)
    world.vault.initialPin = undefined
    expect(await world.run(unlocked(wallet, await proofOf(world, wallet, "111111")))).toBe(16)
    await create(world, caller, { subAccountId: holder, pin: "111111" })
    await world.run(submit((await session()).token, "482913", "111111"))
    const changed = await walletOf(world, holder)
    expect(await world.run(unlocked(changed, await proofOf(world, changed, "482913")))).toBe(16)
  })

  it("may be a passphrase, which opens however a keyboard composes it §pin-passphrase §pin-composed", async () => {
    const { caller, holder, session, submit, world } = await start()
    const phrase = "maçã, pêra e limão"
    const [composed, taken] = [phrase.normalize("NFC"), phrase.normalize("NFD")]
    await world.run(submit((await session()).token, taken))
    const wallet = await walletOf(world, holder)
    for (const pin of [composed, taken]) {
      expect(await world.run(unlocked(wallet, await proofOf(world, wallet, pin)))).toBe(16)
    }
    const made = await create(world, caller, { subAccountId: holder, pin: composed })
    const second = (await world.run(Effect.map(get(Wallets, made.data.id), Option.getOrUndefined)))?.value
    if (second === undefined) throw new Error("the wallet was not stored")
    expect(await world.run(unlocked(second, await proofOf(world, second, taken)))).toBe(16)
    await world.run(submit((await session()).token, "outra frase, mais longa", composed))
  })

  it("is set by one of two pages that are sent at once", async () => {
    const { session, submit, world } = await start()
    const [first, second] = [await session(), await session()]
    const answers = await Promise.all([
      world.run(Effect.result(submit(first.token, "904438"))),
      world.run(Effect.result(submit(second.token, "320158")))
    ])
    expect(answers.map(({ _tag }) => _tag).toSorted()).toEqual(["Failure", "Success"])
  })

  it("cannot be set where every PIN is known §pin-session-sandbox", async () => {
    const { caller, world } = await open()
    expect(await world.refusal(startPinSession({ caller, origin: "https://pay.example" }))).toMatchObject({
      _tag: "NotAvailableInSandbox"
    })
  })

  it("is for holders of the key owner alone", async () => {
    const { session, world } = await start()
    await expect(session("sub_nobody")).rejects.toMatchObject({ _tag: "NotFound" })
    expect(world.commits.flatMap(({ writes }) => writes).some(({ kind }) => kind === "pinSession")).toBe(false)
  })
})
