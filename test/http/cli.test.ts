// The command line beside a real host: what each command does and prints, what it says when it cannot, and its exit codes.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { webhookUrlRule } from "../../core/base/errors/catalogue.ts"
import {
  type TestHost,
  bannerKey,
  declared,
  eventually,
  keyOf,
  openHost,
  scratch,
  secretsKey,
  sqliteDatabase
} from "../support/host.ts"
import * as lightning from "../vectors/address/lightning.ts"
import { endToEndIdAt } from "../support/ids.ts"
import { openReceiver } from "../support/receiver.ts"
import { operatorTokenOf } from "./as-operator.ts"
import { send } from "../support/http.ts"
import { proofOf, ticketEvent } from "./sandbox.ts"
import { besides, cli, cliJson, openEndpoint } from "./cli-run.ts"

const database = sqliteDatabase()
let host: TestHost
/** Where a server was and is no more. */
let closed: string
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  host = await openHost({
    accounts: [declared("acme")],
    variables: { DATABASE_URL: database.url, PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true" }
  })
  env = { ...besides(host), DATABASE_URL: database.url }
  const gone = await openReceiver()
  await gone.close()
  closed = gone.base
})
afterAll(() => host.close())

describe("finding the service and its keys", () => {
  const beside = () => ({ PONTEPAY_URL: host.base, DATABASE_URL: database.url })

  it("§cli-secrets-beside takes the keys of a local sandbox from beside its database", async () => {
    const { code, json } = await cliJson(["accounts", "list"], { env: beside() })
    expect(code).toBe(0)
    expect(json["accounts"]).toHaveLength(2)
    expect((await cliJson(["keys", "list"], { env: beside() })).code).toBe(0)
  })

  it("§cli-secrets-local never sends them to another machine", async () => {
    const away = { ...beside(), PONTEPAY_URL: "http://pay.example:1" }
    expect(await cli(["accounts", "list"], { env: away })).toEqual({
      code: 2,
      out: "",
      err: "pontepay: http://pay.example:1 is not on this machine, so its secrets are not known here\n"
        + "  Give --operator-token or PONTEPAY_OPERATOR_TOKEN\n"
    })
  })

  it("§cli-flags-first flags go before variables", async () => {
    const wrong = { ...beside(), PONTEPAY_OPERATOR_TOKEN: "wrong", PONTEPAY_URL: closed }
    const refused = await cli(["accounts", "list", "--url", host.base], { env: wrong })
    expect(refused.code).toBe(1)
    expect(refused.err).toMatch(
      /^pontepay: This is not an operator's token \(401 UNAUTHORIZED\)\n {2}Give the operator's token, or a service token, by --operator-token/
    )
    const token = operatorTokenOf(host)
    expect((await cli(["accounts", "list", "--url", host.base, "--operator-token", token], { env: wrong })).code).toBe(
      0
    )
  })

  it("§cli-errors says in a line what is wrong and what to do", async () => {
    expect(await cli(["accounts", "list"], { env: { ...env, PONTEPAY_URL: closed } })).toEqual({
      code: 1,
      out: "",
      err: `pontepay: no service answers at ${closed}\n`
        + "  Start it with: pontepay start, or say where it is by --url or PONTEPAY_URL\n"
    })
    const gone = await cliJson(["accounts", "list"], { env: { ...env, PONTEPAY_URL: closed } })
    expect(gone.json).toMatchObject({ error: { code: "NO_ANSWER", message: `no service answers at ${closed}` } })
    const unknown = await cliJson(["accounts", "show", "acc_none"], { env })
    expect([unknown.code, unknown.json["error"]]).toEqual([1, {
      code: "NOT_FOUND",
      message: "Account not found (404 NOT_FOUND)"
    }])
    const shut = await cliJson(["keys", "list"], { env: { ...env, PONTEPAY_API_KEY: keyOf("nobody") } })
    expect(shut.json).toMatchObject({
      error: { code: "UNAUTHORIZED", hint: expect.stringContaining("pontepay keys create --account") as unknown }
    })
    const misused = await cliJson(["decode"], { env })
    expect([misused.code, misused.json]).toMatchObject([2, { error: { code: "MISUSED" } }])
    const absent = await cli(["accounts", "show", "acc_none"], { env })
    expect(absent).toMatchObject({ code: 1, out: "" })
    expect(absent.err).toBe("pontepay: Account not found (404 NOT_FOUND)\n")
    expect((await cli(["accounts", "list"], { env: { ...env, PONTEPAY_URL: "nowhere" } })).code).toBe(2)
  })

  it.each([
    [["frobnicate"], /Unknown subcommand "frobnicate"/],
    [["accounts"], /^$/],
    [["decode"], /Missing required argument: text/],
    [["decode", "x", "--frobnicate"], /Unrecognized flag: --frobnicate/],
    [["listen"], /Missing required flag: --forward/],
    [["trigger"], /no event was named/],
    [["trigger", "NOTHING"], /there is no event NOTHING/],
    [["accounts", "update", "acc_1"], /nothing was asked to change/],
    [["accounts", "create", "A", "--fee", "payout=1"], /is not <operation>=<cents>/],
    [["accounts", "create", "A", "--recipient", "ops@acme.test"], /is neither pix=<key> nor address=<address>/],
    [
      ["accounts", "update", "acc_1", "--recipient", "pix=a@b.c", "--recipient", "anyone"],
      /--recipient anyone is neither/
    ],
    [["accounts", "update", "acc_1", "--wallet-keys", "many"], /is no number of wallets/],
    [["accounts", "create", "A", "--enable", "NOPE"], /there is no flag NOPE\n {2}Flags are WALLET_PAYOUT_API, /],
    [
      ["accounts", "create", "A", "--enable", "SWAP", "--disable", "SWAP"],
      /SWAP is named by --enable and by --disable/
    ],
    [["trigger", "KYC_EXPIRED", "--timeout", "-1"], /--timeout must be 1 second at least, not -1/],
    [["simulate", "--days", "1000000000"], /--days must be a whole number from 1 to 999999999/],
    [["replay", "a/b/c"], /is neither an event's id/]
  ])("§cli-exit-codes wrong use ends with 2: %s", async (args, said) => {
    const ran = await cli(args, { env })
    expect(ran.code).toBe(2)
    expect(ran.err).toMatch(said)
    expect(ran.err.split("\n").length).toBeLessThanOrEqual(3)
  })
})

describe("accounts and keys", () => {
  it("§cli-accounts creates, changes, shows and lists", async () => {
    const created = await cliJson(
      [
        "accounts",
        "create",
        "Loja",
        "--enable",
        "WALLET_PAYOUT_API",
        "--per-tx-limit",
        "500.00",
        "--fee",
        "payout=100+200"
      ],
      { env }
    )
    expect(created.code).toBe(0)
    expect(created.json).toMatchObject({
      name: "Loja",
      perTxLimitBrl: "500.00",
      flags: ["WALLET_PAYOUT_API", "THIRD_PARTY_DISABLED"],
      fees: { payout: { fixedCents: 100, basisPoints: 200 } }
    })
    const accountId = String(created.json["accountId"])
    const changed = await cliJson(
      ["accounts", "update", accountId, "--disable", "WALLET_PAYOUT_API", "--blocked", "yes", "--rate", "10/20"],
      { env }
    )
    expect(changed.json).toMatchObject({
      name: "Loja",
      blocked: true,
      flags: ["THIRD_PARTY_DISABLED"],
      requestRate: { perSecond: 10, burst: 20 }
    })
    expect((await cliJson(["accounts", "show", accountId], { env })).json).toEqual(changed.json)

    const change = async (...flags: ReadonlyArray<string>) =>
      (await cliJson(["accounts", "update", accountId, ...flags], { env })).json
    const evm = "0x52908400098527886E0F7030069857D2E4169EE7"
    const recipients = ["--recipient", "pix=OPS@loja.test", "--recipient", `address=${evm}`]
    expect(await change(...recipients, "--wallet-keys", "20")).toMatchObject({
      allowedRecipients: { pixKeys: ["ops@loja.test"], addresses: [evm] },
      walletKeysPerHour: 20
    })
    expect(await change("--recipient", "none")).toMatchObject({ allowedRecipients: { pixKeys: [], addresses: [] } })
    expect(await change("--recipient", "anyone", "--wallet-keys", "default")).toMatchObject({
      allowedRecipients: null,
      walletKeysPerHour: null
    })
    const { out } = await cli(["accounts", "list"], { env })
    expect(out.split("\n")[0]).toMatch(/^ACCOUNT +NAME +ENVIRONMENT +LIMIT BRL +BLOCKED +FLAGS$/)
    expect(out).toContain(accountId)
  })

  it("§cli-keys §cli-secret-once shows a key when it is made, and never again", async () => {
    const made = await cli(["keys", "create"], { env })
    const [secret = ""] = /pontepay_test_\w+/.exec(made.out) ?? []
    expect(secret).toHaveLength(52)
    const opened = { env: { ...env, PONTEPAY_API_KEY: secret } }
    expect((await cli(["trigger", "--list"], opened)).code).toBe(0)
    const listed = await cliJson(["keys", "list"], opened)
    expect(listed.out).not.toContain(secret)
    const [{ keyId } = { keyId: "" }] = listed.json["keys"] as ReadonlyArray<{ readonly keyId: string }>
    const asked = await cli(["keys", "rotate", keyId], opened)
    expect([asked.code, asked.err]).toEqual([2, expect.stringMatching(/is the key that these commands use/)])
    const revocation = await cli(["keys", "revoke", keyId], opened)
    expect([revocation.code, revocation.err]).toEqual([2, expect.stringMatching(/pontepay keys create --account acc_/)])
    const rotated = await cliJson(["keys", "rotate", keyId, "--yes"], opened)
    expect(rotated.json).toMatchObject({ state: "ACTIVE", replaced: { keyId, state: "ENDING" } })
    const revoked = await cli(["keys", "revoke", keyId], { env })
    expect(revoked.out).toBe(`${keyId} opens nothing any more.\n`)
    const closedAgain = await eventually(() => cli(["keys", "list"], opened), ({ code }) => code !== 0)
    expect(closedAgain).toMatchObject({ code: 1, out: "" })
    expect(closedAgain.err).toMatch(/401 UNAUTHORIZED/)
  })

  it("§cli-secrets shows the keys that seal and rotates them, and prints none", async () => {
    const before = await cliJson(["secrets", "status"], { env })
    const [{ keyId } = { keyId: "" }] = before.json["keys"] as ReadonlyArray<{ readonly keyId: string }>
    expect(before.json).toEqual({
      commandKey: expect.stringMatching(new RegExp(`^k1\\.${keyId}\\.[\\w-]{43}$`)) as unknown,
      keys: [{ keyId, state: "current", createdAt: expect.any(String) as unknown, left: null, resealed: null }]
    })
    const rotated = await cli(["secrets", "rotate"], { env })
    expect(rotated.out).toMatch(/^KEY +STATE +CREATED +LEFT +RESEALED\n[0-9a-f]{16} +next /)
    const again = await cli(["secrets", "rotate"], { env })
    expect([again.code, again.err]).toEqual([1, expect.stringMatching(/409 STATE_CONFLICT/)])
    const removed = await cli(["secrets", "remove", keyId], { env })
    expect([removed.code, removed.err]).toEqual([1, expect.stringMatching(/409 STATE_CONFLICT/)])
    const status = await cli(["secrets", "status"], { env })
    expect(status.out).toContain("Backends seal commands with: k1.")
    expect(before.out + rotated.out + status.out).not.toMatch(/w1\./)
  })
})

describe("operators and service tokens", () => {
  it("§cli-operators §cli-secret-once invites, changes the role of, invites again and disables an operator", async () => {
    const email = "ana@staff.example"
    const invited = await cli(["operators", "invite", email, "--name", "Ana", "--role", "owner"], { env })
    const [invitation = ""] = /http\S+\/dashboard\/#\/invitation\/opr_\w+\.[0-9a-f]{64}/.exec(invited.out) ?? []
    const operatorId = /opr_\w+/.exec(invitation)?.[0] ?? ""
    const listed = await cliJson(["operators", "list"], { env })
    expect(listed.json["operators"]).toMatchObject([{ operatorId, email, role: "owner", state: "INVITED" }])
    expect(listed.out).not.toContain(invitation.split(".").at(-1))
    const role = await cli(["operators", "role", operatorId, "--role", "support"], { env })
    expect([role.code, role.out]).toEqual([0, "Ana is now support.\n"])
    const again = await cli(["operators", "invite-again", operatorId], { env })
    expect(again.out).toContain(`/dashboard/#/invitation/${operatorId}.`)
    expect(again.out).not.toContain(invitation)
    const disabled = await cli(["operators", "disable", operatorId], { env })
    expect(disabled.out).toBe("Ana opens nothing any more.\n")
    const closed = await cli(["operators", "invite-again", operatorId], { env })
    expect([closed.code, closed.err]).toEqual([1, expect.stringMatching(/409 STATE_CONFLICT/)])
  })

  it("§cli-reviews lists what needs a person, and closes it with a note", async () => {
    const body = JSON.stringify(ticketEvent("tkt_lost", { endToEndId: endToEndIdAt(1) }))
    await send(host.base, { path: "/provider/webhook", body, headers: proofOf(body) })
    const reviewId = `tkt_lost/unknownTicket/${endToEndIdAt(1)}`
    const listed = async (state: string) =>
      (await cliJson(["reviews", "list", "--state", state], { env })).json["reviews"]
    expect((await cli(["reviews", "list"], { env })).out).toMatch(
      /^REVIEW .*\ntkt_lost\/unknownTicket\/E\w+ +unknown ticket /
    )
    expect(await listed("open")).toEqual([expect.objectContaining({ reviewId, state: "OPEN" })])
    expect(await listed("closed")).toEqual([])
    expect((await cli(["reviews", "close", reviewId], { env })).code).toBe(2)
    const closed = await cli(["reviews", "close", reviewId, "--note", "made by hand"], { env })
    expect(closed).toEqual({ code: 0, err: "", out: `${reviewId} is closed. If it happens again, it opens again.\n` })
    expect(await listed("open")).toEqual([])
    expect(await listed("closed")).toEqual([expect.objectContaining({ reviewId, note: "made by hand" })])
    expect((await cli(["reviews", "close", reviewId, "--note", "again"], { env })).err).toMatch(/409 STATE_CONFLICT/)
  })

  it("§cli-service-tokens §cli-secret-once makes a token that goes where the operator's token goes", async () => {
    const made = await cli(["service-tokens", "create", "nightly", "--role", "support", "--days", "30"], { env })
    const [secret = ""] = /pontepay_service_svt_\w+\.[0-9a-f]{64}/.exec(made.out) ?? []
    const opened = { env: { ...env, PONTEPAY_OPERATOR_TOKEN: secret } }
    expect((await cli(["accounts", "list"], opened)).code).toBe(0)
    const refused = await cli(["operators", "list"], opened)
    expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(/403 ROLE_REQUIRED/)])
    const listed = await cliJson(["service-tokens", "list"], { env })
    const [{ tokenId } = { tokenId: "" }] = listed.json["tokens"] as ReadonlyArray<{ readonly tokenId: string }>
    expect(listed.out).not.toContain(secret)
    const revoked = await cli(["service-tokens", "revoke", tokenId], { env })
    expect(revoked.out).toBe(`${tokenId} opens nothing any more.\n`)
    expect((await cli(["accounts", "list"], opened)).err).toMatch(/401 UNAUTHORIZED/)
  })
})

