// Search of the dashboard over HTTP: PIX keys in their spellings, names, amounts, what each owner finds, and how far back.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Effect, Option } from "effect"
import { looked } from "../../core/reports/browse/list-found.ts"
import { Deposits } from "../../core/payments/deposit/deposit.ts"
import { get, insert } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { dataOf, expectFailure, send } from "../support/http.ts"
import { type DashboardWorld, openDashboard, ownerKey, strangerKey } from "./dashboard-world.ts"
import { makePayout } from "./payouts.ts"
import { makeDeposit } from "./sandbox.ts"

type Row = Readonly<Record<string, unknown>>

/** Each key as it is paid, and the spellings that people search it by. */
const keys = {
  phone: {
    paid: { pixKey: "+5511987654321" },
    spellings: ["+5511987654321", "11987654321", "(11) 98765-4321", "+55 11 98765-4321", "5511987654321"]
  },
  cpf: { paid: { pixKey: "529.982.247-25", pixKeyType: "CPF" }, spellings: ["52998224725", "529.982.247-25"] },
  cnpj: {
    paid: { pixKey: "11222333000181", pixKeyType: "CNPJ" },
    spellings: ["11222333000181", "11.222.333/0001-81"]
  },
  email: { paid: { pixKey: "Joana@Example.com" }, spellings: ["joana@example.com", "JOANA@EXAMPLE.COM"] },
  random: {
    paid: { pixKey: "123e4567-e89b-42d3-a456-426614174000" },
    spellings: ["123e4567-e89b-42d3-a456-426614174000", "123E4567-E89B-42D3-A456-426614174000"]
  }
} as const

