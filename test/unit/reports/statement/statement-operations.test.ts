// The statement over every kind of operation: rows of payouts, Lightning invoices and transfers, what each filter shows, and
// balances (spec "Account statement"; C25).
import { Context, Effect, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import { createLightningInvoice } from "../../../../core/payments/lightning-invoice/create-lightning-invoice.ts"
import { KycAttempts, latestAttempt } from "../../../../core/customers/kyc/kyc-attempt.ts"
import { ChainUnavailable } from "../../../../core/ports/chain.ts"
import { chainAdapter } from "../../../../core/ports/moving/adapter.ts"
import { insert } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { readStatement } from "../../../../core/reports/statement/read-statement.ts"
import type { StatementRequest } from "../../../../core/reports/statement/statement-request.ts"
import { createSubaccount } from "../../../../core/customers/subaccount/create-subaccount.ts"
import { createTransfer } from "../../../../core/payments/transfer/create-transfer.ts"
import type { TransferRequest } from "../../../../core/payments/transfer/transfer-request.ts"
import { endToEndIdAt } from "../../../support/ids.ts"
import { testPin } from "../../../support/vault.ts"
import { World, account, startOfTests } from "../../../support/world.ts"
import { type Payer, keysOf, order, payer, recordOf } from "../../payments/payout/payouts.ts"

const evm = "0x52908400098527886E0F7030069857D2E4169EE7"

const statement = async (world: World, caller: Caller, request: StatementRequest = {}) => {
  const once = await world.run(readStatement({ caller, request }))
  if (once._tag !== "Answered") throw new Error("a request without a key was answered from store")
  return once.answer.data
}

const transfer = async ({ caller, key, world }: Payer, parts: Partial<TransferRequest> = { recipientAddress: evm }) => {
  const request: TransferRequest = {
    amount: "2.5",
    walletPin: Redacted.make(testPin),
    protectedSymmetricKey: Redacted.make(key),
    ...parts
  }
  const once = await world.run(createTransfer({ caller, request }))
  if (once._tag !== "Answered") throw new Error("a request without a key was answered from store")
  return once.answer.data
}

const invoice = async ({ caller, world }: Payer) => {
  const once = await world.run(
    createLightningInvoice({ caller, request: { value: 1_000, pixKey: "ana@example.com" } })
  )
  if (once._tag !== "Answered") throw new Error("a request without a key was answered from store")
  return once.answer
}

/** Approves a subaccount as the caller's own was. */
const approve = async (world: World, caller: Caller, subAccountId: string) => {
  const own = await world.run(latestAttempt(caller.account.mainSubAccountId))
  if (own === undefined) throw new Error("the caller has no attempt")
  const write = insert(KycAttempts, { ...own, id: "kyc_of_the_other", subAccountId })
  await world.run(Store.use((store) => store.commit(changeSet({ writes: [write] }))))
}

/** One operation of each kind, a millisecond apart, worked off: deposit, payout, invoice, transfer. */
const everything = async () => {
  const by = await payer()
  const { caller, world } = by
  const deposit = await world.deposit(caller)
  await world.settle(deposit.trackId, endToEndIdAt(1))
  world.advance(1)
  const payout = await order(by)
  world.advance(1)
  const lightning = await invoice(by)
  world.advance(1)
  const moved = await transfer(by)
  await world.work()
  return { ...by, deposit, payout, lightning, moved }
}

describe("operations of every kind", () => {
  it("have a row each, with a fee's row after those that have one §statement-rows §statement-fee-rows §statement-reconciliation", async () => {
    const { caller, lightning, moved, payout, world, ...by } = await everything()
    const paid = await recordOf({ ...by, caller, world }, payout)
    const at = (ms: number) => new Date(startOfTests + ms).toISOString()
    const { operations, total } = await statement(world, caller)
    expect(total).toBe(7)
    expect(operations.map(({ type }) => type)).toEqual([
      "WALLET_TRANSFER",
      "LIGHTNING_OUT",
      "FEE",
      "PIX_OUT",
      "FEE",
      "DEPOSIT_ASSET",
      "FEE"
    ])
    expect(operations[0]).toEqual({
      id: moved.transactionId,
      type: "WALLET_TRANSFER",
      status: "CONFIRMED",
      asset: "USDT",
      network: "polygon",
      valueInBrl: null,
      stableAmount: "2.5",
      fee: "0.00",
      txHash: moved.txHash,
      endToEndId: null,
      createdAt: at(3),
      updatedAt: at(3)
    })
    expect(operations[1]).toMatchObject({
      id: lightning.paymentHash,
      status: "PENDING",
      asset: "LIGHTNING",
      network: "lightning",
      valueInBrl: "10.00",
      stableAmount: null,
      fee: "0.25",
      txHash: lightning.invoice,
      endToEndId: null
    })
    expect(operations[3]).toMatchObject({
      id: payout,
      status: "COMPLETED",
      asset: "USDT",
      network: "polygon",
      valueInBrl: "10.00",
      stableAmount: "2.35",
      fee: "1.75",
      txHash: paid.txHash,
      endToEndId: paid.endToEndId
    })
    expect(operations[4]).toMatchObject({
      id: `${payout}/fee`,
      status: "COMPLETED",
      valueInBrl: "1.75",
      fee: "0.00",
      endToEndId: paid.endToEndId
    })
    expect(paid.endToEndId).not.toBe(null)
  })

  it.each(
    [
      [["deposit"], ["DEPOSIT_ASSET"], 1],
      [["withdraw"], ["PIX_OUT"], 1],
      [["payout"], ["LIGHTNING_OUT", "PIX_OUT"], 2],
      [["transfer"], ["WALLET_TRANSFER"], 0],
      [["withdraw", "payout"], ["LIGHTNING_OUT", "PIX_OUT"], 2],
      [["transfer", "deposit"], ["WALLET_TRANSFER", "DEPOSIT_ASSET"], 1]
    ] as const
  )("are shown by the filter %j §statement-type §statement-fee-rows", async (type, shown, fees) => {
    const { caller, world } = await everything()
    const { operations, total } = await statement(world, caller, { type })
    const types = operations.map((row) => row.type)
    expect(types.filter((each) => each !== "FEE")).toEqual(shown)
    expect(types.filter((each) => each === "FEE")).toHaveLength(fees)
    expect(total).toBe(operations.length)
  })

  it("are merged page by page §statement-pages §statement-order", async () => {
    const { caller, world } = await everything()
    const whole = (await statement(world, caller)).operations
    const seen = []
    for (let cursor: string | undefined;;) {
      const page = await statement(world, caller, { limit: 2, ...(cursor === undefined ? {} : { cursor }) })
      seen.push(...page.operations)
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(seen).toEqual(whole)
  })

  it("pegged to BRL have their worth §statement-rows", async () => {
    const by = await payer()
    const { caller, world } = by
    await transfer(by, { asset: "BRLA", amount: "12.349", recipientAddress: evm })
    expect((await statement(world, caller)).operations[0]).toMatchObject({
      valueInBrl: "12.34",
      stableAmount: "12.349"
    })
  })
})

describe("balances", () => {
  it("are what all wallets of the subaccount hold together §statement-balances", async () => {
    const { caller, world } = await payer()
    expect((await statement(world, caller)).balances).toEqual([
      { asset: "BRLH", network: "base", amount: "10000" },
      { asset: "USDH", network: "base", amount: "10000" }
    ])
  })

  it("are none without a wallet, and one's own alone §statement-balances §statement-scope", async () => {
    const { world } = await payer()
    const other = await world.caller(account("second"))
    expect((await statement(world, other)).balances).toEqual([])
  })

  it("are the ledger's where it decides what may be spent §statement-balances", async () => {
    const world = await World.open(undefined, (services) => {
      const chain = chainAdapter.of(services)
      return Context.merge(
        services,
        chainAdapter.services({
          ...chain,
          holdings: () =>
            Effect.succeed([
              { asset: "USDT", network: "polygon", units: 77_000_000n },
              { asset: "USDC", network: "base", units: 5_500_000n },
              { asset: "BRS", network: "solana", units: 1_000_000n }
            ])
        })
      )
    })
    const caller = await world.caller(account("first", { flags: ["WALLET_PAYOUT_API"] }))
    const { protectedSymmetricKey } = await keysOf(world, caller)
    const before = await statement(world, caller)
    await transfer({ world, caller, key: protectedSymmetricKey })
    const after = await statement(world, caller)
    const rest = [
      { asset: "USDC", network: "base", amount: "5.5" },
      { asset: "BRS", network: "solana", amount: "1" }
    ]
    expect(before.balances).toEqual([{ asset: "USDT", network: "polygon", amount: "77" }, ...rest])
    // 10,000 that the wallet could spend, less what it sent.
    expect(after.balances).toEqual([{ asset: "USDT", network: "polygon", amount: "9997.5" }, ...rest])
  })

  it("are never made up when the chain is away §statement-balances", async () => {
    const world = await World.open(undefined, (services) =>
      Context.merge(
        services,
        chainAdapter.services({
          ...chainAdapter.of(services),
          holdings: () => Effect.fail(new ChainUnavailable({ reason: "away" }))
        })
      ))
    const caller = await world.caller(account("first", { flags: ["WALLET_PAYOUT_API"] }))
    await keysOf(world, caller)
    expect(await world.refusal(readStatement({ caller, request: {} }))).toMatchObject({ _tag: "UpstreamUnavailable" })
  })
})

describe("a transfer between two holders", () => {
  it("is a row of each, under the same hash §statement-scope §statement-reconciliation", async () => {
    const by = await payer()
    const { caller, world } = by
    const made = await world.run(createSubaccount({ caller, request: { name: "Ana" } }))
    const toSubAccountId = made._tag === "Answered" ? made.answer.data.subAccountId : ""
    await keysOf(world, caller, toSubAccountId)
    await approve(world, caller, toSubAccountId)
    const moved = await transfer(by, { toSubAccountId })
    const mine = await statement(world, caller, { type: ["transfer"] })
    const theirs = await statement(world, caller, { subAccountId: toSubAccountId })
    expect(mine.operations.map(({ id, txHash }) => [id, txHash])).toEqual([[moved.transactionId, moved.txHash]])
    expect(theirs.operations).toMatchObject([{
      type: "WALLET_TRANSFER",
      status: "CONFIRMED",
      stableAmount: "2.5",
      txHash: moved.txHash
    }])
    const page = await statement(world, caller, { subAccountId: toSubAccountId, limit: 1 })
    expect([page.total, page.nextCursor]).toEqual([1, null])
  })
})