describe("webhooks and replay", () => {
  it("§cli-webhooks §cli-replay §webhook-retry-preselected registers with the signed test, shows deliveries, sends again, rotates and removes", async () => {
    const endpoint = await openEndpoint()
    const registered = await cliJson([
      "webhooks",
      "register",
      endpoint.url,
      "--event",
      "KYC_REJECTED",
      "--header",
      "X-Env: dev"
    ], {
      env
    })
    expect(registered.json).toMatchObject({
      url: endpoint.url,
      events: ["KYC_REJECTED"],
      headers: ["X-Env"],
      retry: true
    })
    expect(registered.json["secret"]).toMatch(/^[0-9a-f]{64}$/)
    expect(endpoint.got.map(({ event }) => event)).toEqual(["WEBHOOK_TEST"])
    const webhookId = String(registered.json["webhookId"])
    const listed = await cli(["webhooks", "list"], { env })
    expect(listed.out).toContain(webhookId)
    expect(listed.out).not.toContain(String(registered.json["secret"]))

    const { json: event } = await cliJson(["trigger", "KYC_REJECTED"], { env })
    const id = String(event["id"])
    await eventually(() => Promise.resolve(endpoint.got.length), (count) => count === 2)
    const deliveries = await eventually(
      () => cliJson(["webhooks", "deliveries", webhookId], { env }),
      ({ out }) => out.includes("DELIVERED")
    )
    expect(deliveries.json["deliveries"]).toMatchObject([{
      eventId: id,
      state: "DELIVERED",
      attempts: [{ status: 204 }]
    }])

    expect((await cliJson(["replay", id], { env })).json["deliveries"]).toMatchObject([{ eventId: id, replays: 1 }])
    await eventually(() => Promise.resolve(endpoint.got.length), (count) => count === 3)
    expect((await cliJson(["replay", `${id}/${webhookId}`], { env })).json["deliveries"]).toHaveLength(1)
    await eventually(() => Promise.resolve(endpoint.got.length), (count) => count === 4)
    const later = await cliJson(["replay", id, "--no-wait"], { env })
    expect([later.code, later.json["deliveries"]]).toMatchObject([0, [{ eventId: id, replays: 3 }]])
    await eventually(() => Promise.resolve(endpoint.got.length), (count) => count === 5)
    expect(new Set(endpoint.got.slice(1).map((each) => each.id))).toEqual(new Set([id]))

    const rotated = await cliJson(["webhooks", "rotate", webhookId], { env })
    expect(rotated.json["secret"]).not.toBe(registered.json["secret"])
    expect((await cli(["webhooks", "remove", webhookId], { env })).out).toMatch(/gets nothing more/)
    expect((await cli(["replay", id], { env })).out).toMatch(/nothing is sent/)
    await endpoint.close()
  })

  it("§cli-replay §cli-doctor waits for what comes of it, and tells of a webhook that takes nothing", async () => {
    const endpoint = await openEndpoint((n) => n === 1 ? 204 : 400)
    const registered = await cliJson(["webhooks", "register", endpoint.url, "--event", "KYC_REJECTED", "--no-retry"], {
      env
    })
    expect(registered.json["retry"]).toBe(false)
    const webhookId = String(registered.json["webhookId"])
    const { json: event } = await cliJson(["trigger", "KYC_REJECTED"], { env })
    const log = () => cliJson(["webhooks", "deliveries", webhookId], { env })
    await eventually(log, ({ out }) => out.includes("EXHAUSTED"))
    const replayed = await cli(["replay", `${String(event["id"])}/${webhookId}`], { env })
    expect([replayed.code, replayed.err]).toEqual([1, expect.stringMatching(/^pontepay: 1 webhook did not take it\n/)])
    expect(replayed.out).toMatch(/answered 400\n$/)
    expect(endpoint.got).toHaveLength(3)
    const examined = await cli(["doctor"], { env: { ...env, PORT: "0" } })
    expect(examined.out).toMatch(/warning {2}webhook \S+ +took none of the last 1 event; the latest: answered 400/)
    await cli(["webhooks", "remove", webhookId], { env })
    await endpoint.close()
  })

  it("§cli-webhooks §webhook-url-hint says how to test locally where a local address is not allowed", async () => {
    const strict = await openHost({ variables: { HOST: "0.0.0.0" } })
    const refused = await cli(["webhooks", "register", "http://127.0.0.1:1/hook"], {
      env: { ...besides(strict), PONTEPAY_OPERATOR_TOKEN: operatorTokenOf(strict) }
    })
    expect(refused.err).toContain(`not HTTPS: url: ${webhookUrlRule}`)
    await strict.close()
  })

  it("§cli-webhooks keeps no endpoint that refuses the test", async () => {
    const endpoint = await openEndpoint(() => 500)
    const refused = await cli(["webhooks", "register", endpoint.url], { env })
    expect(refused).toMatchObject({ code: 1, out: "" })
    expect(refused.err).toMatch(/^pontepay: .+ \(400/)
    await endpoint.close()
  })
})

describe("decode", () => {
  it("§cli-decode says what a text is, and where it is wrong", async () => {
    expect(await cli(["decode", "maria@example.com"])).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringMatching(/This can be 2 things/) as unknown
    })
    const wrong = await cli(["decode", "bc1qw508d6qejxtdg4y5r3zarvarz0c5xw7kv8f3t4"])
    expect(wrong).toMatchObject({ code: 1, err: "" })
    expect(wrong.out).toContain("\n                              ^ character 29\n")
    const { code, json } = await cliJson(["decode", "nonsense"])
    expect(code).toBe(1)
    expect(json).toMatchObject({ valid: false, readings: [], faults: [], uri: null })
    expect(json["tried"]).toHaveLength(11)
  })

  it("§cli-decode knows an invoice of the sandbox by its checksum, and shows nothing that steers a terminal", async () => {
    const { out } = await cli(["decode", `lnbc10n1p${"q9z2".repeat(60)}`])
    expect(out).toContain("An invoice of the sandbox is like that on purpose")
    const mistyped = await cli(["decode", (lightning.valid[0]?.text ?? "").replace("qqqsyq", "qqqsqq")])
    expect(mistyped.out).toContain("The checksum does not match")
    expect(mistyped.out).not.toContain("An invoice of the sandbox")
    const steering = await cli(["decode", "a\u001b[31m@x\u001b[0m.com"])
    expect(steering.out + steering.err).not.toContain("\u001b")
  })
})

