// Accounts and keys in the operator's hands: made, changed in what is named, rotated with overlap, revoked; each action is
// written down in its commit.
import { Effect, Redacted, Result, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { callerOf } from "../../../../core/customers/access/caller.ts"
import { AccountChanges, AccountRequest } from "../../../../core/customers/account/account-request.ts"
import { requireUnblocked } from "../../../../core/customers/account/account.ts"
import { createAccount } from "../../../../core/operations/provisioning/create-account.ts"
import { createKey } from "../../../../core/customers/account/create-key.ts"
import { listAccounts } from "../../../../core/customers/account/list-accounts.ts"
import { listKeys } from "../../../../core/customers/account/list-keys.ts"
import { readAccount } from "../../../../core/customers/account/read-account.ts"
import { revokeKey } from "../../../../core/customers/account/revoke-key.ts"
import { rotateKey } from "../../../../core/customers/account/rotate-key.ts"
import { updateAccount } from "../../../../core/operations/provisioning/update-account.ts"
import { limits } from "../../../../core/base/limits/limits.ts"
import { listActs } from "../../../../core/operations/review/list-acts.ts"
import { readSubaccount } from "../../../../core/reports/browse/read-subaccount.ts"
import { operator } from "../../../support/operator.ts"
import { World, startOfTests } from "../../../support/world.ts"

const open = async () => {
  const world = await World.open()
  const account = await world.run(createAccount(operator, { name: "Acme" }))
  const enter = (key: Redacted.Redacted) => world.run(Effect.result(callerOf(key, "sandbox")))
  const acts = () => world.run(listActs(undefined)).then((page) => page.acts)
  return { world, account, id: account.accountId, enter, acts }
}

const takes = (schema: Schema.Codec<unknown, unknown>, value: unknown): boolean =>
  Result.isSuccess(Schema.decodeUnknownResult(schema, { onExcessProperty: "error" })(value))

describe("an account", () => {
  it("begins with nothing on, the limits of the interface and a main subaccount §admin-account-create", async () => {
    const { account, acts, id, world } = await open()
    const at = new Date(startOfTests).toISOString()
    expect(account).toEqual({
      accountId: id,
      environment: "sandbox",
      name: "Acme",
      email: null,
      mainSubAccountId: expect.stringMatching(/^sub_/) as unknown,
      flags: ["THIRD_PARTY_DISABLED"],
      perTxLimitBrl: "3000.00",
      virtualAccount: false,
      blocked: false,
      fees: {},
      chargeLifetimeMinutes: 1_440,
      requestRate: null,
      duplicatePolicy: "off",
      allowedRecipients: null,
      walletKeysPerHour: null,
      createdAt: at,
      updatedAt: at
    })
    expect(await world.run(readAccount(id))).toEqual(account)
    const { secret } = await world.run(createKey(operator, id))
    const caller = await world.run(callerOf(secret, "sandbox"))
    expect(await world.run(readSubaccount(caller, account.mainSubAccountId))).toMatchObject({
      name: "Acme",
      owner: "SELF",
      kyc: { status: "NONE" }
    })
    expect((await acts()).map(({ action, requestId, subject }) => [action, subject, requestId])).toEqual([
      ["key.create", expect.stringMatching(/^key_/), operator.requestId],
      ["account.create", id, operator.requestId]
    ])
  })

  it("is changed in what is named, and the change is written down §admin-account-update §admin-duplicate-policy §admin-flags §admin-audit-record", async () => {
    const { account, acts, id, world } = await open()
    world.advance(7)
    const changes = {
      email: "ops@acme.test",
      flags: { WALLET_PAYOUT_API: true, THIRD_PARTY_DISABLED: false },
      perTxLimitBrl: "12.34",
      virtualAccount: true,
      blocked: true,
      fees: { payout: { basisPoints: 10 } },
      chargeLifetimeMinutes: 30,
      requestRate: { perSecond: 5, burst: 9 },
      duplicatePolicy: "refuse",
      allowedRecipients: { pixKeys: ["maria@example.com"], addresses: [] },
      walletKeysPerHour: 500
    } as const
    expect(await world.run(updateAccount(operator, id, changes))).toEqual({
      ...account,
      ...changes,
      flags: ["WALLET_PAYOUT_API"],
      updatedAt: new Date(startOfTests + 7).toISOString()
    })
    expect(await world.run(updateAccount(operator, id, { requestRate: null, name: "Acme Ltda" }))).toMatchObject({
      name: "Acme Ltda",
      requestRate: null,
      walletKeysPerHour: 500,
      blocked: true,
      chargeLifetimeMinutes: 30,
      duplicatePolicy: "refuse"
    })
    expect(await world.run(updateAccount(operator, id, { flags: { THIRD_PARTY_DISABLED: true } }))).toMatchObject({
      flags: ["WALLET_PAYOUT_API", "THIRD_PARTY_DISABLED"]
    })
    expect((await acts()).map(({ action, detail }) => [action, detail])).toEqual([
      ["account.update", { flags: { THIRD_PARTY_DISABLED: true } }],
      ["account.update", { requestRate: null, name: "Acme Ltda" }],
      ["account.update", { ...changes, email: "changed" }],
      ["account.create", { name: "Acme" }]
    ])
    expect(await world.refusal(updateAccount(operator, "acc_nobody", {}))).toMatchObject({ resource: "Account" })
  })

  it("gives its name and email to its own subaccount, and takes none away §account-main-subaccount", async () => {
    const { account, id, world } = await open()
    const { secret } = await world.run(createKey(operator, id))
    const own = () =>
      world.run(
        Effect.flatMap(callerOf(secret, "sandbox"), (caller) => readSubaccount(caller, account.mainSubAccountId))
      )
    const change = (changes: AccountChanges) => world.run(updateAccount(operator, id, changes))
    await change({ name: "Acme Ltda", email: "ops@acme.test" })
    expect(await own()).toMatchObject({ name: "Acme Ltda", email: "ops@acme.test", owner: "SELF" })
    await change({ email: null, blocked: true })
    expect(await own()).toMatchObject({ name: "Acme Ltda", email: "ops@acme.test" })
    await change({ email: "new@acme.test" })
    expect(await own()).toMatchObject({ name: "Acme Ltda", email: "new@acme.test" })
    const written = world.commits.flatMap(({ writes }) => writes).filter(({ kind }) => kind === "subaccount")
    expect(written).toHaveLength(3)
  })

  it("loses none of two changes at once", async () => {
    const { acts, id, world } = await open()
    const both = [updateAccount(operator, id, { name: "B" }), updateAccount(operator, id, { virtualAccount: true })]
    await world.run(Effect.all(both, { concurrency: 2 }))
    expect(await world.run(readAccount(id))).toMatchObject({ name: "B", virtualAccount: true })
    expect(await acts()).toHaveLength(3)
  })

  it("that is blocked moves no money out §account-blocked §error-account-blocked", async () => {
    const { id, world } = await open()
    const { secret } = await world.run(createKey(operator, id))
    const gate = () =>
      world.run(Effect.flatMap(callerOf(secret, "sandbox"), ({ account }) => Effect.result(requireUnblocked(account))))
    expect(await gate()).toMatchObject({ _tag: "Success" })
    await world.run(updateAccount(operator, id, { blocked: true }))
    expect(await gate()).toMatchObject({ _tag: "Failure", failure: { _tag: "AccountBlocked", accountId: id } })
    await world.run(updateAccount(operator, id, { blocked: false }))
    expect(await gate()).toMatchObject({ _tag: "Success" })
  })

  it.each([50, 51])("is on a page of 50, the newest first, of %i accounts §limit-event-page", async (count) => {
    const world = await World.open()
    for (let n = 1; n <= count; n++) await world.run(createAccount(operator, { name: `A${n}` }))
    const first = await world.run(listAccounts(undefined))
    expect(first.accounts.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, n) => `A${count - n}`))
    if (count === 50) return expect(first.nextCursor).toBeNull()
    const second = await world.run(listAccounts(first.nextCursor ?? undefined))
    expect([second.accounts.map(({ name }) => name), second.nextCursor]).toEqual([["A1"], null])
  })
})

