// POST /api/wallet/transfer as a use case (spec "Wallet transfer"; C13, C17, C18): what moves, what is refused and leaves
// nothing, references and keys, and answers of the chain that are lost.
import { Context, Effect, Option, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import type { Attempt } from "../../../../core/customers/idempotency/idempotency.ts"
import { get } from "../../../../core/engine/store/records.ts"
import { createTransfer } from "../../../../core/payments/transfer/create-transfer.ts"
import type { TransferRequest } from "../../../../core/payments/transfer/transfer-request.ts"
import { type TransferAnswer, TransferReceipts, Transfers } from "../../../../core/payments/transfer/transfer.ts"
import { Chain } from "../../../../core/ports/chain.ts"
import type { World } from "../../../support/world.ts"
import {
  approvedHolder,
  books,
  newHolder,
  openWithWallet,
  proofOf,
  walletAccount,
  walletOf
} from "../../../support/wallets.ts"

const recipientAddress = "0x52908400098527886E0F7030069857D2E4169EE7"
const full = 10_000_000_000n

const attempt = (key: string): Attempt<TransferAnswer> => ({
  route: "createTransfer",
  key,
  fingerprint: "of the host",
  encode: JSON.stringify
})

const open = async () => {
  const { caller, proof, wallet, world } = await openWithWallet()
  const asked = (parts: Partial<TransferRequest> = {}): TransferRequest => ({
    recipientAddress,
    amount: "1.5",
    ...proof,
    ...parts
  })
  const transfer = (parts: Partial<TransferRequest> = {}, key?: string) =>
    createTransfer({ caller, request: asked(parts), attempt: key === undefined ? undefined : attempt(key) })
  return { world, caller, wallet, proof, asked, transfer }
}

const answer = async (world: World, effect: ReturnType<typeof createTransfer>): Promise<TransferAnswer> => {
  const once = await world.run(effect)
  if (once._tag !== "Answered") throw new Error(`answered ${once._tag}`)
  return once.answer
}

const written = (world: World, kind: string): ReadonlyArray<string> =>
  [...new Set(world.commits.flatMap(({ writes }) => writes.flatMap((each) => each.kind === kind ? [each.id] : [])))]
    .toReversed()

/** The transfers of a holder, newest first. */
const stored = async (world: World, subAccountId: string) => {
  const found = await world.run(Effect.all(written(world, "transfer").map((id) => get(Transfers, id))))
  return found.map((each) => Option.getOrThrow(each).value).filter((each) => each.subAccountId === subAccountId)
}

/** What was written beside the count of PINs. */
const traces = (world: World, since: number) =>
  world.commits.slice(since).flatMap(({ entries, jobs, writes }) => [
    ...writes.map(({ kind }) => kind),
    ...entries.map(({ template }) => template),
    ...jobs.map(({ task }) => task)
  ]).filter((trace) => !["pinState", "walletMirror", "walletReceived"].includes(trace))

describe("a transfer", () => {
  it("is answered once it is confirmed §transfer-response", async () => {
    const { transfer, wallet, world } = await open()
    expect(await answer(world, transfer())).toEqual({
      success: true,
      data: {
        txHash: expect.stringMatching(/^0xhash-of-transfer\/trf_/) as string,
        senderAddress: wallet.addresses.evm,
        recipientAddress,
        amount: "1.5",
        asset: "USDT",
        transactionId: expect.stringMatching(/^trf_/) as string,
        status: "CONFIRMED"
      }
    })
    expect([...world.chain.effects.values()].map(({ request }) => request)).toMatchObject([
      { asset: "USDT", network: "polygon", address: recipientAddress, units: 1_500_000n, from: wallet.addresses }
    ])
  })

  it("debits the ledger for USDT on polygon §transfer-ledger", async () => {
    const { transfer, wallet, world } = await open()
    await answer(world, transfer())
    const rest = full - 1_500_000n
    expect(await books(world)).toEqual({ [`wallet/${wallet.id} USDT`]: -rest, "custody USDT": rest })
  })

  it("leaves the ledger alone for every other pair §transfer-ledger", async () => {
    const { transfer, world } = await open()
    await answer(world, transfer({ asset: "USDC", network: "base" }))
    world.advance(30_000)
    await answer(world, transfer({ asset: "BRLA" }))
    expect(await books(world)).toEqual({})
    expect(world.chain.effects.size).toBe(2)
  })

  it("is stored with its signature and its job before it is sent §transfer-stored-first", async () => {
    const { transfer, wallet, world } = await open()
    const seen: Array<unknown> = []
    const submit = world.chain.submit.bind(world.chain)
    world.chain.submit = (spend) => {
      seen.push(spend)
      return Effect.sync(() => {
        const writes = world.commits.flatMap(({ writes }) => writes).filter(({ kind }) => kind === "movement")
        expect(writes.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
          { id: spend.operationId, state: "SENDING", order: { network: spend.network, payload: spend.payload } }
        ])
        expect([...world.jobs.values()].map(({ task }) => task)).toContain("perform-movement")
      }).pipe(Effect.andThen(submit(spend)))
    }
    await answer(world, transfer())
    expect(seen).toHaveLength(1)
    expect((await stored(world, wallet.subAccountId))[0]).toMatchObject({ state: "CONFIRMED" })
    world.advance(5_000)
    await world.work()
    expect([...world.jobs.keys()].filter((id) => id.startsWith("move/"))).toEqual([])
    expect(world.chain.asked).toHaveLength(1)
  })

  it("looks up what the job did when its own commit took longer than the job waits", async () => {
    const { transfer, world } = await open()
    const push = world.commits.push.bind(world.commits)
    world.commits.push = (...sets) => {
      if (sets.some(({ writes }) => writes.some(({ kind }) => kind === "transfer"))) world.advance(5_000)
      return push(...sets)
    }
    const looked: Array<string> = []
    const lookUp = world.chain.lookUp.bind(world.chain)
    world.chain.lookUp = (id) => {
      looked.push(id)
      return lookUp(id)
    }
    const { data } = await answer(world, transfer())
    expect(looked[0]).toBe(`transfer/${data.transactionId}`)
    expect(world.chain.effects.size).toBe(1)
  })

  it("goes to the address of a holder or a user on the same network, and stands in both statements §transfer-internal", async () => {
    const { asked, caller, wallet, world } = await open()
    const holder = await newHolder(world, caller)
    const receiver = await walletOf(world, holder)
    const { recipientAddress: _, ...rest } = asked()
    const sent = await answer(world, createTransfer({ caller, request: { ...rest, toSubAccountId: holder } }))
    expect(sent.data.recipientAddress).toBe(receiver.addresses.evm)
    world.advance(30_000)
    const user = holder.replace("sub_", "usr_")
    const again = await answer(world, createTransfer({ caller, request: { ...rest, toUserId: user } }))
    expect(again.data.recipientAddress).toBe(receiver.addresses.evm)
    expect(await stored(world, wallet.subAccountId)).toHaveLength(2)
    const ids = written(world, "transferReceipt")
    const receipts = await world.run(Effect.all(ids.map((id) => get(TransferReceipts, id))))
    expect(receipts.map((each) => Option.getOrThrow(each).value)).toMatchObject([
      {
        subAccountId: holder,
        transferId: again.data.transactionId,
        units: 1_500_000n,
        asset: "USDT",
        network: "polygon"
      },
      { subAccountId: holder, transferId: sent.data.transactionId, txHash: sent.data.txHash }
    ])
  })

  it("makes the wallet of a receiver who has none yet, where every PIN is known", async () => {
    const { asked, caller, world } = await open()
    const holder = await newHolder(world, caller)
    const { recipientAddress: _, ...rest } = asked()
    const sent = await answer(world, createTransfer({ caller, request: { ...rest, toSubAccountId: holder } }))
    expect(sent.data.recipientAddress).toBe((await walletOf(world, holder)).addresses.evm)
  })

  it("leaves from the subaccount that is named, with that holder's PIN and key §transfer-from", async () => {
    const { caller, transfer, world } = await open()
    const holder = await approvedHolder(world, caller)
    const source = await walletOf(world, holder)
    expect(await world.refusal(transfer({ fromSubAccountId: holder }))).toMatchObject({ _tag: "InvalidPin" })
    const proof = await proofOf(world, source)
    const sent = await answer(world, transfer({ fromSubAccountId: holder, ...proof }))
    expect(sent.data.senderAddress).toBe(source.addresses.evm)
  })
})