describe("doctor", () => {
  it("§cli-doctor finds nothing wrong with a service that works", async () => {
    const { code, json } = await cliJson(["doctor"], { env: { ...env, PORT: "0" } })
    const findings = json["findings"] as ReadonlyArray<{ readonly check: string; readonly state: string }>
    expect(findings.filter(({ state }) => state === "problem")).toEqual([])
    expect(code).toBe(0)
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        "node",
        "configuration",
        "database",
        "secrets",
        "disk",
        "service",
        "ready",
        "API key",
        "jobs"
      ])
    )
  })

  it("§cli-doctor names what is wrong and what to do: variables, a key, an endpoint that is gone", async () => {
    const PONTEPAY_OPERATOR_TOKEN = operatorTokenOf(host)
    const bad = await cliJson(["doctor"], {
      env: { ...env, PONTEPAY_OPERATOR_TOKEN, PORT: "99999999", DATABASE_URL: "mysql:x" }
    })
    expect(bad.code).toBe(1)
    expect(bad.json).toMatchObject({ healthy: false, problems: 2 })
    const findings = bad.json["findings"] as ReadonlyArray<{ readonly check: string; readonly state: string }>
    const problems = findings.filter(({ state }) => state === "problem")
    expect(problems.map(({ check }) => check).toSorted()).toEqual(["DATABASE_URL", "PORT"])
    expect(problems.every((problem) => "remedy" in problem)).toBe(true)

    const key = await cli(["doctor"], { env: { ...env, PONTEPAY_API_KEY: keyOf("nobody") } })
    expect(key.code).toBe(1)
    expect(key.out).toMatch(/problem {2}API key .+401/)

    const endpoint = await openEndpoint()
    const account = { ...env, PONTEPAY_API_KEY: keyOf("acme") }
    const { json } = await cliJson(["webhooks", "register", endpoint.url], { env: account })
    await endpoint.close()
    const gone = await cli(["doctor"], { env })
    expect(gone.out).toMatch(/warning {2}webhook 127\.0\.0\.1:\d+ +cannot be reached from here/)
    await cli(["webhooks", "remove", String(json["webhookId"])], { env: account })
  })

  it("§cli-doctor says that no service answers, and never shows a key", async () => {
    const away = await cli(["doctor"], { env: { ...env, PONTEPAY_URL: closed } })
    expect(away.out).toMatch(/problem {2}service +no service answers/)
    expect(away.code).toBe(1)
    const unnamed = await cliJson(["doctor"], {
      env: { DATABASE_URL: database.url, PORT: String(new URL(closed).port) }
    })
    expect(unnamed.code).toBe(0)
    expect(unnamed.json["findings"]).toContainEqual(expect.objectContaining({ check: "service", state: "warning" }))
    expect(away.out).not.toContain(bannerKey(host))
  })
})

