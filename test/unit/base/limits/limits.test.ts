// Every limit at its edges: what is at the limit passes, what is one beyond is refused (spec "Limits"; C1, C7, C43).
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { createDeposit } from "../../../../core/payments/deposit/create-deposit.ts"
import { DepositRequest } from "../../../../core/payments/deposit/admit-deposit.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { SubaccountRequest } from "../../../../core/customers/subaccount/create-subaccount.ts"
import { World, depositRequest } from "../../../support/world.ts"

const isDeposit = (parts: object): boolean => Schema.is(DepositRequest)({ ...depositRequest(), ...parts })
const isSubaccount = (parts: object): boolean => Schema.is(SubaccountRequest)({ name: "Ana", ...parts })

describe("figures", () => {
  it("are those of the specification", () => {
    expect(limits).toEqual({
      subaccountName: { minimum: 1, maximum: 64 },
      answerRate: { bytes: 65_536, withinMs: 60_000 },
      bodyPieces: { bytes: 64, count: 1_024 },
      connections: { address: 256, knownAddress: 2_048, strangers: 2_048, all: 4_096 },
      headers: 100,
      knownAddressMs: 3_600_000,
      pipelinedRequests: 4,
      probesAtOnce: { address: 8, knownAddress: 32, strangers: 64, all: 64 },
      queryParameters: 64,
      requestsAtOnce: { address: 256, knownAddress: 1_024, strangers: 1_024, all: 2_048 },
      unreadBytes: { address: 16_777_216, knownAddress: 67_108_864, strangers: 33_554_432, all: 100_663_296 },
      depositValue: { minimum: 1, maximum: 999_999_999_999 },
      externalId: { minimum: 1, maximum: 255 },
      subaccountPage: 50,
      keyAddresses: 50,
      keyUseMs: 60_000,
      approvalMs: 86_400_000,
      chargeLifetimeMs: 86_400_000,
      chargePageMs: 86_400_000,
      earlyReturnMs: 86_400_000,
      chargeUnknownMs: 86_400_000,
      railReturnMs: 86_400_000,
      receiptLinkMs: 2_592_000_000,
      perTransactionCents: 300_000n,
      signatureToleranceMs: 300_000,
      webhookRetryMs: 259_200_000,
      idempotencyKey: { minimum: 1, maximum: 255 },
      body: { bytes: 65_536, depth: 32 },
      lightningInvoiceValue: { minimum: 10, maximum: 25_000 },
      lightningInvoiceLifetimeMs: 3_600_000,
      payoutValue: { minimum: 10, maximum: 999_999_999_999 },
      transferAmount: "10000",
      spendMs: 3_600_000,
      transferRateMs: 30_000,
      transferReplayMs: 120_000,
      reference: { minimum: 1, maximum: 255 },
      keysRateMs: 60_000,
      keysPerHour: 100,
      recipients: 100,
      pin: { digits: 6, characters: 8, longest: 64 },
      walletsPerHolder: 20,
      pinAttempts: 3,
      pinLockMs: 86_400_000,
      unlocksAtOnce: 4,
      unlocksWaiting: 8,
      unlockWaitMs: 10_000,
      statementWindowMs: 7_776_000_000,
      statementDefaultMs: 2_592_000_000,
      statementPage: { minimum: 1, maximum: 200, fallback: 50 },
      quoteValidityMs: 120_000,
      rateAgeMs: 60_000,
      livenessTokenMs: 300_000,
      livenessPerMinute: 10,
      uploadUrlMs: 900_000,
      uploadsAtOnce: { all: 16, account: 8, address: 4 },
      uploadRate: { bytes: 32_768, withinMs: 5_000 },
      documentBytes: 10_485_760,
      disputeWindowMs: 6_912_000_000,
      personRetentionMs: 315_619_200_000,
      erasureRetryMs: 86_400_000,
      unattachedDocumentMs: 604_800_000,
      unattachedDocuments: { count: 10_000, bytes: 10_737_418_240 },
      hostedAttemptMs: 86_400_000,
      hostedDocumentsPerHour: 30,
      companyProofsMs: 2_592_000_000,
      importToken: { minimum: 1, maximum: 4_096 },
      redirectUrl: { minimum: 1, maximum: 2_048 },
      swapAmount: { decimals: 8, maximum: "10000" },
      swapMinimumOutputSats: { minimum: 400, fallback: 400 },
      swapSlippageBps: { minimum: 0, maximum: 1_000, fallback: 100 },
      swapLightningFeeSats: { minimum: 0, maximum: 10_000, fallback: 10 },
      swapRequestId: { minimum: 1, maximum: 100 },
      swapAuthorizationMs: 300_000,
      requestRate: { perSecond: 100, burst: 200 },
      documentationRate: { perSecond: 5, burst: 200 },
      documentationSearch: { words: 8, characters: 100 },
      refusedCredentials: { tries: 20, withinMs: 60_000 },
      invitationMs: 259_200_000,
      signIn: { tries: 10, lockMs: 900_000 },
      operatorSession: { most: 5, lifetimeMs: 43_200_000, idleMs: 1_800_000, seenMs: 60_000 },
      operatorPassword: { minimum: 12, maximum: 128 },
      recoveryCodes: 10,
      passwords: { atOnce: 2, waiting: 4, waitMs: 5_000 },
      serviceTokenDays: { minimum: 1, maximum: 365 },
      eventsKeptMs: 2_592_000_000,
      eventPage: 50,
      webhookSecret: 64,
      pinSessionMs: 900_000,
      kycPollMs: 30_000,
      rotationOverlapMs: 86_400_000,
      webhooks: { endpoints: 100, headers: 20 },
      commandId: { minimum: 1, maximum: 128 },
      commandSeal: 16_384
    })
  })
})