describe("the dashboard's search", () => {
  let world: DashboardWorld
  const payouts: Record<string, string> = {}
  let paid: { readonly id: string }
  let customer: string
  let large: unknown
  let whole: unknown
  beforeAll(async () => {
    world = await openDashboard()
    for (const [name, { paid: body }] of Object.entries(keys)) {
      payouts[name] = await makePayout(world.host.base, ownerKey, body)
      await world.until("payouts", payouts[name], "COMPLETED")
    }
    paid = await world.deposit()
    await world.write(ownerKey, `/sandbox/deposits/${paid.id}/pay`, {
      payer: { name: "ANTÔNIO GONÇALVES", taxId: "52998224725" }
    })
    await world.until("deposits", paid.id, "COMPLETED")
    const body = { name: "Padaria São João", email: "Contato@Padaria.com.br" }
    customer = String(
      dataOf(await send(world.host.base, { path: "/api/subaccount", key: ownerKey, body }))["subAccountId"]
    )
    large = await amounted(123_456)
    whole = await amounted(7_700)
  })
  afterAll(() => world.close())

  const amounted = async (value: number) => {
    const { externalId } = await makeDeposit(world.host.base, ownerKey, { value })
    return (await found(ownerKey, externalId))[0]
  }
  const search = (key: string, q: string, cursor?: string) =>
    world.read(key, `/search?q=${encodeURIComponent(q)}${cursor === undefined ? "" : `&cursor=${cursor}`}`)
  const idsIn = ({ rows }: Row) => (rows as ReadonlyArray<Row>).map(({ recordId }) => recordId)
  const found = async (key: string, q: string) => idsIn(await search(key, q))

  it.each(Object.entries(keys).flatMap(([name, { spellings }]) => spellings.map((spelling) => [name, spelling])))(
    "finds what was paid to a key of type %s by %s, for its owner alone §dashboard-search-pix-key",
    async (name, spelling) => {
      expect(await found(ownerKey, spelling)).toEqual([payouts[name]])
      expect(await found(world.token, spelling)).toEqual([payouts[name]])
      expect(await found(strangerKey, spelling)).toEqual([])
    }
  )

  it("finds a Lightning invoice by the key that it pays §dashboard-search-pix-key", async () => {
    const hash = await world.invoice(ownerKey, { pixKey: "loja@example.com" })
    const { rows } = await search(ownerKey, "LOJA@example.com")
    expect(rows).toEqual([expect.objectContaining({ kind: "lightningInvoice", id: hash })])
    expect(await found(strangerKey, "loja@example.com")).toEqual([])
  })

  it("says who was paid or paid, as each viewer may see it §dashboard-search-name", async () => {
    const counterparties = async (key: string, q: string) =>
      ((await search(key, q))["rows"] as ReadonlyArray<Row>).map(({ counterparty }) => counterparty)
    expect(await counterparties(ownerKey, "joana@example.com")).toEqual(["MARIA DA SILVA"])
    expect(await counterparties(world.token, paid.id)).toEqual(["ANTÔNIO GONÇALVES"])
    expect(await counterparties(ownerKey, paid.id)).toEqual([null])
    // Not settled, so that the key is all that is known; a CPF is masked for its owner.
    const held = { pixKey: "11144477735", pixKeyType: "CPF" }
    await world.invoice(ownerKey, held)
    expect(await counterparties(world.token, "111.444.777-35")).toEqual(["11144477735"])
    expect(await counterparties(ownerKey, "111.444.777-35")).toEqual(["***.444.777-**"])
  })

  it("keeps no key in the clear in what it is found by §dashboard-search-pix-key", async () => {
    const { record } = await world.read(world.token, `/admin/explain/${payouts["cpf"]}`)
    expect((record as Row)["pixKeyDigest"]).toBe("•••")
  })

  it.each(["antonio gonc", "Gonçalves", "ANTÔNIO  GONÇALVES"])(
    "finds who paid by %s, for viewers who may see payers §dashboard-search-name",
    async (name) => {
      expect(await found(world.token, name)).toEqual([paid.id])
      // The account has no virtual account, so its owner is not told who paid.
      expect(await found(ownerKey, name)).toEqual([])
      expect(await found(strangerKey, name)).toEqual([])
    }
  )

  it("finds who was paid by the name that the bank gave §dashboard-search-name", async () => {
    const mine = await found(ownerKey, "maria da")
    const { cnpj, ...toPersons } = payouts
    expect(new Set(mine)).toEqual(new Set(Object.values(toPersons)))
    expect(mine).not.toContain(cnpj)
    expect(await found(world.token, "MARÍA DA SILVA")).toEqual(mine)
    expect(await found(strangerKey, "maria da")).toEqual([])
  })

  it.each(["sao joao", "PADARIA", "contato@padaria.com.br"])(
    "finds a customer by %s §dashboard-search-name",
    async (text) => {
      const expected = [{ kind: "subaccount", id: customer, accountId: world.acme, name: "Padaria São João" }]
      expect((await search(ownerKey, text))["others"]).toEqual(expected)
      expect((await search(world.token, text))["others"]).toEqual(expected)
      expect((await search(strangerKey, text))["others"]).toEqual([])
    }
  )

  it("finds an account by its name, for the operator §dashboard-search-name", async () => {
    const { others } = await search(world.token, "strang")
    expect(others).toContainEqual({ kind: "account", id: world.stranger, accountId: world.stranger, name: "stranger" })
  })

  it.each(["1234.56", "1234,56", "R$ 1.234,56", "1.234,56", "1,234.56", "r$1234,56", "1234.56 BRL"])(
    "finds an amount written as %s §dashboard-search-amount",
    async (text) => {
      expect(await found(ownerKey, text)).toEqual([large])
      expect(await found(world.token, text)).toEqual([large])
      expect(await found(strangerKey, text)).toEqual([])
    }
  )

  it("finds whole reais with and without cents, and amounts of an asset §dashboard-search-amount", async () => {
    for (const text of ["77", "77.00", "77,00", "R$ 77", "77,0"]) {
      expect([text, await found(ownerKey, text)]).toEqual([text, [whole]])
    }
    expect(await found(ownerKey, "77 USDC")).toEqual([])
    const { rows } = await search(ownerKey, "77")
    const { asset, assetAmount } = (rows as ReadonlyArray<Row>)[0] ?? {}
    expect(await found(ownerKey, `${String(assetAmount)} ${String(asset)}`)).toContain(whole)
    expect(await found(ownerKey, String(assetAmount).replace(".", ","))).toContain(whole)
  })

  it("says how far it searched, and goes on from there §dashboard-search-bound", async () => {
    const old = await world.deposit(strangerKey)
    await world.host.inSandbox(Effect.gen(function*() {
      const { value } = Option.getOrThrow(yield* get(Deposits, old.id))
      const copies = Array.from({ length: looked + 20 }, (_, n) => {
        const each = `copy-${String(n).padStart(5, "0")}`
        const parts = { id: `dep_${each}`, externalId: each, trackId: each, createdAt: value.createdAt + 1 + n }
        // Cents that nothing else has, on the oldest copy alone.
        return insert(Deposits, { ...value, ...parts, value: (n === 0 ? 33_333n : 1_000n) as typeof value.value })
      })
      yield* Store.use((store) => store.commit(changeSet({ writes: copies })))
    }))
    const first = await search(strangerKey, "333,33")
    expect(first).toMatchObject({ rows: [], isComplete: false, searchedSince: expect.any(String) as string })
    const second = await search(strangerKey, "333,33", String(first["nextCursor"]))
    expect(second).toMatchObject({ isComplete: true, searchedSince: null, nextCursor: null })
    expect(idsIn(second)).toEqual(["dep_copy-00000"])
    // More than is shown at once: pages that repeat nothing and miss nothing.
    const seen: Array<unknown> = []
    for (let cursor: unknown = undefined; cursor !== null;) {
      const page: Row = await search(strangerKey, "10,00", cursor as string | undefined)
      seen.push(...idsIn(page))
      cursor = page["nextCursor"]
    }
    expect(seen).toHaveLength(looked + 19)
    expect(new Set(seen).size).toBe(seen.length)
    expectFailure(await world.ask(strangerKey, "GET", "/search?q=10&cursor=x"), {
      status: 400,
      errorCode: "VALIDATION_FAILED",
      fields: ["cursor"]
    })
  })
})