describe("a production database beside the sandbox's", () => {
  let both: Readonly<Record<string, string>>

  beforeAll(async () => {
    expect(await cli(["trigger", "DEPOSIT_ASSET_SUCCESS"], { env })).toMatchObject({ code: 0 })
    const { path, url } = sqliteDatabase()
    const db = new DatabaseSync(database.path)
    db.prepare("vacuum into ?").run(path)
    db.close()
    const copy = new DatabaseSync(path)
    copy.exec("update posting set amount = amount + 1 where entry = 1 and line = 0")
    copy.close()
    both = {
      ...env,
      PONTEPAY_PRODUCTION_DATABASE_URL: url,
      PONTEPAY_SECRETS_KEY: secretsKey,
      PONTEPAY_OPERATOR_TOKEN: operatorTokenOf(host)
    }
  })

  const production = () => String(both["PONTEPAY_PRODUCTION_DATABASE_URL"])

  it("is audited too, and a violation in either is found", async () => {
    const { code, err, out } = await cli(["audit"], { env: both })
    expect([code, err]).toEqual([1, "pontepay: the audit found violations\n"])
    expect([...out.matchAll(/^Audit of (\S+) at /gm)].map(([, url]) => url)).toEqual([database.url, production()])
    expect(out).toMatch(/^Clean: /m)
    expect(out).toMatch(/violations? of .*conservation/)
    const { json } = await cliJson(["audit"], { env: both })
    expect(json).toMatchObject({
      clean: false,
      databases: [{ database: database.url, clean: true }, { database: production(), clean: false }]
    })
  })

  it("is audited though the sandbox cannot be read, and alone where that is in memory", async () => {
    const absent = await cli(["audit"], { env: { ...both, DATABASE_URL: sqliteDatabase().url } })
    expect(absent.code).toBe(1)
    expect(absent.out).toContain(`Audit of ${production()}`)
    expect(absent.err).toMatch(/the audit found violations; sqlite:\S+ cannot be audited/)
    const swapped = { DATABASE_URL: sqliteDatabase().url, PONTEPAY_PRODUCTION_DATABASE_URL: database.url }
    expect(await cli(["audit"], { env: { ...both, ...swapped } })).toMatchObject({ code: 2 })
    const alone = { DATABASE_URL: "memory:", PONTEPAY_PRODUCTION_DATABASE_URL: database.url }
    expect(await cli(["audit"], { env: { ...both, ...alone } })).toMatchObject({ code: 0, err: "" })
  })

  it("is not asked for a head of the other", async () => {
    const head = `1:${"0".repeat(64)}`
    expect(await cli(["audit", "--head", head], { env: both })).toMatchObject({ code: 2, out: "" })
  })

  it("is examined by doctor", async () => {
    const { code, json } = await cliJson(["doctor"], { env: { ...both, PORT: "0" } })
    expect(code).toBe(0)
    const findings = json["findings"] as ReadonlyArray<{ readonly check: string; readonly state: string }>
    expect(findings).toContainEqual(expect.objectContaining({ check: "database (production)", state: "ok" }))
    expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(["database", "disk (production)"]))
    const absent = { PONTEPAY_PRODUCTION_DATABASE_URL: sqliteDatabase().url }
    const { out } = await cli(["doctor"], { env: { ...both, ...absent } })
    expect(out).toMatch(/warning {2}database \(production\) +\S+ is not there yet/)
  })
})