describe("funds", () => {
  it("decide to the last unit, by the ledger §transfer-insufficient §error-insufficient-funds", async () => {
    const { transfer, wallet, world } = await open()
    const exactly = 1_500_000n
    world.chain.held.set(`${wallet.addresses.evm}/USDT`, exactly - 1n)
    const before = world.commits.length
    expect(await world.refusal(transfer())).toMatchObject({
      _tag: "InsufficientFunds",
      asset: "USDT",
      network: "polygon"
    })
    expect(traces(world, before)).toEqual([])
    expect(world.chain.asked).toEqual([])
    world.chain.held.set(`${wallet.addresses.evm}/USDT`, exactly)
    await answer(world, transfer())
    expect(await books(world)).toEqual({})
  })

  it("decide to the last unit, by the chain §transfer-insufficient", async () => {
    const { transfer, wallet, world } = await open()
    world.chain.held.set(`${wallet.addresses.evm}/BRLA`, 10n ** 18n)
    expect(await world.refusal(transfer({ asset: "BRLA", amount: "1.000000000000000001" }))).toMatchObject({
      _tag: "InsufficientFunds",
      asset: "BRLA"
    })
    expect(world.chain.signed.size).toBe(0)
    expect((await answer(world, transfer({ asset: "BRLA", amount: "1" }))).data.status).toBe("CONFIRMED")
  })

  it("are what is not on its way: two that together are too much do not both go", async () => {
    const { transfer, world } = await open()
    world.chain.script.push("cut")
    expect((await answer(world, transfer({ amount: "6000" }))).data.status).toBe("PENDING")
    world.advance(30_000)
    expect(await world.refusal(transfer({ amount: "6000" }))).toMatchObject({ _tag: "InsufficientFunds" })
    expect((await answer(world, transfer({ amount: "4000" }))).data.status).toBe("CONFIRMED")
    await books(world)
  })
})