describe("a deposit", () => {
  it.each([
    [0, false],
    [1, true],
    [999_999_999_999, true],
    [1_000_000_000_000, false],
    [-1, false],
    [1.5, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
    ["1000", false],
    [10n, false],
    [null, false]
  ])("of %s cents: %s §deposit-value §limit-deposit-value", (value, accepted) => {
    expect(isDeposit({ value })).toBe(accepted)
  })

  it.each([
    ["", false],
    ["x", true],
    ["x".repeat(255), true],
    ["x".repeat(256), false],
    ["😀".repeat(255), true],
    ["😀".repeat(256), false]
  ])("with externalId %j: %s §deposit-external-id §limit-external-id", (externalId, accepted) => {
    expect(isDeposit({ externalId })).toBe(accepted)
  })

  it.each([
    ["11144477735", true],
    ["11144477734", false],
    ["111.444.777-35", false],
    ["11222333000181", false],
    ["00000000000", false]
  ])("for taxId %s: %s §deposit-tax-id", (taxId, accepted) => {
    expect(isDeposit({ taxId })).toBe(accepted)
  })

  it("can be paid until a millisecond before its charge expires §deposit-expires §limit-charge-lifetime-ms", async () => {
    const world = await World.open()
    const caller = await world.caller()
    const { externalId } = await world.deposit(caller)
    world.advance(limits.chargeLifetimeMs - 1)
    await world.work()
    expect(await world.record(caller, externalId)).toMatchObject({ status: "PENDING" })
    world.advance(1)
    await world.work()
    expect(await world.record(caller, externalId)).toMatchObject({ status: "EXPIRED" })
  })

  it("lives as long as its account says §deposit-expires", async () => {
    const world = await World.open()
    const caller = await world.caller()
    const account = { ...caller.account, chargeLifetimeMs: 1_000 }
    await world.run(
      createDeposit({ caller: { ...caller, account }, request: depositRequest({ externalId: "order-1" }) })
    )
    world.advance(1_000)
    await world.work()
    expect(await world.record(caller, "order-1")).toMatchObject({ status: "EXPIRED" })
  })

  it("of the largest value is exact to the cent", async () => {
    const world = await World.open()
    const caller = await world.caller()
    const record = await world.deposit(caller, { value: limits.depositValue.maximum, asset: "BRLA" })
    expect(record).toMatchObject({
      value: 999_999_999_999,
      valueInBrl: "9999999999.99",
      fee: 25_000_000_000,
      feeInBrl: "250000000.00"
    })
  })
})

describe("a subaccount", () => {
  it.each([
    ["", false],
    ["A", true],
    ["a".repeat(64), true],
    ["a".repeat(65), false],
    ["ã".repeat(64), true],
    ["😀".repeat(64), true],
    ["😀".repeat(65), false],
    ["a\tb", false]
  ])("named %j: %s §subaccount-name §text-length §limit-subaccount-name", (name, accepted) => {
    expect(isSubaccount({ name })).toBe(accepted)
  })
})
