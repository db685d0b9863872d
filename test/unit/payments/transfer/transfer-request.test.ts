// What may be asked of a transfer (spec "Wallet transfer"; C19): pairs, recipients, amounts.
import { Redacted, Schema } from "effect"
import { describe, expect, it } from "vitest"
import type { Caller } from "../../../../core/customers/access/caller.ts"
import { createTransfer } from "../../../../core/payments/transfer/create-transfer.ts"
import { TransferRequest, checkTransferRequest } from "../../../../core/payments/transfer/transfer-request.ts"
import { World, account } from "../../../support/world.ts"
import { walletAccount } from "../../../support/wallets.ts"

const recipientAddress = "0x52908400098527886E0F7030069857D2E4169EE7"
const checksummed = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

const request = (parts: Partial<TransferRequest> = {}): TransferRequest => ({
  recipientAddress,
  amount: "1",
  walletPin: Redacted.make("123456"),
  protectedSymmetricKey: Redacted.make("envelope"),
  ...parts
})

const open = async (declared = walletAccount()): Promise<{ world: World; caller: Caller }> => {
  const world = await World.open()
  return { world, caller: await world.caller(declared) }
}

const refused = async (parts: Partial<TransferRequest>) => {
  const { caller, world } = await open()
  return await world.refusal(checkTransferRequest(caller, request(parts)))
}

const invalid = (field: string) => ({ _tag: "ValidationFailed", details: [{ field }] })

describe("pairs", () => {
  const networks = ["polygon", "base", "solana"] as const
  const assets = ["USDT", "USDC", "BRLA", "BRS"] as const
  const listed = new Set([
    "USDT polygon",
    "USDC polygon",
    "BRLA polygon",
    "USDC base",
    "BRLA base",
    "USDT solana",
    "USDC solana",
    "BRS solana"
  ])

  it.each(networks.flatMap((network) => assets.map((asset) => [asset, network] as const)))(
    "%s on %s is as the specification lists it, and 501 on Solana in the sandbox §transfer-pairs §transfer-solana-sandbox",
    async (asset, network) => {
      const { caller, world } = await open()
      const check = checkTransferRequest(caller, request({ asset, network }))
      if (!listed.has(`${asset} ${network}`)) {
        expect(await world.refusal(check)).toMatchObject({
          _tag: "UnsupportedPair",
          asset,
          network,
          pairs: [...listed].filter((pair) => !pair.endsWith("solana")).map((pair) => ({
            asset: pair.split(" ")[0],
            network: pair.split(" ")[1]
          }))
        })
      } else if (network === "solana") {
        expect(await world.refusal(check)).toMatchObject({ _tag: "NotAvailableInSandbox" })
      } else expect(await world.run(check)).toMatchObject({ asset, network })
    }
  )

  it("defaults to USDT on polygon §transfer-defaults", async () => {
    const { caller, world } = await open()
    expect(await world.run(checkTransferRequest(caller, request()))).toMatchObject({
      asset: "USDT",
      network: "polygon"
    })
  })

  it("takes Solana in production, BRS behind its flag §transfer-brs-flag", async () => {
    const world = await World.open()
    const live = account("live", {
      environment: "production",
      apiKey: `pontepay_live_${"live".padEnd(32, "-")}`,
      flags: ["WALLET_PAYOUT_API"]
    })
    const caller = await world.caller(live)
    const asked = request({
      asset: "BRS",
      network: "solana",
      recipientAddress: "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk"
    })
    await world.run(checkTransferRequest(caller, asked))
    expect(await world.refusal(createTransfer({ caller, request: asked }))).toMatchObject({ flag: "BRS_RAIL" })
  })
})

describe("the recipient", () => {
  const one = { toSubAccountId: "sub_1", toUserId: "usr_1", recipientAddress }

  it("is exactly one of three §transfer-one-recipient", async () => {
    const { caller, world } = await open()
    const { recipientAddress: _, ...none } = request()
    expect(await world.refusal(checkTransferRequest(caller, none))).toMatchObject(invalid("recipientAddress"))
    expect(await refused({ toSubAccountId: one.toSubAccountId })).toMatchObject(invalid("recipientAddress"))
    expect(await refused({ toUserId: one.toUserId })).toMatchObject(invalid("recipientAddress"))
    expect(await refused(one)).toMatchObject(invalid("recipientAddress"))
    for (const named of [{ toSubAccountId: "sub_1" }, { toUserId: "usr_1" }]) {
      expect(await world.run(checkTransferRequest(caller, { ...none, ...named }))).toMatchObject({
        recipient: { by: "subaccount", subAccountId: "sub_1" }
      })
    }
  })

  it.each([
    checksummed.toLowerCase(),
    `0x${checksummed.slice(2).toUpperCase()}`,
    checksummed.replace("F6", "f6"),
    checksummed.slice(0, -1),
    `0x${"0".repeat(40)}`,
    "HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk",
    "ana@example.com"
  ])("is not %s on an EVM network §transfer-checksum", async (address) => {
    expect(await refused({ recipientAddress: address })).toMatchObject(invalid("recipientAddress"))
  })

  it.each([checksummed, recipientAddress, `0x${"1".repeat(40)}`])("may be %s §transfer-checksum", async (address) => {
    const { caller, world } = await open()
    expect(await world.run(checkTransferRequest(caller, request({ recipientAddress: address })))).toMatchObject({
      recipient: { address }
    })
  })
})

describe("the reference", () => {
  const decode = Schema.decodeUnknownExit(TransferRequest)
  const asked = (reference: string) => ({
    recipientAddress,
    amount: "1",
    walletPin: "1",
    protectedSymmetricKey: "x",
    reference
  })

  it.each([[0, "Failure"], [1, "Success"], [255, "Success"], [256, "Failure"]])(
    "of %i characters: %s §limit-reference §transfer-reference-length",
    (length, tag) => {
      // Code points, not the units that a string is made of.
      expect(decode(asked("\u{1F600}".repeat(length)))._tag).toBe(tag)
    }
  )
})

describe("the amount", () => {
  it.each([
    "0",
    "0.000000",
    "10000.000001",
    "10001",
    "0.0000001",
    "-1",
    "+1",
    "1e3",
    "01",
    "1.",
    ".5",
    " 1",
    "1 ",
    "",
    "1,5"
  ])(
    "is not %j §transfer-amount",
    async (amount) => {
      expect(await refused({ amount })).toMatchObject(invalid("amount"))
    }
  )

  it.each(
    [
      ["0.000001", "USDT", 1n],
      ["10000", "USDT", 10_000_000_000n],
      ["9999.999999", "USDC", 9_999_999_999n],
      ["0.000000000000000001", "BRLA", 1n],
      ["10000.000000000000000000", "BRLA", 10n ** 22n]
    ] as const
  )("may be %s %s §transfer-amount §limit-transfer-amount", async (amount, asset, units) => {
    const { caller, world } = await open()
    expect(await world.run(checkTransferRequest(caller, request({ amount, asset })))).toMatchObject({ units })
  })
})