describe("gates", () => {
  it("answer in their order, and a refusal leaves nothing §transfer-gates §transfer-blocked §transfer-flag", async () => {
    const { asked, caller, transfer, world } = await open()
    const poor = { ...caller, account: { ...caller.account, flags: [] } }
    const wrong = { walletPin: Redacted.make("000000") }
    const before = world.commits.length
    const cases: ReadonlyArray<readonly [ReturnType<typeof createTransfer>, string]> = [
      [
        createTransfer({ caller: poor, request: asked({ amount: "0", ...wrong, fromSubAccountId: "sub_x" }) }),
        "ValidationFailed"
      ],
      [createTransfer({ caller: poor, request: asked({ ...wrong, fromSubAccountId: "sub_x" }) }), "NotFound"],
      [createTransfer({ caller: poor, request: asked({ ...wrong, walletId: "0".repeat(24) }) }), "NotFound"],
      [createTransfer({ caller: poor, request: asked(wrong) }), "FeatureNotEnabled"],
      [
        createTransfer({
          caller: {
            ...caller,
            account: { ...caller.account, blocked: true, allowedRecipients: { pixKeys: [], addresses: [] } }
          },
          request: asked(wrong)
        }),
        "RecipientNotAllowed"
      ],
      [
        createTransfer({
          caller: { ...caller, account: { ...caller.account, blocked: true } },
          request: asked(wrong)
        }),
        "AccountBlocked"
      ],
      [transfer({ ...wrong, amount: "10000" }), "InvalidPin"]
    ]
    for (const [effect, tag] of cases) expect(await world.refusal(effect)).toMatchObject({ _tag: tag })
    expect(traces(world, before)).toEqual([])
  })

  // F2
  it("tell of a missing flag before a wallet that no one named §transfer-gates §transfer-flag", async () => {
    const { asked, caller, world } = await open()
    world.vault.initialPin = undefined
    const [poorHolder, receiver] = [await approvedHolder(world, caller), await newHolder(world, caller)]
    const { recipientAddress: _, ...rest } = asked()
    const requests = [asked({ fromSubAccountId: poorHolder }), { ...rest, toSubAccountId: receiver }]
    const poor = { ...caller, account: { ...caller.account, flags: [] } }
    for (const request of requests) {
      expect(await world.refusal(createTransfer({ caller: poor, request }))).toMatchObject({
        _tag: "FeatureNotEnabled"
      })
      expect(await world.refusal(createTransfer({ caller, request }))).toMatchObject({ resource: "Wallet" })
    }
  })

  it("take a recipient of another key owner for one that is nowhere §transfer-foreign-recipient", async () => {
    const { asked, caller, world } = await open()
    const other = await world.caller(walletAccount("other"))
    const { recipientAddress: _, ...rest } = asked()
    const mine = other.account.mainSubAccountId
    const refusals = []
    for (
      const to of [
        { toSubAccountId: mine },
        { toSubAccountId: "sub_nobody" },
        { toUserId: mine.replace("sub_", "usr_") },
        { toUserId: "usr_nobody" },
        { toUserId: "nobody" }
      ]
    ) refusals.push(await world.refusal(createTransfer({ caller, request: { ...rest, ...to } })))
    expect(refusals.map((error) => ({ ...(error as object) }))).toEqual(
      Array(5).fill(expect.objectContaining({ _tag: "NotFound", resource: "Subaccount" }))
    )
  })

  it("say 400 for a wrong PIN and 429 once it is locked §transfer-pin", async () => {
    const { transfer, world } = await open()
    const wrong = { walletPin: Redacted.make("000000") }
    for (let count = 0; count < 3; count++) {
      expect(await world.refusal(transfer(wrong))).toMatchObject({ _tag: "InvalidPin" })
    }
    expect(await world.refusal(transfer())).toMatchObject({ _tag: "PinLocked", retryAfterSeconds: 86_400 })
  })

  it("do nothing while the chain cannot be asked", async () => {
    const { transfer, world } = await open()
    world.chain.isUp = false
    const before = world.commits.length
    for (const asset of ["USDT", "USDC"] as const) {
      expect(await world.refusal(transfer({ asset }))).toMatchObject({ _tag: "UpstreamUnavailable" })
    }
    expect(traces(world, before)).toEqual([])
  })
})

