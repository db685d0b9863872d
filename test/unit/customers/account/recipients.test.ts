// S1: while an operator has listed the recipients of an account, payouts, transfers and swaps go to them alone.
import { Effect, Redacted, Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { callerOf } from "../../../../core/customers/access/caller.ts"
import { RecipientsRequest, listedRecipients, requireListed } from "../../../../core/customers/account/recipients.ts"
import { detailsOf } from "../../../../core/base/errors/catalogue.ts"
import { RecipientNotAllowed } from "../../../../core/base/errors/errors.ts"
import { printBrCode } from "../../../../core/standards/pix/br-code.ts"
import { createPayout } from "../../../../core/payments/payout/create-payout.ts"
import { previewPayout } from "../../../../core/payments/payout/preview-payout.ts"
import { updateAccount } from "../../../../core/operations/provisioning/update-account.ts"
import { listActs } from "../../../../core/operations/review/list-acts.ts"
import { createSwap } from "../../../../core/payments/swap/create-swap.ts"
import { createTransfer } from "../../../../core/payments/transfer/create-transfer.ts"
import type { TransferRequest } from "../../../../core/payments/transfer/transfer-request.ts"
import { payoutRequest } from "../../payments/payout/payouts.ts"
import { lightningDestination, openSwapper, sparkDestination } from "../../payments/swap/swap.scene.ts"
import { newHolder, openWithWallet, walletAccount, walletOf } from "../../../support/wallets.ts"

const operator = { environment: "sandbox", requestId: "request-1" } as const
const evm = "0x52908400098527886E0F7030069857D2E4169EE7"
const otherEvm = "0xde709f2102306220921060314715629080e2fb77"

const staticCode =
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D"
const dynamicCode = Result.getOrThrow(
  printBrCode({
    kind: "dynamic",
    merchantName: "Fulano de Tal",
    merchantCity: "BRASILIA",
    categoryCode: "0000",
    singleUse: false,
    location: "pix.example.com/1",
    txid: "****"
  })
)

const open = async () => {
  const declared = walletAccount()
  const { proof, wallet, world } = await openWithWallet(declared)
  const key = Redacted.value(proof.protectedSymmetricKey)
  const caller = () => world.run(callerOf(Redacted.make(declared.apiKey), "sandbox"))
  const accountId = (await caller()).account.id
  const list = (allowedRecipients: RecipientsRequest | null) =>
    world.run(updateAccount(operator, accountId, { allowedRecipients }))
  const ask = async <A, E, R>(effect: Effect.Effect<A, E, R>) => {
    const result = await world.run(Effect.result(effect as Effect.Effect<A, E, never>))
    return result._tag === "Success" ? "passes" : (result.failure as { readonly _tag: string })._tag
  }
  const payout = async (parts: Parameters<typeof payoutRequest>[1]) =>
    ask(createPayout({ caller: await caller(), request: payoutRequest({ key }, parts) }))
  const paidCode = async (qrCode: string) => {
    const { pixKey: _, ...rest } = payoutRequest({ key })
    return ask(createPayout({ caller: await caller(), request: { ...rest, qrCode } }))
  }
  const preview = async (parts: Parameters<typeof payoutRequest>[1]) =>
    ask(previewPayout({ caller: await caller(), request: payoutRequest({ key }, parts) }))
  const transfer = async (to: Partial<TransferRequest>) => {
    // Turns of transfers are half a minute apart.
    world.advance(30_000)
    return ask(createTransfer({ caller: await caller(), request: { amount: "1.5", ...proof, ...to } }))
  }
  return { world, wallet, caller, list, payout, paidCode, preview, transfer }
}

describe("a list of recipients §allowed-recipients", () => {
  it("lets payouts go to its PIX keys alone, however they are written, also in a dry run §error-recipient-not-allowed", async () => {
    const { list, payout, preview } = await open()
    expect(await payout({ pixKey: "joao@example.com" })).toBe("passes")
    const { allowedRecipients } = await list({ pixKeys: ["Maria@Example.com", "529.982.247-25", "maria@example.com"] })
    expect(allowedRecipients).toEqual({ pixKeys: ["maria@example.com", "52998224725"], addresses: [] })
    for (const pay of [payout, preview]) {
      expect(await pay({ pixKey: "MARIA@example.com" })).toBe("passes")
      expect(await pay({ pixKey: "52998224725", pixKeyType: "CPF" })).toBe("passes")
      expect(await pay({ pixKey: "joao@example.com" })).toBe("RecipientNotAllowed")
    }
    await list(null)
    expect(await payout({ pixKey: "joao@example.com" })).toBe("passes")
  })

  it("knows the key of a static BR Code, and takes no code that names none", async () => {
    const { list, paidCode } = await open()
    await list({ pixKeys: ["123e4567-e12b-12d1-a456-426655440000"] })
    expect(await paidCode(staticCode)).toBe("passes")
    expect(await paidCode(dynamicCode)).toBe("RecipientNotAllowed")
    await list({ pixKeys: ["maria@example.com"] })
    expect(await paidCode(staticCode)).toBe("RecipientNotAllowed")
  })

  it("lets transfers go to its addresses alone, and to subaccounts by those of their wallets", async () => {
    const { caller, list, transfer, world } = await open()
    const holder = await newHolder(world, await caller())
    const { addresses } = await walletOf(world, holder)
    expect(await transfer({ recipientAddress: evm })).toBe("passes")
    await list({ addresses: [otherEvm] })
    expect(await transfer({ recipientAddress: evm })).toBe("RecipientNotAllowed")
    expect(await transfer({ toSubAccountId: holder })).toBe("RecipientNotAllowed")
    expect(await transfer({ toSubAccountId: await newHolder(world, await caller()) })).toBe("RecipientNotAllowed")
    await list({ addresses: [evm.toLowerCase(), addresses.evm] })
    expect(await transfer({ recipientAddress: evm })).toBe("passes")
    expect(await transfer({ toSubAccountId: holder })).toBe("passes")
    await list({})
    expect(await transfer({ recipientAddress: evm })).toBe("RecipientNotAllowed")
  })

  it("lets swaps go to its addresses alone, and to the wallet's own", async () => {
    const { caller, request, world } = await openSwapper()
    const swap = (id: string, parts: Readonly<Record<string, unknown>>, addresses: ReadonlyArray<string>) => {
      const allowedRecipients = listedRecipients({ addresses })
      const listed = { ...caller, account: { ...caller.account, allowedRecipients } }
      return world.run(
        Effect.result(createSwap({ caller: listed, request: request({ clientRequestId: id, ...parts }) }))
      )
    }
    const lightning = { network: "lightning", address: lightningDestination }
    const refused = { failure: { _tag: "RecipientNotAllowed", field: "address" } }
    expect(await swap("a", { address: sparkDestination }, [])).toMatchObject(refused)
    expect(await swap("b", lightning, [sparkDestination])).toMatchObject(refused)
    expect(await swap("c", { address: sparkDestination }, [sparkDestination])).toMatchObject({ _tag: "Success" })
    expect(await swap("d", lightning, [lightningDestination])).toMatchObject({ _tag: "Success" })
    expect(await swap("e", {}, [])).toMatchObject({ _tag: "Success" })
  })

  it("has a hundred PIX keys and a hundred addresses at most §limit-recipients", () => {
    const takes = Schema.is(RecipientsRequest)
    const keys = Array.from({ length: 101 }, (_, index) => `key${index}@example.com`)
    const addresses = Array.from({ length: 101 }, (_, index) => `0x${index.toString(16).padStart(40, "0")}`)
    expect(takes({ pixKeys: keys.slice(1), addresses: addresses.slice(1) })).toBe(true)
    expect([takes({ pixKeys: keys }), takes({ addresses })]).toEqual([false, false])
  })

  it("is written down with who is on it", async () => {
    const { list, world } = await open()
    await list({ pixKeys: ["maria@example.com"], addresses: [evm] })
    const [act] = (await world.run(listActs(undefined))).acts
    expect(act).toMatchObject({
      action: "account.update",
      detail: { allowedRecipients: { pixKeys: ["maria@example.com"], addresses: [evm] } }
    })
  })

  it("holds PIX keys and addresses apart: an e-mail key is no Lightning address", () => {
    const account = { allowedRecipients: listedRecipients({ pixKeys: ["bob@example.com"] }) }
    const passes = (to: Parameters<typeof requireListed>[2]) =>
      Effect.runSync(Effect.result(requireListed(account, "address", to)))._tag
    expect(passes({ pixKey: "bob@example.com" })).toBe("Success")
    expect([passes({ address: "bob@example.com" }), passes({ pixKey: null }), passes({ address: null })]).toEqual(
      Array(3).fill("Failure")
    )
    expect(detailsOf(new RecipientNotAllowed({ field: "pixKey" }))).toMatchObject([{ field: "pixKey" }])
  })
})
