// Ordering a payout (spec "Wallet payout"; C3, C4, C13): what is refused and in which order, what is priced, what is
// stored, and that a refusal leaves nothing.
import { Clock, Context, Effect, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import type { Flag } from "../../../../core/customers/account/flags.ts"
import { KycAttempts } from "../../../../core/customers/kyc/kyc-attempt.ts"
import { createPayout } from "../../../../core/payments/payout/create-payout.ts"
import type { PayoutRequest } from "../../../../core/payments/payout/admit-payout.ts"
import { insert, list } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { previewPayout } from "../../../../core/payments/payout/preview-payout.ts"
import { createSubaccount } from "../../../../core/customers/subaccount/create-subaccount.ts"
import { unitsUnsafe } from "../../../../core/base/money/units.ts"
import { Chain } from "../../../../core/ports/chain.ts"
import { pixRailAdapter } from "../../../../core/ports/moving/adapter.ts"
import { printDynamic } from "../../../support/br-codes.ts"
import { approvedHolder } from "../../../support/wallets.ts"
import { account } from "../../../support/world.ts"
import { type Payer, allFlags, books, keysOf, order, payer, payoutRequest, recordOf } from "./payouts.ts"

const create = (by: Payer, parts: Partial<PayoutRequest> = {}) =>
  createPayout({ caller: by.caller, request: payoutRequest(by, parts) })

const refusal = (by: Payer, parts: Partial<PayoutRequest> = {}) => by.world.refusal(create(by, parts))

const fieldsOf = (error: unknown): ReadonlyArray<string> =>
  (error as { readonly details?: ReadonlyArray<{ readonly field: string }> }).details?.map(({ field }) => field) ?? []

const without = (by: Payer, field: keyof PayoutRequest): PayoutRequest => {
  const { [field]: _, ...rest } = payoutRequest(by)
  return rest as PayoutRequest
}

/** Commits that made something: everything but the counting of PINs and the mirror of the chain. */
const effectsOf = ({ world }: Payer) =>
  world.commits.filter(({ jobs, writes }) =>
    jobs.length > 0 || writes.some(({ kind }) => kind === "payout" || kind === "answer")
  )

const code =
  "00020126580014br.gov.bcb.pix0136a629532e-7693-4846-852d-1bbff817b5a8520400005303986540510.005802BR5908T'Challa6009Sao Paulo62090505123456304B14A"
const openCode =
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D"
const recurrence =
  "00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9"

describe("an order that a restored store has lost", () => {
  it("has the id of its first when it is repeated with its externalId", async () => {
    const idIn = async (parts: Partial<PayoutRequest>) => {
      const by = await payer()
      const once = await by.world.run(create(by, parts))
      return once._tag === "Answered" ? once.answer.transactionId : undefined
    }
    const first = await idIn({ externalId: "order-1" })
    expect(first).toMatch(/^pay_/)
    expect(await idIn({ externalId: "order-1" })).toBe(first)
    expect(await idIn({ externalId: "order-2" })).not.toBe(first)
  })
})

it("of two holders who use an externalId at once is one payout and a conflict", async () => {
  // While the first is being signed the second comes and is stored.
  let meanwhile: (() => Promise<unknown>) | undefined
  const by = await payer(undefined, undefined, (services) => {
    const chain = Context.get(services, Chain)
    const between = Effect.promise(async () => {
      const comes = meanwhile
      meanwhile = undefined
      await comes?.()
    })
    return Context.add(services, Chain, {
      ...chain,
      sign: (spend, seed) => Effect.andThen(between, chain.sign(spend, seed))
    })
  })
  const subAccountId = await approvedHolder(by.world, by.caller)
  const { protectedSymmetricKey } = await keysOf(by.world, by.caller, subAccountId)
  const second = { externalId: "order-1", subAccountId, protectedSymmetricKey: Redacted.make(protectedSymmetricKey) }
  meanwhile = () => by.world.run(create(by, second))
  expect(await refusal(by, { externalId: "order-1" })).toMatchObject({
    _tag: "IdempotencyConflict",
    field: "externalId"
  })
  expect(effectsOf(by)).toHaveLength(1)
})

describe("an order", () => {
  it("is answered with its price, the fee on top and the asset rounded up §payout-response §payout-fee-on-top", async () => {
    const by = await payer()
    by.world.rates.price = "5.37"
    const once = await by.world.run(create(by, { value: 1_001 }))
    expect(once).toEqual({
      _tag: "Answered",
      replayed: false,
      answer: {
        success: true,
        transactionId: expect.stringMatching(/^pay_/) as unknown,
        status: "PROCESSING",
        // 10.01 and a fee of 1.50 + 0.25025, together 11.76, at 5.37: 2.189944134…
        stableAmount: "2.189945",
        valueInBrl: "10.01",
        fee: "1.75",
        network: "polygon",
        jobId: expect.stringMatching(/^debit\/pay_/) as unknown
      }
    })
  })

  it("stores the signed debit with the payout, and sends it afterwards §payout-debit-first", async () => {
    const by = await payer()
    const id = await order(by)
    const [commit] = effectsOf(by)
    expect(commit?.jobs).toEqual([{
      id: `move/debit/${id}`,
      task: "perform-movement",
      subject: id,
      runAt: by.world.clock.now
    }])
    expect(JSON.parse(commit?.writes[0]?.body ?? "{}")).toMatchObject({
      id,
      state: "DEBITING"
    })
    expect(JSON.parse(commit?.writes[1]?.body ?? "{}")).toMatchObject({
      id: `debit/${id}`,
      order: { kind: "spend", payload: `signed debit/${id}` }
    })
    expect(by.world.chain.asked).toEqual([])
    expect(by.world.chain.signed.get(`debit/${id}`)?.to).toBe("0x00000000000000000000000000000000000071E5")
    // Neither the PIN nor the envelope is anywhere.
    const stored = JSON.stringify(by.world.commits.flatMap(({ writes }) => writes))
    expect(stored).not.toContain("\"123456\"")
    expect(stored).not.toContain(by.key)
  })

  it("takes at least 10 cents §payout-value-min §limit-payout-value", async () => {
    const { PayoutRequest: Request } = await import("../../../../core/payments/payout/admit-payout.ts")
    const { Schema } = await import("effect")
    const decode = Schema.decodeUnknownResult(Request)
    const tag = (value: number) => decode({ value, network: "polygon" })._tag
    expect([9, 10, 10.5, 0, -10].map(tag)).toEqual(["Failure", "Success", "Failure", "Failure", "Failure"])
    const by = await payer()
    expect(await order(by, { value: 10 })).toMatch(/^pay_/)
  })

  it("takes up to the account's own limit, whatever that is §payout-per-tx-limit §error-per-transaction-limit-exceeded §limit-per-transaction-cents", async () => {
    const by = await payer()
    expect(await order(by, { value: 299_999 })).toMatch(/^pay_/)
    expect(await order(by, { value: 300_000 })).toMatch(/^pay_/)
    expect(await refusal(by, { value: 300_001 })).toMatchObject({
      _tag: "PerTransactionLimitExceeded",
      valueCents: 300_001n,
      limitCents: 300_000n
    })
    expect(await refusal(by, { value: Number.MAX_SAFE_INTEGER })).toMatchObject({ _tag: "PerTransactionLimitExceeded" })
    const own = await payer({ perTxLimitBrl: "0.11" })
    expect(await order(own, { value: 11 })).toMatch(/^pay_/)
    expect(await refusal(own, { value: 12 })).toMatchObject({ limitCents: 11n })
    const boundless = await payer({ perTxLimitBrl: "9999999999999.99" })
    expect(await refusal(boundless, { value: 1_000_000_000_000 })).toMatchObject({ limitCents: 999_999_999_999n })
  })

  it("needs PIN and envelope, each by its name §payout-wallet-pin §payout-protected-symmetric-key", async () => {
    const by = await payer()
    for (const field of ["walletPin", "protectedSymmetricKey"] as const) {
      const error = await by.world.refusal(createPayout({ caller: by.caller, request: without(by, field) }))
      expect(error).toMatchObject({ _tag: "ValidationFailed" })
      expect(fieldsOf(error)).toEqual([field])
    }
  })

  it("needs one of pixKey and qrCode §payout-pix-key-or-qr-code", async () => {
    const by = await payer()
    expect(fieldsOf(await by.world.refusal(createPayout({ caller: by.caller, request: without(by, "pixKey") }))))
      .toEqual(["pixKey"])
    expect(fieldsOf(await refusal(by, { qrCode: openCode }))).toEqual(["qrCode"])
  })

  it("takes a PIX key in any spelling, and the type where it is needed §payout-pix-key §payout-pix-key-type", async () => {
    const by = await payer()
    const keyOf = async (parts: Partial<PayoutRequest>) => (await recordOf(by, await order(by, parts))).pixKey
    expect(await keyOf({ pixKey: " Maria@Example.com" })).toBe("maria@example.com")
    expect(await keyOf({ pixKey: "111.444.777-35" })).toBe("11144477735")
    expect(await keyOf({ pixKey: "11987654321", pixKeyType: "PHONE" })).toBe("+5511987654321")
    expect(fieldsOf(await refusal(by, { pixKey: "11987654321" }))).toEqual(["pixKey"])
    expect(fieldsOf(await refusal(by, { pixKey: "not a key" }))).toEqual(["pixKey"])
    expect(fieldsOf(await refusal(by, { pixKey: "11144477736", pixKeyType: "CPF" }))).toEqual(["pixKey"])
  })

  it.each([[null, 1_000, true], [0n, 1_000, false], [999n, 1_000, false], [1_000n, 1_000, true]] as const)(
    "pays a dynamic code where the rail pays such up to %s §payout-dynamic-code §error-code-not-payable",
    async (most, value, isTaken) => {
      const by = await payer(undefined, undefined, (services) =>
        Context.merge(
          services,
          pixRailAdapter.services({
            ...pixRailAdapter.of(services),
            dynamicCodesUpTo: most === null ? null : unitsUnsafe("BRL", most)
          })
        ))
      const coded = (qrCode: string) =>
        createPayout({ caller: by.caller, request: { ...without(by, "pixKey"), qrCode, value } })
      const dynamic = printDynamic("pix.example.com/qr/v2/1")
      if (isTaken) expect(await by.world.run(coded(dynamic))).toMatchObject({ answer: { valueInBrl: "10.00" } })
      else {
        expect(await by.world.refusal(coded(dynamic))).toMatchObject({ _tag: "CodeNotPayable", most })
        expect(effectsOf(by)).toEqual([])
      }
      // What carries its amount with it, or leaves it to the payer, is taken all the same.
      expect(await by.world.run(coded(code))).toMatchObject({ answer: { valueInBrl: "10.00" } })
    }
  )

  it("pays a BR Code, and exactly the amount that it asks for §payout-qr-code §payout-qr-code-amount", async () => {
    const by = await payer()
    const coded = async (qrCode: string, parts: Partial<PayoutRequest> = {}) =>
      by.world.run(createPayout({ caller: by.caller, request: { ...without(by, "pixKey"), qrCode, ...parts } }))
    const refused = async (qrCode: string, parts: Partial<PayoutRequest> = {}) =>
      fieldsOf(
        await by.world.refusal(
          createPayout({ caller: by.caller, request: { ...without(by, "pixKey"), qrCode, ...parts } })
        )
      )
    expect(await coded(code)).toMatchObject({ answer: { valueInBrl: "10.00" } })
    expect(await coded(openCode, { value: 77 })).toMatchObject({ answer: { valueInBrl: "0.77" } })
    expect(await refused(code, { value: 999 })).toEqual(["qrCode"])
    expect(await refused(code, { value: 1_001 })).toEqual(["qrCode"])
    expect(await refused(recurrence)).toEqual(["qrCode"])
    expect(await refused(`${openCode.slice(0, -1)}E`)).toEqual(["qrCode"])
    await by.world.work()
    expect(by.world.rail.payments.asked.map(({ request }) => request.destination)).toEqual([
      { by: "brCode", brCode: code },
      { by: "brCode", brCode: openCode }
    ])
  })

  it("pays each pair of the table, and no other §payout-pairs §payout-default-asset §error-unsupported-pair", async () => {
    const by = await payer()
    const sold = async (parts: Partial<PayoutRequest>) => {
      const id = await order(by, parts)
      return by.world.chain.signed.get(`debit/${id}`)?.asset
    }
    expect(await sold({ network: "polygon" })).toBe("USDT")
    expect(await sold({ network: "polygon", asset: "BRLA" })).toBe("BRLA")
    expect(await sold({ network: "base" })).toBe("USDC")
    expect(await sold({ network: "base", asset: "BRLA" })).toBe("BRLA")
    expect(await sold({ network: "tron" })).toBe("USDT")
    expect(await sold({ network: "tron", asset: "USDC" })).toBe("USDT")
    const pairs = [["polygon", "USDT"], ["polygon", "BRLA"], ["base", "USDC"], ["base", "BRLA"], ["tron", "USDT"]].map(
      ([network, asset]) => ({ asset, network })
    )
    for (
      const [network, asset] of [["polygon", "USDC"], ["polygon", "BRS"], ["base", "USDT"], ["base", "BRS"]] as const
    ) {
      expect(await refusal(by, { network, asset })).toMatchObject({ _tag: "UnsupportedPair", network, asset, pairs })
    }
  })

  it("answers 501 on solana in the sandbox, and pays there in production §payout-solana §error-not-available-in-sandbox", async () => {
    const by = await payer()
    for (const asset of [undefined, "USDT", "USDC", "BRS"] as const) {
      const parts = asset === undefined ? {} : { asset }
      expect(await refusal(by, { network: "solana", ...parts })).toMatchObject({ _tag: "NotAvailableInSandbox" })
    }
    expect(await refusal(by, { network: "solana", asset: "BRLA" })).toMatchObject({ _tag: "UnsupportedPair" })
    const solana = ["USDT", "USDC", "BRS"].map((asset) => ({ asset, network: "solana" }))
    const live = { environment: "production", apiKey: `pontepay_live_${"first".padEnd(32, "-")}` } as const
    const real = await payer({ ...live, flags: ["WALLET_PAYOUT_API"] })
    expect(await order(real, { network: "solana" })).toMatch(/^pay_/)
    expect(await refusal(real, { network: "solana", asset: "BRLA" })).toMatchObject({
      pairs: expect.arrayContaining(solana) as unknown
    })
    expect(await refusal(real, { network: "solana", asset: "BRS" })).toMatchObject({ flag: "BRS_RAIL" })
    const withBrs = await payer({ ...live, flags: ["WALLET_PAYOUT_API", "BRS_RAIL"] })
    const id = await order(withBrs, { network: "solana", asset: "BRS" })
    expect(withBrs.world.chain.signed.get(`debit/${id}`)).toMatchObject({ asset: "BRS", network: "solana" })
  })

  // F12: each flag of each pair, taken away on its own.
  it.each<[NonNullable<PayoutRequest["network"]>, PayoutRequest["asset"], ReadonlyArray<Flag>]>([
    ["polygon", "USDT", ["WALLET_PAYOUT_API"]],
    ["polygon", "BRLA", ["WALLET_PAYOUT_API"]],
    ["base", "USDC", ["WALLET_PAYOUT_API"]],
    ["base", "BRLA", ["WALLET_PAYOUT_API"]],
    ["tron", "USDT", ["WALLET_PAYOUT_API", "TRON_PAYOUT"]],
    ["solana", "USDT", ["WALLET_PAYOUT_API"]],
    ["solana", "USDC", ["WALLET_PAYOUT_API"]],
    ["solana", "BRS", ["WALLET_PAYOUT_API", "BRS_RAIL"]]
  ])(
    "on %s in %s needs its flags and no others §payout-flags §error-feature-not-enabled",
    async (network, asset, needed) => {
      const live = { environment: "production", apiKey: `pontepay_live_${"first".padEnd(32, "-")}` } as const
      const by = await payer({ ...live, flags: [...allFlags] })
      const parts = { network, ...(asset === undefined ? {} : { asset }) }
      const withFlags = (flags: ReadonlyArray<Flag>): Payer => ({
        ...by,
        caller: { ...by.caller, account: { ...by.caller.account, flags } }
      })
      for (const flag of needed) {
        const others = allFlags.filter((each) => each !== flag)
        expect(await refusal(withFlags(others), parts)).toMatchObject({ _tag: "FeatureNotEnabled", flag })
      }
      expect(effectsOf(by)).toEqual([])
      expect(await order(withFlags(needed), parts)).toMatch(/^pay_/)
    }
  )

  it("needs an approved subaccount of the caller §payout-kyc §payout-scope §error-kyc-not-approved", async () => {
    const by = await payer()
    const made = await by.world.run(createSubaccount({ caller: by.caller, request: { name: "Ana" } }))
    const subAccountId = made._tag === "Answered" ? made.answer.data.subAccountId : ""
    expect(await refusal(by, { subAccountId })).toMatchObject({ _tag: "KycNotApproved", subAccountId })
    const other = await by.world.caller(account("other", { flags: [...allFlags] }))
    const foreign = await refusal(by, { subAccountId: other.account.mainSubAccountId })
    const missing = await refusal(by, { subAccountId: "sub_missing" })
    expect(foreign).toMatchObject({ _tag: "NotFound", resource: "Subaccount" })
    expect(JSON.stringify(foreign)).toBe(JSON.stringify(missing))
  })

  it("lets a third party be paid only where it is enabled, by the declared taxId alone §payout-third-party §error-third-party-not-enabled", async () => {
    const by = await payer()
    expect(await order(by, { taxId: "11144477735" as PayoutRequest["taxId"] & string })).toMatch(/^pay_/)
    const declared = { taxId: "52998224725" as NonNullable<PayoutRequest["taxId"]> }
    expect(await refusal(by, declared)).toMatchObject({ _tag: "ThirdPartyNotEnabled" })
    // Whose key it is does not matter.
    expect(await order(by, { pixKey: "52998224725", pixKeyType: "CPF" })).toMatch(/^pay_/)
    const open = await payer({ thirdParty: true })
    expect(await order(open, declared)).toMatch(/^pay_/)
  })

  it("is paid by the wallet of the subaccount, which has to be there §payout-wallet-missing", async () => {
    const by = await payer()
    const other = await by.world.caller(account("other", { flags: [...allFlags] }))
    expect(await by.world.refusal(createPayout({ caller: other, request: payoutRequest(by) })))
      .toMatchObject({ _tag: "NotFound", resource: "Wallet" })
    // Another wallet's envelope opens nothing.
    await keysOf(by.world, other)
    expect(await by.world.refusal(createPayout({ caller: other, request: payoutRequest(by) })))
      .toMatchObject({ _tag: "InvalidPin" })
  })

  it("needs the right PIN, and locks after three wrong ones §payout-invalid-pin §error-invalid-pin", async () => {
    const by = await payer()
    const wrong = { walletPin: Redacted.make("000000") }
    for (let n = 0; n < 3; n++) expect(await refusal(by, wrong)).toMatchObject({ _tag: "InvalidPin" })
    expect(await refusal(by)).toMatchObject({ _tag: "PinLocked", retryAfterSeconds: 86_400 })
  })

  it("refuses what the wallet does not hold, to the unit §payout-insufficient-funds §error-insufficient-funds", async () => {
    for (const network of ["polygon", "base"] as const) {
      const by = await payer()
      const id = await order(by, { network })
      const { asset, from, units } = by.world.chain.signed.get(`debit/${id}`) ??
        { asset: "USDT", from: { evm: "" }, units: 0n }
      await by.world.work()
      by.world.chain.held.set(`${from.evm}/${asset}`, units - 1n)
      expect(await refusal(by, { network })).toMatchObject({ _tag: "InsufficientFunds", network })
      by.world.chain.held.set(`${from.evm}/${asset}`, units)
      expect(await order(by, { network })).toMatch(/^pay_/)
    }
  })

  it("holds USDT on polygon, so that two orders cannot spend it twice §payout-held", async () => {
    const by = await payer()
    const id = await order(by)
    const { from } = by.world.chain.signed.get(`debit/${id}`) ?? { from: { evm: "" } }
    await by.world.work()
    by.world.chain.held.set(`${from.evm}/USDT`, 4_000_000n)
    await order(by)
    expect(await refusal(by)).toMatchObject({ _tag: "InsufficientFunds", asset: "USDT", network: "polygon" })
    expect(await books(by)).toMatchObject({ "wallet USDT": 1_650_000n, "wallet-holds USDT": 2_350_000n })
  })

  it("is refused while price or chain cannot be asked, and leaves nothing", async () => {
    const by = await payer()
    by.world.rates.isUp = false
    expect(await refusal(by)).toMatchObject({ _tag: "UpstreamUnavailable", upstream: "The price source" })
    by.world.rates.isUp = true
    by.world.chain.isUp = false
    expect(await refusal(by)).toMatchObject({ _tag: "UpstreamUnavailable", upstream: "The chain" })
    expect(await refusal(by, { network: "base" })).toMatchObject({ upstream: "The chain" })
    expect(effectsOf(by)).toEqual([])
    by.world.chain.isUp = true
    expect(await order(by)).toMatch(/^pay_/)
  })
})

describe("the same externalId §payout-external-id", () => {
  it("gives the first answer again, and a conflict for another request", async () => {
    const by = await payer()
    const id = await order(by, { externalId: "order-1" })
    expect(await by.world.run(create(by, { externalId: "order-1" }))).toMatchObject({
      replayed: true,
      answer: { transactionId: id, status: "PROCESSING" }
    })
    await by.world.work()
    expect(await order(by, { externalId: "order-1", pixKey: "MARIA@example.com" })).toBe(id)
    for (
      const other of [
        { value: 1_001 },
        { network: "base" },
        { asset: "BRLA" },
        { pixKey: "ana@example.com" },
        { taxId: "11144477735" as NonNullable<PayoutRequest["taxId"]> }
      ] as const
    ) {
      expect(await refusal(by, { externalId: "order-1", ...other }))
        .toMatchObject({ _tag: "IdempotencyConflict", field: "externalId" })
    }
    expect(by.world.chain.asked.length).toBe(1)
    expect((await recordOf(by, id)).correlationID).toBe("order-1")
  })

  it("belongs to its owner, and makes one payout of many requests at once", async () => {
    const by = await payer()
    const answers = await Promise.all(
      Array.from(
        { length: 4 },
        () => by.world.run(create(by, { externalId: "order-1" })).catch((error: unknown) => error)
      )
    )
    const ids = answers.flatMap((answer) =>
      typeof answer === "object" && answer !== null && "answer" in answer
        ? [(answer as { readonly answer: { readonly transactionId: string } }).answer.transactionId]
        : []
    )
    expect(ids.length).toBeGreaterThan(0)
    expect(new Set(ids).size).toBe(1)
    expect(effectsOf(by).length).toBe(1)
    const other = await by.world.caller(account("other", { flags: [...allFlags] }))
    const { protectedSymmetricKey } = await keysOf(by.world, other)
    const theirs = await order({ world: by.world, caller: other, key: protectedSymmetricKey }, {
      externalId: "order-1"
    })
    expect(theirs).not.toBe(ids[0])
  })
})

describe("a dry run §payout-dry-run", () => {
  const preview = (by: Payer, parts: Partial<PayoutRequest> = {}) =>
    previewPayout({ caller: by.caller, request: { ...without(by, "walletPin"), ...parts } })

  it("answers with the price and makes nothing, needing no PIN", async () => {
    const by = await payer()
    const before = by.world.commits.length
    expect(await by.world.run(preview(by))).toEqual({
      success: true,
      transactionId: null,
      status: "PROCESSING",
      stableAmount: "2.35",
      valueInBrl: "10.00",
      fee: "1.75",
      network: "polygon",
      jobId: null
    })
    expect(by.world.commits.length).toBe(before)
    expect(by.world.vault.opened).toEqual([])
  })

  it("meets the same gates", async () => {
    const by = await payer()
    const refused = async (parts: Partial<PayoutRequest>) => (await by.world.refusal(preview(by, parts)))._tag
    expect(await refused({ network: "solana" })).toBe("NotAvailableInSandbox")
    expect(await refused({ subAccountId: "sub_missing" })).toBe("NotFound")
    expect(await refused({ value: 300_001 })).toBe("PerTransactionLimitExceeded")
    by.world.rates.price = "0.01"
    expect(await refused({ value: 300_000 })).toBe("InsufficientFunds")
  })

  it("gives the first answer where the externalId has one", async () => {
    const by = await payer()
    const id = await order(by, { externalId: "order-1" })
    expect(await by.world.run(preview(by, { externalId: "order-1" }))).toMatchObject({ transactionId: id })
    expect(await by.world.refusal(preview(by, { externalId: "order-1", value: 11 }))).toMatchObject({
      _tag: "IdempotencyConflict"
    })
  })
})

describe("the gates of a payout §payout-gate-order §payout-blocked", () => {
  // Each makes one gate refuse; all of them leave every other gate open.
  interface Gate {
    readonly name: string
    readonly close: (by: Payer) => Promise<Payer> | Payer
    readonly parts: Partial<PayoutRequest>
  }
  const asIs = (by: Payer): Payer => by
  const gates: ReadonlyArray<Gate> = [
    { name: "ValidationFailed", close: asIs, parts: { qrCode: openCode } },
    { name: "UnsupportedPair", close: asIs, parts: { asset: "BRS" } },
    { name: "NotFound", close: asIs, parts: { subAccountId: "sub_missing" } },
    {
      name: "FeatureNotEnabled",
      close: (by) => ({ ...by, caller: { ...by.caller, account: { ...by.caller.account, flags: [] } } }),
      parts: {}
    },
    {
      name: "RecipientNotAllowed",
      close: (by) => ({
        ...by,
        caller: {
          ...by.caller,
          account: { ...by.caller.account, allowedRecipients: { pixKeys: ["other@example.com"], addresses: [] } }
        }
      }),
      parts: {}
    },
    {
      name: "AccountBlocked",
      close: (by) => ({ ...by, caller: { ...by.caller, account: { ...by.caller.account, blocked: true } } }),
      parts: {}
    },
    {
      name: "KycNotApproved",
      close: async (by) => {
        await by.world.run(rejected(by))
        return by
      },
      parts: {}
    },
    {
      name: "ThirdPartyNotEnabled",
      close: asIs,
      parts: { taxId: "52998224725" as NonNullable<PayoutRequest["taxId"]> }
    },
    { name: "PerTransactionLimitExceeded", close: asIs, parts: { value: 300_001 } },
    { name: "InvalidPin", close: asIs, parts: { walletPin: Redacted.make("000000") } },
    {
      name: "InsufficientFunds",
      close: (by) => {
        by.world.rates.price = "0.00001"
        return by
      },
      parts: {}
    }
  ]
  const pairs = gates.flatMap((first, index) => gates.slice(index + 1).map((second) => [first, second] as const))

  it.each(pairs.map(([first, second]) => [first.name, second.name, first, second] as const))(
    "%s answers before %s",
    async (name, _, first, second) => {
      const by = await second.close(await first.close(await payer()))
      expect((await refusal(by, { ...second.parts, ...first.parts }))._tag).toBe(name)
      expect(effectsOf(by)).toEqual([])
    }
  )
})

const rejected = ({ caller }: Payer) =>
  Effect.gen(function*() {
    const { id, mainSubAccountId } = caller.account
    const createdAt = (yield* Clock.currentTimeMillis) + 1
    const [latest] = yield* list(KycAttempts, "bySubAccount", mainSubAccountId, { limit: 1 })
    if (latest === undefined) return
    const attempt = { ...latest.value, id: `kyc_${id}`, status: "REJECTED" as const, createdAt, updatedAt: createdAt }
    yield* Store.use((store) => store.commit(changeSet({ writes: [insert(KycAttempts, attempt)] })))
  })