describe("the rate", () => {
  it("is one transfer in 30.000 seconds and holder §transfer-rate §limit-transfer-rate-ms", async () => {
    const { caller, transfer, world } = await open()
    const holder = await approvedHolder(world, caller)
    const proof = await proofOf(world, await walletOf(world, holder))
    await answer(world, transfer())
    expect(await world.refusal(transfer())).toMatchObject({ _tag: "RateLimited", retryAfterSeconds: 30 })
    await answer(world, transfer({ fromSubAccountId: holder, ...proof }))
    world.advance(29_999)
    expect(await world.refusal(transfer())).toMatchObject({ _tag: "RateLimited", retryAfterSeconds: 1 })
    world.advance(1)
    await answer(world, transfer())
  })

  it("lets one of ten through that come at once §transfer-rate", async () => {
    const { transfer, world } = await open()
    const results = await Promise.all(Array.from({ length: 10 }, () => world.run(Effect.result(transfer()))))
    const tags = results.map((result) => result._tag === "Failure" ? result.failure._tag : "Moved")
    expect(tags.filter((tag) => tag === "Moved")).toHaveLength(1)
    expect(world.chain.effects.size).toBe(1)
    await books(world)
  })

  it("is not used up by what was refused", async () => {
    const { transfer, wallet, world } = await open()
    world.chain.held.set(`${wallet.addresses.evm}/USDC`, 0n)
    expect(await world.refusal(transfer({ walletPin: Redacted.make("0") }))).toMatchObject({ _tag: "InvalidPin" })
    expect(await world.refusal(transfer({ asset: "USDC" }))).toMatchObject({ _tag: "InsufficientFunds" })
    await answer(world, transfer())
  })
})