describe("audit", () => {
  it("§cli-audit reads the database that the variables name, with a bar where there is a terminal", async () => {
    const shown = await cli(["audit"], { env, canAnimate: true, columns: 60 })
    expect(shown).toMatchObject({ code: 0 })
    expect(shown.out).toMatch(/invariants hold/)
    expect(shown.err).toMatch(/\[[#.]{24}\] \d+% \d+ rows/)
    const { code, err, json } = await cliJson(["audit", database.url], { env: {} })
    expect([code, err]).toEqual([0, ""])
    expect(json).toMatchObject({ clean: true })
    const foreign = await cli(["audit", "mysql:x"])
    expect(foreign).toMatchObject({ code: 2, out: "", err: expect.stringMatching(/Name a database as/) as unknown })
    const text = join(scratch(), "text.db")
    writeFileSync(text, "this is no database ".repeat(100))
    for (
      const [url, hint] of [[`sqlite:${text}`, /whole/], ["postgres://u@127.0.0.1:1/x", /server running/]] as const
    ) {
      expect(await cli(["audit", url])).toMatchObject({ code: 2, out: "", err: expect.stringMatching(hint) as unknown })
    }
    expect(await cli(["audit", database.url, "--head", "x"])).toMatchObject({ code: 2, out: "" })
  })
})
