// The exported transfers of a month: what arrived at addresses outside, whether the journal has it or not, page by page, and the files
// byte for byte.
import { join } from "node:path"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { exportTransfers } from "../../../../core/reports/books/export-transfers.ts"
import {
  transferCsvHead,
  transferCsvRow,
  transferJsonRow,
  travelRuleJsonRow
} from "../../../../core/reports/books/transfer-csv.ts"
import { Movements, planned } from "../../../../core/payments/movement/movement.ts"
import { parseCpf } from "../../../../core/standards/pix/tax-id.ts"
import { insert } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { createTransfer } from "../../../../core/payments/transfer/create-transfer.ts"
import { newHolder, openWithWallet, walletAccount } from "../../../support/wallets.ts"
import { World, startOfTests } from "../../../support/world.ts"

const hour = 3_600_000
const month = "2026-02"
const recipientAddress = "0x52908400098527886E0F7030069857D2E4169EE7"

const wholeMonth = (world: World, of = month) =>
  world.run(Effect.gen(function*() {
    const rows: Array<Effect.Success<ReturnType<typeof exportTransfers>>["transfers"][number]> = []
    for (let cursor: string | undefined;;) {
      const page = yield* exportTransfers({ month: of, cursor })
      rows.push(...page.transfers)
      if (page.nextCursor === null) return { isOver: page.isOver, rows }
      cursor = page.nextCursor
    }
  }))

/** A month with a delivery, a transfer on the ledger, two that only their chain counts, and one between subaccounts. */
const aMonth = async () => {
  const { caller, proof, wallet, world } = await openWithWallet(
    walletAccount("first", { flags: ["WALLET_PAYOUT_API", "BRS_RAIL"] })
  )
  const transfer = async (parts: object) => {
    await world.run(createTransfer({ caller, request: { amount: "1.5", ...proof, ...parts } }))
    world.advance(30_000)
  }
  const deposit = await world.deposit(caller, { taxId: Result.getOrThrow(parseCpf("11144477735")) })
  await world.provider("TICKET", {
    type: "DEPOSIT-SUCCESS",
    ticket: { id: deposit.trackId, endToEndId: "E1234567820260301000000000000001" }
  })
  await world.work()
  await transfer({ recipientAddress, purpose: "savings", walletOwner: "self", walletProof: "signed_message" })
  await transfer({
    recipientAddress,
    asset: "USDC",
    network: "base",
    purpose: "rent",
    walletOwner: "other",
    walletProof: "declaration",
    counterpartyName: "=Ana Prado",
    counterpartyTaxId: "52998224725",
    counterpartyCountry: "PRT"
  })
  await transfer({ recipientAddress, asset: "BRLA" })
  await transfer({ toSubAccountId: await newHolder(world, caller), asset: "BRLA" })
  world.advance(31 * 24 * hour)
  return { wallet, world }
}

describe("the transfers of a month", () => {
  it("are what the golden files have, byte for byte and as often as it is asked §transfers-export §travel-rule", async () => {
    const { world } = await aMonth()
    const { isOver, rows } = await wholeMonth(world)
    expect(isOver).toBe(true)
    const files = (of: typeof rows) =>
      [
        ["transfers-2026-02.csv", transferCsvHead + of.map(transferCsvRow).join("")],
        ["transfers-2026-02.jsonl", of.map(transferJsonRow).join("")],
        ["travel-rule-2026-02.jsonl", of.map(travelRuleJsonRow).join("")]
      ] as const
    for (const [name, text] of files(rows)) {
      await expect(text).toMatchFileSnapshot(join(import.meta.dirname, "golden", name))
    }
    expect(files((await wholeMonth(world)).rows)).toEqual(files(rows))
    // Midnight of 1 March in UTC, which is the evening before in São Paulo.
    expect((await wholeMonth(world, "2026-03")).rows).toEqual([])
    await world.close()
  })

  it("have what the journal has no postings for, and say so, and nothing that stays with the key owner §transfers-export", async () => {
    const { wallet, world } = await aMonth()
    const { rows } = await wholeMonth(world)
    expect(rows.map(({ asset, isInJournal, network, operation }) => [operation, asset, network, isInJournal])).toEqual([
      ["deposit", "USDT", "polygon", "yes"],
      ["transfer", "USDT", "polygon", "yes"],
      ["transfer", "USDC", "base", "no"],
      ["transfer", "BRLA", "polygon", "no"]
    ])
    expect(rows.map(({ senderAddress }) => senderAddress)).toEqual([null, ...Array(3).fill(wallet.addresses.evm)])
    // A dollar has no price of its own in a transfer; what is pegged to the real has.
    expect(rows.map(({ valueInBrl }) => valueInBrl)).toEqual(["9.75", null, null, "1.50"])
    expect(rows[2]?.lacks).toBe("taxResidence valueInBrl")
    await world.close()
  })

  it("go on page by page, each in the month of its arrival alone §transfers-export", async () => {
    const world = await World.open()
    const owner = (await world.caller()).account
    const subject = (await world.deposit(await world.caller())).walletCharge
    const movement = (n: number) => {
      const at = startOfTests - (n % 3 === 0 ? 40 * 24 * hour : 0)
      const order = { kind: "delivery", asset: "USDT", network: "polygon", units: 1n, address: "0x" } as const
      const plan = {
        owner: owner.id,
        subjectKind: "deposit",
        subject,
        purpose: "deliver",
        about: { attempt: n },
        order
      } as const
      const history = [{ on: "done", from: "SENDING", to: "DONE", at, evidence: null }]
      const receipt = { kind: "delivery", transactionHash: `0x${n}` } as const
      return { ...planned({ ...plan, at }), state: "DONE" as const, receipt, history }
    }
    for (let n = 0; n < 450; n++) {
      await world.run(Store.use((store) => store.commit(changeSet({ writes: [insert(Movements, movement(n))] }))))
    }
    const first = await world.run(exportTransfers({ month }))
    expect([first.transfers.length, first.nextCursor === null]).toEqual([200, false])
    const hashes = (await wholeMonth(world)).rows.map(({ transactionHash }) => transactionHash)
    expect(hashes).toEqual(Array.from({ length: 450 }, (_, n) => n).filter((n) => n % 3 !== 0).map((n) => `0x${n}`))
    await world.close()
  })

  it("refuses what is no month, one to come, and the cursor of another month §transfers-export", async () => {
    const world = await World.open()
    for (const each of ["2026-13", "2026-3x", "2999-01"]) {
      expect(await world.refusal(exportTransfers({ month: each }))).toMatchObject({
        _tag: "ValidationFailed",
        details: [{ field: "month" }]
      })
    }
    expect(await world.refusal(exportTransfers({ month, cursor: "00" }))).toMatchObject({
      details: [{ field: "cursor" }]
    })
    await world.close()
  })
})