describe("a reference", () => {
  it("gives its transfer again for two minutes, also within the 30 seconds §transfer-reference §transfer-replay-before-rate §limit-transfer-replay-ms", async () => {
    const { transfer, world } = await open()
    const first = await answer(world, transfer({ reference: "rent" }))
    const replay = { success: true, alreadyProcessed: true, data: first.data }
    expect(await answer(world, transfer({ reference: "rent" }))).toEqual(replay)
    world.advance(119_999)
    expect(await answer(world, transfer({ reference: "rent" }))).toEqual(replay)
    expect(world.chain.effects.size).toBe(1)
    world.advance(1)
    const second = await answer(world, transfer({ reference: "rent" }))
    expect(second).not.toHaveProperty("alreadyProcessed")
    expect(second.data.transactionId).not.toBe(first.data.transactionId)
    expect(world.chain.effects.size).toBe(2)
  })

  it("needs no right PIN to be replayed, and counts none", async () => {
    const { transfer, world } = await open()
    await answer(world, transfer({ reference: "rent" }))
    const checks = world.vault.opened.length
    await answer(world, transfer({ reference: "rent", walletPin: Redacted.make("0") }))
    expect(world.vault.opened).toHaveLength(checks)
  })

  it("is a conflict for another request §transfer-reference-conflict", async () => {
    const { transfer, world } = await open()
    await answer(world, transfer({ reference: "rent" }))
    for (
      const parts of [
        { amount: "2" },
        { asset: "USDC" as const },
        { recipientAddress: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266" }
      ]
    ) {
      expect(await world.refusal(transfer({ reference: "rent", ...parts }))).toMatchObject({
        _tag: "IdempotencyConflict",
        field: "reference"
      })
    }
  })

  it("belongs to its key owner alone", async () => {
    const { transfer, world } = await open()
    const first = await answer(world, transfer({ reference: "rent" }))
    const other = await world.caller(walletAccount("other"))
    const wallet = await walletOf(world, other.account.mainSubAccountId)
    const request = { recipientAddress, amount: "1.5", reference: "rent", ...await proofOf(world, wallet) }
    const second = await answer(world, createTransfer({ caller: other, request }))
    expect(second.data.transactionId).not.toBe(first.data.transactionId)
    expect(second).not.toHaveProperty("alreadyProcessed")
  })

  it("moves once when several come at once §transfer-reference", async () => {
    const { transfer, world } = await open()
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => answer(world, transfer({ reference: "rent" })))
    )
    expect(new Set(answers.map(({ data }) => data.transactionId)).size).toBe(1)
    expect(answers.filter((each) => !("alreadyProcessed" in each))).toHaveLength(1)
    expect(world.chain.effects.size).toBe(1)
  })

  it("of two holders that use it at once is one transfer and a conflict", async () => {
    // While the first is being signed the second comes and is done.
    let meanwhile: (() => Promise<unknown>) | undefined
    const { caller, proof, world } = await openWithWallet(walletAccount(), undefined, (services) => {
      const chain = Context.get(services, Chain)
      const between = Effect.promise(async () => {
        const comes = meanwhile
        meanwhile = undefined
        await comes?.()
      })
      return Context.add(services, Chain, {
        ...chain,
        sign: (order, seed) => Effect.andThen(between, chain.sign(order, seed))
      })
    })
    const holder = await approvedHolder(world, caller)
    const request = { recipientAddress, amount: "1.5", reference: "rent" }
    const second = { ...request, fromSubAccountId: holder, ...await proofOf(world, await walletOf(world, holder)) }
    meanwhile = () => answer(world, createTransfer({ caller, request: second }))
    expect(await world.refusal(createTransfer({ caller, request: { ...request, ...proof } })))
      .toMatchObject({ _tag: "IdempotencyConflict", field: "reference" })
    expect(world.chain.effects.size).toBe(1)
  })

  it("names nothing once its transfer has failed §transfer-failed-again §error-transfer-refused", async () => {
    const { transfer, wallet, world } = await open()
    world.chain.script.push("refused")
    expect(await world.refusal(transfer({ reference: "rent" }))).toMatchObject({ _tag: "TransferRefused" })
    expect(await books(world)).toEqual({ [`wallet/${wallet.id} USDT`]: -full, "custody USDT": full })
    world.advance(30_000)
    expect(await answer(world, transfer({ reference: "rent" }))).not.toHaveProperty("alreadyProcessed")
    expect((await stored(world, wallet.subAccountId)).map(({ state }) => state)).toEqual(["CONFIRMED", "FAILED"])
  })

  it("lets no one in after two minutes while its transfer is not final §transfer-reference-in-flight", async () => {
    const { transfer, world } = await open()
    world.chain.script.push("lost")
    world.chain.isDark = true
    const first = await answer(world, transfer({ reference: "rent" }))
    expect(first.data).toMatchObject({ status: "PENDING", txHash: null })
    world.advance(119_999)
    expect(await answer(world, transfer({ reference: "rent" }))).toMatchObject({
      alreadyProcessed: true,
      data: { transactionId: first.data.transactionId, status: "PENDING" }
    })
    world.advance(1)
    expect(await world.refusal(transfer({ reference: "rent" }))).toMatchObject({ _tag: "IdempotencyConflict" })
    world.chain.isDark = false
    await world.work()
    expect(await answer(world, transfer({ reference: "rent" }))).not.toHaveProperty("alreadyProcessed")
    expect(world.chain.effects.size).toBe(2)
  })
})

