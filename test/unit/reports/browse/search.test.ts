// What a text may mean to a search, and that the search finds the same on every store.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { destinationDigest } from "../../../../core/customers/access/proofs.ts"
import { Accounts } from "../../../../core/customers/account/account.ts"
import { listFound } from "../../../../core/reports/browse/list-found.ts"
import { canonicalDecimal, folded, wantedBy } from "../../../../core/reports/browse/wanted.ts"
import { Deposits } from "../../../../core/payments/deposit/deposit.ts"
import { LightningInvoices } from "../../../../core/payments/lightning-invoice/lightning-invoice.ts"
import { Payouts } from "../../../../core/payments/payout/payout.ts"
import { namedReceiver } from "../../../../core/standards/pix/pix-key.ts"
import { type Identified, type RecordKind, insert } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { Subaccounts } from "../../../../core/customers/subaccount/subaccount.ts"
import { planes } from "../../../support/planes.ts"
import { secretsOfTests } from "../../../support/secrets.ts"

const amountsOf = (text: string) =>
  wantedBy(text).amounts.map(({ asset, value }) => asset === undefined ? value : `${value} ${asset}`)

describe("a text that is searched for", () => {
  it.each([
    ["50", ["50"]],
    ["50.00", ["50"]],
    ["50,5", ["50.5"]],
    ["R$ 50,00", ["50 BRL"]],
    ["r$50", ["50 BRL"]],
    ["1.234,56", ["1234.56"]],
    ["1,234.56", ["1234.56"]],
    ["1.234", ["1.234", "1234"]],
    ["9.03 USDC", ["9.03 USDC"]],
    ["0.00009491 btc", ["0.00009491 BTC"]],
    ["5 apples", []],
    ["50,00,00", []],
    ["12345678901", []]
  ])("is an amount: %s §dashboard-search-amount", (text, expected) => {
    expect(amountsOf(text).toSorted()).toEqual(expected.toSorted())
  })

  it("is as many keys as its digits can be §dashboard-search-pix-key", () => {
    expect(wantedBy("52998224725").pixKeys.toSorted()).toEqual(["+5552998224725", "52998224725"])
    expect(wantedBy("529.982.247-25").pixKeys).toContain("52998224725")
    expect(wantedBy("Ana@Example.com").pixKeys).toEqual(["ana@example.com"])
    expect(wantedBy("Ana Souza").pixKeys).toEqual([])
  })

  it("is a name where it is nothing else §dashboard-search-name", () => {
    expect(wantedBy(" JOSÉ  da Conceição ").name).toBe("jose da conceicao")
    for (const text of ["R$ 50", "E9999999920261122170767FAEX490Q7", "a", "dep_01a2043a0b3d78e597f54b2bb7f32bfd"]) {
      expect([text, wantedBy(text).name]).toEqual([text, undefined])
    }
    expect(folded("ÀÉ Î")).toBe("ae i")
    expect(["0050.10", "7", "7.000"].map(canonicalDecimal)).toEqual(["50.1", "7", "7"])
  })
})

describe("who a PIX goes to", () => {
  it("is read from a static BR Code with its key, and from a dynamic one by name §dashboard-search-pix-key", () => {
    const code =
      "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D"
    expect(namedReceiver({ by: "brCode", brCode: code })).toEqual({
      name: "Fulano de Tal",
      key: "123e4567-e12b-12d1-a456-426655440000"
    })
    expect(namedReceiver({ by: "brCode", brCode: "no code" })).toEqual({ name: null, key: null })
    expect(namedReceiver({ by: "key", key: "ana@example.com" })).toEqual({ name: null, key: "ana@example.com" })
  })
})

const golden = <A extends Identified>(kind: RecordKind<A, string, string>, name: string, parts: object): A => {
  const stored = JSON.parse(
    readFileSync(join(import.meta.dirname, `../../../golden/v1/${name}.json`), "utf8")
  ) as object
  return kind.decode(JSON.stringify({ ...stored, ...parts }))
}

const secrets = secretsOfTests()

const owners = ["acc_a", "acc_b"] as const

/** Two owners with the same: a customer, a deposit that a person paid, a payout and an invoice to one key. */
const filled = Effect.gen(function*() {
  for (const owner of owners) {
    const subAccountId = `sub_${owner}`
    const own = { owner, subAccountId }
    const destination = { by: "key", key: "maria@example.com", keyType: "EMAIL" } as const
    const digest = yield* destinationDigest(owner, destination)
    yield* Store.use((store) =>
      store.commit(changeSet({
        writes: [
          insert(
            Accounts,
            golden(Accounts, "account", { id: owner, owner, name: owner, mainSubAccountId: subAccountId })
          ),
          insert(Subaccounts, golden(Subaccounts, "subaccount", { id: subAccountId, owner, name: "Padaria São João" })),
          insert(
            Deposits,
            golden(Deposits, "deposit-refunded", {
              ...own,
              id: `dep_${owner}`,
              trackId: owner,
              value: 123_456,
              payer: { name: "JOSÉ CONCEIÇÃO", taxId: null }
            })
          ),
          insert(Payouts, golden(Payouts, "payout", { ...own, ...digest, id: `pay_${owner}`, destination })),
          insert(
            LightningInvoices,
            golden(LightningInvoices, "lightningInvoice", {
              ...own,
              ...digest,
              id: `inv_${owner}`,
              paymentHash: owner.padEnd(64, "0"),
              destination
            })
          )
        ]
      }))
    )
  }
})

describe.each(Object.entries(planes))("the search on %s", (_, plane) => {
  it("finds keys, names and amounts, of one owner or of all §dashboard-search-pix-key §dashboard-search-name", async () => {
    const ids = (text: string, accountId?: string) =>
      Effect.map(
        listFound({ text, accountId, showsPayer: true }),
        ({ isComplete, others, rows }) => [
          isComplete,
          ...[...rows.map(({ recordId }) => recordId), ...others.map(({ id }) => id)].toSorted()
        ]
      )
    const found = await Effect.runPromise(
      Effect.provide(
        Effect.gen(function*() {
          yield* filled
          return {
            key: yield* ids("MARIA@example.com", "acc_a"),
            everyKey: yield* ids("maria@example.com"),
            payer: yield* ids("jose conc", "acc_b"),
            customer: yield* ids("sao joao", "acc_a"),
            amount: yield* ids("R$ 1.234,56", "acc_a"),
            everyAmount: yield* ids("1234.56"),
            nothing: yield* ids("somebody else")
          }
        }),
        Layer.merge(plane, secrets)
      )
    )
    expect(found).toEqual({
      key: [true, "inv_acc_a", "pay_acc_a"],
      everyKey: [true, "inv_acc_a", "inv_acc_b", "pay_acc_a", "pay_acc_b"],
      payer: [true, "dep_acc_b"],
      customer: [true, "sub_acc_a"],
      amount: [true, "dep_acc_a"],
      everyAmount: [true, "dep_acc_a", "dep_acc_b"],
      nothing: [true]
    })
  })
})
