// What a swap declares is in the exports of its month: with the journal's rows of what was exchanged, and with the row and the travel
// rule message of what arrived at an address outside. What it does not declare is in the list of what those lack.
import { describe, expect, it } from "vitest"
import { exportJournal } from "../../../../core/reports/books/export-journal.ts"
import { exportTransfers } from "../../../../core/reports/books/export-transfers.ts"
import { lightningDestination, openSwap } from "../../payments/swap/swap.scene.ts"

const declared = {
  purpose: "savings",
  walletOwner: "other",
  walletProof: "signed_message",
  counterpartyName: "Ana Prado",
  counterpartyTaxId: "52998224725",
  counterpartyCountry: "BRA"
} as const

const outside = { network: "lightning", address: lightningDestination }

/** The reported rows of a swap that is over, and what arrived outside. */
const monthOf = async (parts: Readonly<Record<string, unknown>>) => {
  const { record, world } = await openSwap(parts)
  await world.work()
  expect(await record()).toMatchObject({ status: "COMPLETED" })
  const { rows } = await world.run(exportJournal({ month: "2026-02" }))
  const { transfers } = await world.run(exportTransfers({ month: "2026-02" }))
  await world.close()
  return { exchanged: rows.filter(({ lacks }) => lacks !== ""), rows, transfers }
}

describe("a swap in the exports", () => {
  it("has what it declares on its rows and in its travel rule message §journal-export §transfers-export §travel-rule", async () => {
    const { exchanged, rows, transfers } = await monthOf({ ...declared, ...outside })
    expect(rows.filter(({ fact }) => fact === "swapExchanged")).not.toEqual([])
    for (const row of rows) expect(row).toMatchObject({ operation: "swap", ...declared })
    expect(exchanged.filter(({ lacks }) => lacks.split(" ").includes("purpose"))).toEqual([])
    expect(transfers).toMatchObject([{ operation: "swap", recipientAddress: lightningDestination, ...declared }])
    for (const field of ["purpose", "walletOwner", "walletProof", "counterpartyCountry"]) {
      expect(transfers[0]?.lacks.split(" ")).not.toContain(field)
    }
    expect(transfers[0]?.travelRule.ivms101.beneficiary.beneficiaryPersons).toMatchObject([
      { naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: "Ana Prado" }] }, countryOfResidence: "BR" } }
    ])
  })

  it("is listed with what it does not declare §journal-lacking §transfers-export", async () => {
    const { exchanged, transfers } = await monthOf(outside)
    expect(exchanged.map(({ fact }) => fact).toSorted()).toEqual(["swapDelivered", "swapExchanged"])
    for (const { lacks } of exchanged) expect(lacks.split(" ")).toContain("purpose")
    expect(transfers[0]?.lacks).toBe(
      "taxResidence valueInBrl purpose walletOwner walletProof counterpartyCountry"
    )
  })
})