describe("what an operator says of an account", () => {
  it.each<[string, object, boolean]>([
    ["nothing", {}, true],
    ["a limit", { perTxLimitBrl: "0.00" }, true],
    ["a limit below a cent", { perTxLimitBrl: "0.001" }, false],
    ["a limit below zero", { perTxLimitBrl: "-1.00" }, false],
    ["no lifetime", { chargeLifetimeMinutes: 0 }, false],
    ["the shortest lifetime", { chargeLifetimeMinutes: 1 }, true],
    ["the longest lifetime", { chargeLifetimeMinutes: 10_080 }, true],
    ["a longer one", { chargeLifetimeMinutes: 10_081 }, false],
    ["a flag of the interface", { flags: { THIRD_PARTY_DISABLED: true, SWAP: false } }, true],
    ["the flag as it is stored", { flags: { THIRD_PARTY: true } }, false],
    ["an unknown flag", { flags: { FLY: true } }, false],
    ["a fee", { fees: { deposit: { fixedCents: 5, basisPoints: 10_000 } } }, true],
    ["a fee above everything", { fees: { deposit: { basisPoints: 10_001 } } }, false],
    ["a fee of nothing we do", { fees: { lunch: { fixedCents: 5 } } }, false],
    ["recipients", { allowedRecipients: { pixKeys: ["Maria@example.com"], addresses: [] } }, true],
    ["no list of recipients", { allowedRecipients: null }, true],
    ["a recipient that is none", { allowedRecipients: { pixKeys: ["maria"] } }, false],
    ["a key of two types", { allowedRecipients: { pixKeys: ["11987654321"] } }, false],
    ["an address that is none", { allowedRecipients: { addresses: ["0x12"] } }, false],
    ["too many recipients", { allowedRecipients: { pixKeys: Array(101).fill("maria@example.com") } }, false],
    ["a number of wallets whose keys are read", { walletKeysPerHour: 1 }, true],
    ["the usual number", { walletKeysPerHour: null }, true],
    ["no wallet at all", { walletKeysPerHour: 0 }, false],
    ["too many wallets", { walletKeysPerHour: 100_001 }, false],
    ["no rate", { requestRate: null }, true],
    ["a rate of nothing", { requestRate: { perSecond: 0, burst: 1 } }, false],
    ["half a rate", { requestRate: { perSecond: 1 } }, false],
    ["the environment, which its host has", { environment: "production" }, false]
  ])("with %s §admin-account-update", (_what, parts, isTaken) => {
    expect(takes(AccountChanges as Schema.Codec<unknown, unknown>, parts)).toBe(isTaken)
    expect(takes(AccountRequest as Schema.Codec<unknown, unknown>, { name: "A", ...parts })).toBe(isTaken)
    expect(takes(AccountRequest as Schema.Codec<unknown, unknown>, parts)).toBe(false)
  })
})

