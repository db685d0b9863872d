// The bootstrap file: applied at every start, idempotent by key; what is wrong is named by its place, and no key or secret
// is ever repeated.
import { Effect, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { Accounts } from "../../../../core/customers/account/account.ts"
import { applyBootstrap } from "../../../../core/operations/provisioning/apply-bootstrap.ts"
import { type BootstrapAccount, readBootstrapFile } from "../../../../core/operations/provisioning/bootstrap-file.ts"
import { updateAccount } from "../../../../core/operations/provisioning/update-account.ts"
import { KycAttempts } from "../../../../core/customers/kyc/kyc-attempt.ts"
import { find, list, replace } from "../../../../core/engine/store/records.ts"
import { Store, changeSet } from "../../../../core/engine/store/store.ts"
import { readSubaccount } from "../../../../core/reports/browse/read-subaccount.ts"
import { readSecret } from "../../../../core/webhooks/webhook/read-secret.ts"
import { registerWebhook } from "../../../../core/webhooks/webhook/register-webhook.ts"
import { removeWebhook } from "../../../../core/webhooks/webhook/remove-webhook.ts"
import { rotateSecret } from "../../../../core/webhooks/webhook/rotate-secret.ts"
import { updateWebhook } from "../../../../core/webhooks/webhook/update-webhook.ts"
import { Webhooks, urlKey } from "../../../../core/webhooks/webhook/webhook.ts"
import { operator } from "../../../support/operator.ts"
import { planes } from "../../../support/planes.ts"
import { World, account } from "../../../support/world.ts"

const secret = "c0ffee".padEnd(64, "5")
const key = `pontepay_test_${"K".repeat(32)}`

const whole = {
  name: "Acme",
  environment: "sandbox",
  apiKey: key,
  email: "ops@acme.test",
  taxId: "11144477735",
  kyc: "APPROVED",
  flags: ["WALLET_PAYOUT_API", "AUTO_REFUND", "THIRD_PARTY_DISABLED"],
  thirdParty: false,
  perTxLimitBrl: "3000.00",
  virtualAccount: false,
  allowedRecipients: { pixKeys: ["ops@acme.test"], addresses: ["0x52908400098527886E0F7030069857D2E4169EE7"] },
  walletKeysPerHour: 20,
  webhooks: [{
    url: "http://127.0.0.1:9999/hook",
    secret,
    events: ["PAYOUT_FAILED", "kyc.completed"],
    headers: { "X-Env": "dev" },
    retry: true
  }]
}

const read = (accounts: unknown) => Effect.runPromise(Effect.result(readBootstrapFile(JSON.stringify({ accounts }))))

describe("the file", () => {
  it("is read with everything it can say, and with the least", async () => {
    expect(await read([whole])).toMatchObject({ _tag: "Success", success: [whole] })
    expect(await read([{ name: "Acme", environment: "sandbox", apiKey: key }])).toMatchObject({ _tag: "Success" })
    expect(await read([])).toMatchObject({ _tag: "Success", success: [] })
  })

  it("takes a webhook's secret in either case, as it is written", async () => {
    const webhooks = [{ url: "https://x", secret: "C0FFEE".padEnd(64, "a") }]
    expect(await read([{ ...whole, webhooks }])).toMatchObject({ _tag: "Success", success: [{ webhooks }] })
  })

  it.each<[string, object, string]>([
    ["name", { name: "" }, "accounts.0.name"],
    ["name", { name: "x".repeat(65) }, "accounts.0.name"],
    ["environment", { environment: "staging" }, "accounts.0.environment"],
    ["apiKey that is short", { apiKey: `pontepay_test_${"K".repeat(31)}` }, "accounts.0.apiKey"],
    ["apiKey of the other environment", { apiKey: `pontepay_live_${"K".repeat(32)}` }, "accounts.0.apiKey"],
    ["email", { email: "acme" }, "accounts.0.email"],
    ["taxId", { taxId: "11144477734" }, "accounts.0.taxId"],
    ["kyc", { kyc: "PENDING" }, "accounts.0.kyc"],
    ["accountType", { accountType: "SHOP" }, "accounts.0.accountType"],
    ["proof of a person", { financialCapacity: "APPROVED" }, "accounts.0.financialCapacity"],
    [
      "proof of a company that is not approved",
      { accountType: "COMPANY", kyc: "NONE", financialCapacity: "APPROVED" },
      "accounts.0.financialCapacity"
    ],
    ["flag", { flags: ["SWAP", "FLY"] }, "accounts.0.flags.1"],
    ["limit", { perTxLimitBrl: "3000.001" }, "accounts.0.perTxLimitBrl"],
    ["limit", { perTxLimitBrl: "-1.00" }, "accounts.0.perTxLimitBrl"],
    ["recipient", { allowedRecipients: { pixKeys: ["ops@acme.test", "?"] } }, "accounts.0.allowedRecipients.pixKeys.1"],
    ["number of wallets", { walletKeysPerHour: 0 }, "accounts.0.walletKeysPerHour"],
    ["unknown field", { colour: "red" }, "accounts.0.colour"],
    ["webhook address", { webhooks: [{ url: "ftp://x", secret }] }, "accounts.0.webhooks.0.url"],
    ["webhook address with a password", { webhooks: [{ url: "https://a:b@x", secret }] }, "accounts.0.webhooks.0.url"],
    ["webhook secret", { webhooks: [{ url: "https://x", secret: "short" }] }, "accounts.0.webhooks.0.secret"],
    [
      "webhook secret that is no hex",
      { webhooks: [{ url: "https://x", secret: "g".repeat(64) }] },
      "accounts.0.webhooks.0.secret"
    ],
    [
      "webhook event",
      { webhooks: [{ url: "https://x", secret, events: ["PARTY"] }] },
      "accounts.0.webhooks.0.events.0"
    ],
    ["webhook header that breaks lines", {
      webhooks: [{ url: "https://x", secret, headers: { "X-A": "a\r\nX-B: b" } }]
    }, "accounts.0.webhooks.0.headers.X-A"]
  ])("names a wrong %s by its place", async (_, parts, place) => {
    const answer = await read([{ ...whole, ...parts }])
    if (answer._tag === "Success") throw new Error("accepted")
    expect(answer.failure.details.map(({ field }) => field)).toEqual([place])
  })

  it("names every problem at once", async () => {
    const answer = await read([whole, { name: 7, environment: "sandbox" }])
    if (answer._tag === "Success") throw new Error("accepted")
    expect(answer.failure.details.map(({ field }) => field).toSorted()).toEqual([
      "accounts.1.apiKey",
      "accounts.1.name"
    ])
  })

  it.each(["", "{", "[]", "null", "{}", `{"accounts":{}}`])("refuses what is no such file: %j", async (json) => {
    expect(await Effect.runPromise(Effect.result(readBootstrapFile(json)))).toMatchObject({ _tag: "Failure" })
  })

  it("repeats no key and no secret in what it says", async () => {
    const wrong = [
      { ...whole, apiKey: "pontepay_test_tooshort-S3CRET" },
      { ...whole, apiKey: 5, webhooks: [{ url: "https://x", secret: "S3CRET" }] },
      { ...whole, webhooks: [{ url: "https://u:S3CRET@x", secret, headers: { Authorization: "S3CRET\n" } }] },
      { ...whole, taxId: "S3CRET" }
    ]
    const answers = [
      ...await Promise.all(wrong.map((each) => read([each]))),
      await Effect.runPromise(
        Effect.result(readBootstrapFile(`{"accounts":[{"apiKey":"S3CRET"`))
      )
    ]
    for (const answer of answers) {
      expect(answer._tag).toBe("Failure")
      expect(JSON.stringify(answer)).not.toContain("S3CRET")
    }
  })
})

describe("an account", () => {
  const webhook = { url: "https://hooks.example/a", secret, headers: { "X-Env": "dev" } }

  it("is made with its main subaccount, key, approval and webhooks", async () => {
    const world = await World.open()
    const caller = await world.caller(account("first", {
      email: "ops@first.test",
      flags: ["WALLET_PAYOUT_API", "THIRD_PARTY_DISABLED"],
      perTxLimitBrl: "1234.56",
      virtualAccount: true,
      webhooks: [webhook]
    }))
    expect(caller.account).toMatchObject({
      owner: caller.account.id,
      name: "first",
      email: "ops@first.test",
      flags: ["WALLET_PAYOUT_API"],
      virtualAccount: true,
      perTxLimit: 123_456n,
      chargeLifetimeMs: 86_400_000
    })
    const [stored] = await world.run(list(Webhooks, "byOwner", caller.account.id, { limit: 9 }))
    expect(stored?.value).toMatchObject({ url: webhook.url, events: null, headers: { "X-Env": "dev" }, retry: false })
    expect(JSON.stringify(world.commits)).not.toContain(secret)
  })

  it.each(Object.entries(planes))("that several processes declare at once is one, on %s", async (_, plane) => {
    const world = await World.open(plane)
    const declared = account("first", { webhooks: [webhook] })
    const ids = await Promise.all(Array.from({ length: 6 }, () => world.run(applyBootstrap(declared))))
    expect(new Set(ids).size).toBe(1)
    expect(await world.run(list(Accounts, "all", "all", { limit: 9 }))).toHaveLength(1)
    expect(await world.run(list(Webhooks, "byOwner", ids[0] ?? "", { limit: 9 }))).toHaveLength(1)
    await world.close()
  })

  it("that is declared again is the same, and nothing is made twice §bootstrap", async () => {
    const world = await World.open()
    const declared = account("first", { webhooks: [webhook] })
    const before = await world.caller(declared)
    const after = await world.caller(declared)
    expect(after).toEqual(before)
    const attempts = await world.run(list(KycAttempts, "bySubAccount", before.account.mainSubAccountId, { limit: 9 }))
    expect(attempts).toHaveLength(1)
    expect(await world.run(list(Webhooks, "byOwner", before.account.id, { limit: 9 }))).toHaveLength(1)
    const made = world.commits.flatMap(({ writes }) => writes).filter(({ expected }) => expected === 0)
    expect(made.map(({ kind }) => kind).toSorted()).toEqual([
      "account",
      "apiKey",
      "kycAttempt",
      "subaccount",
      "webhook"
    ])
  })

  it("takes what changed and keeps what it is", async () => {
    const world = await World.open()
    const before = await world.caller(account("first", { flags: ["SWAP"], webhooks: [webhook] }))
    world.advance(1_000)
    const after = await world.caller(account("first", {
      name: "Renamed",
      thirdParty: true,
      perTxLimitBrl: "1.00",
      webhooks: [{ ...webhook, events: ["PAYOUT_FAILED"], retry: true }, { ...webhook, url: "https://hooks.example/b" }]
    }))
    expect(after.account).toMatchObject({
      id: before.account.id,
      mainSubAccountId: before.account.mainSubAccountId,
      createdAt: before.account.createdAt,
      updatedAt: before.account.createdAt + 1_000,
      name: "Renamed",
      flags: ["SWAP", "THIRD_PARTY"],
      perTxLimit: 100n
    })
    const webhooks = await world.run(list(Webhooks, "byOwner", before.account.id, { limit: 9 }))
    expect(Object.fromEntries(webhooks.map(({ value }) => [value.url, [value.events, value.retry]]))).toEqual({
      "https://hooks.example/a": [["PAYOUT_FAILED"], true],
      "https://hooks.example/b": [null, false]
    })
  })

  it("of a company is one, and has what its declared proof opens, once §kyc-company-dollars", async () => {
    const world = await World.open()
    const declared = account("first", { accountType: "COMPANY", financialCapacity: "APPROVED" })
    const caller = await world.caller(declared)
    const commits = world.commits.length
    await world.caller(declared)
    expect(world.commits.slice(commits).flatMap(({ writes }) => writes)).toEqual([])
    expect(await world.run(readSubaccount(caller, caller.account.mainSubAccountId))).toMatchObject({
      accountType: "COMPANY",
      kyc: { status: "APPROVED" },
      unlocked: ["USD_OPERATIONS"]
    })
  })

  it("with another tax id is approved again, for that one", async () => {
    const world = await World.open()
    const caller = await world.caller(account("first"))
    await world.caller(account("first", { taxId: "52998224725" as NonNullable<ReturnType<typeof account>["taxId"]> }))
    const attempts = await world.run(list(KycAttempts, "bySubAccount", caller.account.mainSubAccountId, { limit: 9 }))
    expect(attempts.map(({ value }) => [value.status, value.taxId])).toEqual([
      ["APPROVED", "52998224725"],
      ["APPROVED", "11144477735"]
    ])
  })

  it("of another key is another account", async () => {
    const world = await World.open()
    const [first, second] = [await world.caller(account("first")), await world.caller(account("second"))]
    expect(second.account.id).not.toBe(first.account.id)
    expect(second.account.mainSubAccountId).not.toBe(first.account.mainSubAccountId)
  })

  it("is made whole or not at all", async () => {
    const world = await World.open()
    const twice = account("first", { webhooks: [webhook, webhook] })
    expect(await world.refusal(applyBootstrap(twice))).toMatchObject({ _tag: "DuplicateKey", kind: "webhook" })
    expect(world.commits).toEqual([])
  })
})

describe("a restart", () => {
  const url = "https://hooks.example/a"
  const declared = (parts: Partial<BootstrapAccount> = {}) =>
    account("first", { webhooks: [{ url, secret }], ...parts })

  const open = async (parts: Partial<BootstrapAccount> = {}) => {
    const world = await World.open()
    const first = await world.caller(declared(parts))
    const { id } = first.account
    const stored = async () => {
      const found = await world.run(find(Webhooks, "url", urlKey(id, url)))
      if (found._tag === "None") throw new Error("no webhook")
      return found.value
    }
    const webhook = async () => (await stored()).value
    const shown = async () => Redacted.value((await world.run(readSecret(operator, (await webhook()).id))).secret)
    const restart = (again: Partial<BootstrapAccount> = {}) => world.caller(declared({ ...parts, ...again }))
    return { world, first, id, stored, webhook, shown, restart }
  }

  it("leaves a webhook that was removed away, and one that came back as it is §bootstrap-kept", async () => {
    const { id, restart, shown, webhook, world } = await open()
    await world.run(removeWebhook(operator, (await webhook()).id))
    const removed = await webhook()
    world.advance(1_000)
    await restart({ webhooks: [{ url, secret: "ab".repeat(32), retry: true }] })
    expect(await webhook()).toEqual(removed)
    const made = await world.run(registerWebhook(operator, id, { url }))
    await restart()
    expect(await webhook()).not.toHaveProperty("removedAt")
    expect(await shown()).toBe(Redacted.value(made.secret))
  })

  it("leaves a secret that was rotated, with its overlap, until the file names another one §bootstrap-kept", async () => {
    const { restart, shown, webhook, world } = await open()
    const made = await world.run(rotateSecret(operator, (await webhook()).id))
    const rotated = await webhook()
    world.advance(1_000)
    await restart()
    expect(await webhook()).toEqual(rotated)
    expect(rotated).toHaveProperty("previousSecret")
    expect(await shown()).toBe(Redacted.value(made.secret))

    // What is changed beside it changes neither.
    await restart({ webhooks: [{ url, secret, retry: true }] })
    expect(await webhook()).toEqual({ ...rotated, retry: true, updatedAt: rotated.updatedAt + 1_000 })

    const next = "ab".repeat(32)
    await restart({ webhooks: [{ url, secret: next }] })
    expect(await shown()).toBe(next)
    const written = JSON.stringify(world.commits)
    for (const each of [secret, next]) expect(written).not.toContain(each)
  })

  it("sets the secret of a record that does not say yet what was declared §bootstrap-kept", async () => {
    const { restart, shown, stored, webhook, world } = await open()
    const { declaredDigest } = await webhook()
    const forget = async () => {
      const before = await stored()
      const { declaredDigest: _, ...earlier } = before.value
      await world.run(
        Store.use((store) => store.commit(changeSet({ writes: [replace(Webhooks, before, earlier)] })))
      )
    }
    await forget()
    await restart()
    expect(await webhook()).toMatchObject({ declaredDigest })
    await world.run(rotateSecret(operator, (await webhook()).id))
    await forget()
    await restart()
    expect(await webhook()).toMatchObject({ declaredDigest })
    expect(await shown()).toBe(secret)
  })

  // A list that the API alone can set is missing on a database that is made anew.
  it("keeps the list of recipients and the wallets an hour, and sets again what the file says of them §bootstrap-kept", async () => {
    const listed = { allowedRecipients: { pixKeys: ["OPS@first.test"] }, walletKeysPerHour: 20 }
    const { first, id, restart, world } = await open(listed)
    expect(first.account).toMatchObject({
      allowedRecipients: { pixKeys: ["ops@first.test"], addresses: [] },
      walletKeysPerHour: 20
    })
    await world.run(updateAccount(operator, id, { allowedRecipients: null, walletKeysPerHour: null }))
    expect((await restart()).account).toMatchObject({ walletKeysPerHour: 20 })
    const { allowedRecipients: _, walletKeysPerHour: __, ...silent } = declared(listed)
    expect((await world.caller(silent)).account).toMatchObject({
      allowedRecipients: { pixKeys: ["ops@first.test"], addresses: [] },
      walletKeysPerHour: 20
    })
    const { account: unlisted } = await restart({ allowedRecipients: null, walletKeysPerHour: null })
    expect(unlisted).not.toHaveProperty("allowedRecipients")
    expect(unlisted).not.toHaveProperty("walletKeysPerHour")
  })

  it("leaves what the file does not say, and sets again what it says §bootstrap-kept §account-main-subaccount", async () => {
    const { first, id, restart, webhook, world } = await open()
    await world.run(updateAccount(operator, id, {
      name: "Other",
      email: "ops@first.test",
      flags: { SWAP: true, THIRD_PARTY_DISABLED: false },
      perTxLimitBrl: "12.34",
      virtualAccount: true
    }))
    const changes = { events: ["PAYOUT_FAILED"], headers: { "X-A": "1" }, retry: true } as const
    await world.run(updateWebhook(operator, (await webhook()).id, changes))
    const { account: kept } = await restart()
    expect(kept).toMatchObject({
      name: "first",
      email: "ops@first.test",
      flags: ["SWAP", "THIRD_PARTY"],
      perTxLimit: 1_234n,
      virtualAccount: true
    })
    expect(await webhook()).toMatchObject(changes)
    const own = async () => world.run(readSubaccount(await restart(), kept.mainSubAccountId))
    expect(await own()).toMatchObject({ name: "first", email: "ops@first.test" })

    // Flags that are named are all that are on.
    const { account: set } = await restart({
      flags: ["AUTO_REFUND"],
      email: "new@first.test",
      perTxLimitBrl: "3000.00",
      virtualAccount: false,
      webhooks: [{ url, secret, events: ["PAYOUT_REFUNDED"], headers: {}, retry: false }]
    })
    expect(set).toMatchObject({
      email: "new@first.test",
      flags: ["AUTO_REFUND"],
      perTxLimit: 300_000n,
      virtualAccount: false
    })
    expect(await webhook()).toMatchObject({ events: ["PAYOUT_REFUNDED"], headers: {}, retry: false })
    expect(await own()).toMatchObject({ name: "first", email: "new@first.test" })
    expect(set.mainSubAccountId).toBe(first.account.mainSubAccountId)
  })

  it.each([
    [true, ["SWAP", "THIRD_PARTY"]],
    [false, ["SWAP"]]
  ])("says of third parties alone what thirdParty: %s says alone", async (thirdParty, flags) => {
    const { id, restart, world } = await open()
    await world.run(updateAccount(operator, id, { flags: { SWAP: true, THIRD_PARTY_DISABLED: thirdParty } }))
    expect((await restart({ thirdParty })).account.flags).toEqual(flags)
  })
})