describe("an Idempotency-Key", () => {
  it("gives the first answer again, and another request is a conflict §transfer-idempotency-key", async () => {
    const { transfer, world } = await open()
    const first = await world.run(transfer({}, "key-1"))
    world.advance(10 * 86_400_000)
    expect(await world.run(transfer({}, "key-1"))).toEqual({ ...first, replayed: true })
    expect(await world.refusal(transfer({ amount: "2" }, "key-1"))).toMatchObject({
      _tag: "IdempotencyConflict",
      field: "Idempotency-Key"
    })
    expect(world.chain.effects.size).toBe(1)
  })

  it("moves once when twins come at once, and both hear the same", async () => {
    const { transfer, world } = await open()
    const answers = await Promise.all(Array.from({ length: 3 }, () => answer(world, transfer({}, "key-1"))))
    expect(answers).toEqual(Array(3).fill(answers[0]))
    expect(world.chain.effects.size).toBe(1)
  })

  it("that came with a repeated reference stands for that answer", async () => {
    const { transfer, world } = await open()
    await answer(world, transfer({ reference: "rent" }))
    const replay = await answer(world, transfer({ reference: "rent" }, "key-1"))
    expect(replay).toMatchObject({ alreadyProcessed: true })
    world.advance(86_400_000)
    expect(await answer(world, transfer({ reference: "rent" }, "key-1"))).toEqual(replay)
  })

  it("refuses a failed transfer again, for good", async () => {
    const { transfer, world } = await open()
    world.chain.script.push("refused")
    const first = await world.refusal(transfer({}, "key-1"))
    world.advance(86_400_000)
    expect(await world.refusal(transfer({}, "key-1"))).toEqual(first)
    expect(world.chain.effects.size).toBe(0)
  })
})