describe("a key", () => {
  it("is shown once, masked from then on, and opens at once §admin-key-once §admin-key-masked", async () => {
    const { acts, enter, id, world } = await open()
    const { secret, ...view } = await world.run(createKey(operator, id))
    const key = Redacted.value(secret)
    expect(key).toMatch(/^pontepay_test_[0-9A-Za-z]{38}$/)
    expect(view).toEqual({
      keyId: expect.stringMatching(/^key_/) as unknown,
      accountId: id,
      key: `pontepay_test_…${key.slice(-4)}`,
      state: "ACTIVE",
      scopes: null,
      allowedAddresses: null,
      expiresAt: null,
      lastUsedAt: null,
      createdAt: new Date(startOfTests).toISOString(),
      revokedAt: null
    })
    expect(await enter(secret)).toMatchObject({ _tag: "Success", success: { account: { id } } })
    const { keys } = await world.run(listKeys(id, undefined))
    expect(keys).toEqual([view])
    expect(
      JSON.stringify(
        [keys, await acts(), world.commits],
        (_, value: unknown) => typeof value === "bigint" ? String(value) : value
      )
    ).not.toContain(key)
  })

  it("that is rotated opens up to the last millisecond of the overlap §admin-key-rotate §limit-rotation-overlap-ms", async () => {
    const { enter, id, world } = await open()
    const first = await world.run(createKey(operator, id))
    const second = await world.run(rotateKey(operator, id, first.keyId))
    expect(second.replaced).toMatchObject({ keyId: first.keyId, state: "ENDING" })
    world.advance(limits.rotationOverlapMs - 1)
    expect(await enter(first.secret)).toMatchObject({ _tag: "Success" })
    expect(await enter(second.secret)).toMatchObject({ _tag: "Success" })
    world.advance(1)
    expect(await enter(first.secret)).toMatchObject({ _tag: "Failure", failure: { problem: "unknown" } })
    expect(await enter(second.secret)).toMatchObject({ _tag: "Success" })
    expect((await world.run(listKeys(id, undefined))).keys.map(({ state }) => state)).toEqual(["ACTIVE", "REVOKED"])
  })

  it("is rotated once, also by two at the same time", async () => {
    const { id, world } = await open()
    const { keyId } = await world.run(createKey(operator, id))
    const both = [1, 2].map(() => Effect.result(rotateKey(operator, id, keyId)))
    const outcomes = await world.run(Effect.all(both, { concurrency: 2 }))
    expect(outcomes.filter(Result.isSuccess)).toHaveLength(1)
    expect(await world.refusal(rotateKey(operator, id, keyId))).toMatchObject({ state: "rotated already" })
    expect((await world.run(listKeys(id, undefined))).keys).toHaveLength(2)
  })

  it("that is revoked opens nothing, once and for all §admin-key-revoke", async () => {
    const { acts, enter, id, world } = await open()
    const { keyId, secret } = await world.run(createKey(operator, id))
    const revoked = await world.run(revokeKey(operator, id, keyId))
    expect(revoked).toMatchObject({ state: "REVOKED", revokedAt: new Date(startOfTests).toISOString() })
    expect(await enter(secret)).toMatchObject({ _tag: "Failure" })
    world.advance(5)
    expect(await world.run(revokeKey(operator, id, keyId))).toEqual(revoked)
    expect(await world.refusal(rotateKey(operator, id, keyId))).toMatchObject({ state: "revoked" })
    expect((await acts()).map(({ action }) => action)).toEqual(["key.revoke", "key.create", "account.create"])
  })

  it("that is ending can be revoked before its time §admin-key-revoke", async () => {
    const { enter, id, world } = await open()
    const { keyId, secret } = await world.run(createKey(operator, id))
    await world.run(rotateKey(operator, id, keyId))
    await world.run(revokeKey(operator, id, keyId))
    expect(await enter(secret)).toMatchObject({ _tag: "Failure" })
  })

  it("of another account is as one that is not there", async () => {
    const { id, world } = await open()
    const other = await world.run(createAccount(operator, { name: "Other" }))
    const { keyId } = await world.run(createKey(operator, other.accountId))
    for (const wrong of [keyId, "key_nobody"]) {
      expect(await world.refusal(revokeKey(operator, id, wrong))).toEqual(
        await world.refusal(revokeKey(operator, id, "key_none"))
      )
      expect(await world.refusal(rotateKey(operator, id, wrong))).toMatchObject({ resource: "Key" })
    }
    expect(await world.refusal(createKey(operator, "acc_nobody"))).toMatchObject({ resource: "Account" })
    expect(await world.refusal(listKeys("acc_nobody", undefined))).toMatchObject({ resource: "Account" })
  })
})