describe("an answer that is lost", () => {
  it.each(["lost", "cut", "lostRefusal"] as const)(
    "(%s) is pending, found out, and never sent twice §transfer-unknown",
    async (fate) => {
      const { transfer, wallet, world } = await open()
      world.chain.script.push(fate)
      const first = await answer(world, transfer({}, "key-1"))
      expect(first.data).toMatchObject({ status: "PENDING", txHash: null })
      expect((await books(world))[`wallet-holds/${wallet.id} USDT`]).toBe(-1_500_000n)
      world.advance(5_000)
      await world.work()
      const isRefused = fate === "lostRefusal"
      expect(world.chain.effects.size).toBe(isRefused ? 0 : 1)
      expect(world.chain.repeats).toEqual([])
      const rest = isRefused ? full : full - 1_500_000n
      expect(await books(world)).toEqual({ [`wallet/${wallet.id} USDT`]: -rest, "custody USDT": rest })
      const again = world.run(Effect.result(transfer({}, "key-1")))
      expect(await again).toMatchObject(
        isRefused
          ? { failure: { _tag: "TransferRefused" } }
          : { success: { answer: { data: { status: "CONFIRMED" } } } }
      )
    }
  )

  it("is found out by whoever repeats the request, without waiting for the job §transfer-unknown", async () => {
    const { transfer, world } = await open()
    world.chain.script.push("cut")
    expect((await answer(world, transfer({ reference: "rent" }))).data.status).toBe("PENDING")
    // Whoever asked first may still be about to send it.
    expect((await answer(world, transfer({ reference: "rent" }))).data.status).toBe("PENDING")
    world.advance(5_000)
    expect(await answer(world, transfer({ reference: "rent" }))).toMatchObject({
      alreadyProcessed: true,
      data: { status: "CONFIRMED" }
    })
    await world.work()
    expect(world.chain.effects.size).toBe(1)
    await books(world)
  })

  it("keeps the job, later and later, while no one knows", async () => {
    const { transfer, wallet, world } = await open()
    world.chain.script.push("lost")
    world.chain.isDark = true
    await answer(world, transfer())
    for (let count = 0; count < 6; count++) {
      world.advance(300_000)
      await world.work()
    }
    expect((await stored(world, wallet.subAccountId))[0]?.state).toBe("SUBMITTED")
    world.chain.isDark = false
    world.advance(300_000)
    await world.work()
    expect((await stored(world, wallet.subAccountId))[0]?.state).toBe("CONFIRMED")
    expect(world.chain.effects.size).toBe(1)
  })
})

describe("a job in a process that dies", () => {
  it("moves a transfer once, wherever it dies §transfer-unknown", async () => {
    for (const fate of ["diesBefore", "diesAfter"] as const) {
      for (let calls = 1; calls < 12; calls++) {
        const { transfer, wallet, world } = await open()
        world.chain.script.push("cut", fate)
        await answer(world, transfer())
        world.advance(5_000)
        for (const job of await world.claim(1)) await world.runJobInProcess(job, calls)
        world.chain.script.length = 0
        world.advance(120_000)
        await world.work()
        expect([...world.chain.effects.keys()]).toHaveLength(1)
        expect((await stored(world, wallet.subAccountId))[0]?.state).toBe("CONFIRMED")
        const rest = full - 1_500_000n
        expect(await books(world)).toEqual({ [`wallet/${wallet.id} USDT`]: -rest, "custody USDT": rest })
      }
    }
  })
})
