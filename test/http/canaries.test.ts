// A whole flow with secrets that are known, and then a search for each of them, in every form, in what the service leaves behind:
// the heap of the process once its requests have ended, its logs, its databases and their backups.
import { readFileSync, readdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect, Layer, Option, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { layer as ids } from "../../adapters/node/ids.ts"
import { layer as secretsLayer } from "../../adapters/node/secrets.ts"
import { layer as vaultLayer } from "../../adapters/node/wallet-vault.ts"
import { layer as sqlite } from "../../adapters/sqlite/store.ts"
import { get } from "../../core/engine/store/records.ts"
import { WalletVault } from "../../core/ports/wallet-vault.ts"
import { mnemonicOf } from "../../core/customers/wallet/derivation.ts"
import { Wallets } from "../../core/customers/wallet/wallet.ts"
import { found } from "../support/canaries.ts"
import { type HostProcess, declared, eventually, scratch, startProcess } from "../support/host.ts"
import { type Answer, bodyOf, dataOf, send } from "../support/http.ts"
import { type WebhookReceiver, openReceiver } from "../support/receiver.ts"

const secret = {
  apiKey: `pontepay_test_${"Q7vK2mXw9RbT".padEnd(40, "z4Hs")}`,
  liveKey: `pontepay_live_${"N3cJ8pLd5GyF".padEnd(40, "u6Wa")}`,
  metricsToken: "metrics-c4nary-Bd83kQw50NhXv72ZtLm9pRsJ",
  operatorToken: "operator-c4nary-Xk29vTq81LmZp0RwYb53",
  secretsKey: Buffer.from("c4nary-of-the-secrets-key-Zq7Xw2").toString("base64"),
  webhookSecret: "5e1d0c7a9b3f48262f6b8c01d7e4a95310fedc7755aa9182b6c3d0e4f7a8b9c1",
  pin: "lontra canária “47”",
  nextPin: "garça canária \\ 93",
  wrongPin: "tatu canário 61 não"
}
/** What goes through the same places and is meant to stay. */
const planted = "planted c4nary “in a name” \\ 7"
const live = "live.example"

const directory = scratch()
const files = { sandbox: join(directory, "sandbox.db"), production: join(directory, "production.db") }

let receiver: WebhookReceiver
let host: HostProcess
/** What was made on the way and is as secret. */
const made: Record<string, string> = {}
const secrets = () => ({ ...secret, ...made })

beforeAll(async () => {
  receiver = await openReceiver()
  host = await startProcess({
    nodeOptions: [
      "--heapsnapshot-signal=SIGUSR2",
      "--heap-snapshot-string-limit=1000000000",
      `--diagnostic-dir=${directory}`
    ],
    accounts: [
      declared("acme", {
        apiKey: secret.apiKey,
        flags: ["WALLET_PAYOUT_API"],
        webhooks: [{ url: `${receiver.base}/hook`, secret: secret.webhookSecret }]
      }),
      declared("live", { environment: "production", apiKey: secret.liveKey, flags: ["WALLET_PAYOUT_API"] })
    ],
    variables: {
      DATABASE_URL: `sqlite:${files.sandbox}`,
      LOG_LEVEL: "debug",
      PONTEPAY_PRODUCTION_DATABASE_URL: `sqlite:${files.production}`,
      PONTEPAY_PRODUCTION_HOST: live,
      PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true",
      PONTEPAY_METRICS_TOKEN: secret.metricsToken,
      PONTEPAY_OPERATOR_TOKEN: secret.operatorToken,
      PONTEPAY_SANDBOX_PROVIDER_SECRET: "provider-secret-of-the-canaries-0123456789",
      PONTEPAY_SECRETS_KEY: secret.secretsKey
    }
  })
})
afterAll(async () => {
  if (host.child.exitCode === null) await host.stop()
  await receiver.close()
})

const ask = (path: string, body: unknown, key = secret.apiKey, headers = {}): Promise<Answer> =>
  send(host.base, { path, body, key, headers })
const onLive = (path: string, body: unknown, headers = {}) =>
  ask(path, body, secret.liveKey, { host: live, ...headers })
const asOperator = (path: string, body?: unknown) =>
  send(host.base, { path, key: secret.operatorToken, ...(body === undefined ? {} : { method: "POST", body }) })

const pinPage = async (body: object, status: number): Promise<void> => {
  const opened = await onLive("/api/wallet/pin-session", {})
  const session = /[0-9a-f]{64}$/.exec(String(dataOf(opened)["url"]))?.[0] ?? ""
  const answer = await send(host.base, { path: "/hosted/api/pin", body: { session, ...body }, headers: { host: live } })
  expect([answer.status, answer.text]).toEqual([status, expect.any(String)])
}

const hold = (bytes: Buffer) => found(secrets(), bytes)

describe("secrets that went through a service", () => {
  it("reach every place that handles them", async () => {
    await pinPage({ pin: secret.pin }, 200)
    await pinPage({ pin: secret.nextPin, currentPin: secret.wrongPin }, 400)
    await pinPage({ pin: secret.nextPin, currentPin: secret.pin }, 200)
    const keys = dataOf(await onLive("/api/wallet/keys", {}))
    made["envelope"] = String(keys["protectedSymmetricKey"])
    // Production has no chain here, which is found out once the PIN was right.
    const create = (walletPin: string) => onLive("/api/wallet/create", { network: "polygon", walletPin })
    expect([(await create(secret.nextPin)).status, (await create(secret.wrongPin)).status]).toEqual([503, 400])

    const envelope = String(dataOf(await ask("/api/wallet/keys", {}))["protectedSymmetricKey"])
    made["sandboxEnvelope"] = envelope
    const payout = (walletPin: string) =>
      ask("/api/wallet/payout", {
        value: 5_000,
        network: "polygon",
        pixKey: "maria@example.com",
        walletPin,
        protectedSymmetricKey: envelope
      })
    expect((await payout(secret.wrongPin)).status).toBe(400)
    expect((await payout("123456")).status).toBe(202)
    await eventually(() => Promise.resolve(receiver.at("/hook").length), (count) => count > 0)

    const { accounts } = dataOf(await asOperator("/admin/accounts")) as {
      readonly accounts: ReadonlyArray<{ readonly accountId: string; readonly name: string }>
    }
    const accountId = accounts.find(({ name }) => name === "acme")?.accountId ?? ""
    made["madeKey"] = String(dataOf(await asOperator(`/admin/accounts/${accountId}/keys`, {}))["secret"])
    expect((await ask("/api/subaccount", { name: planted }, made["madeKey"])).status).toBe(201)
    // Records that were read are remembered.
    expect((await send(host.base, { path: "/api/subaccount", key: secret.apiKey })).status).toBe(200)
    for (const key of [`${secret.apiKey}x`, `${secret.operatorToken}x`]) {
      expect((await send(host.base, { path: "/admin/accounts", key })).status).toBe(401)
    }
    expect((await send(host.base, { path: "/metrics", key: secret.metricsToken })).status).toBe(200)
    expect(bodyOf(await ask("/api/deposit/asset", { value: secret.pin }))["success"]).toBe(false)
  })

  it("are in no log, and a planted one is found §secrets-canaries", () => {
    const { stderr, stdout } = host.output()
    expect(hold(Buffer.from(stdout + stderr))).toEqual([])
    expect(hold(Buffer.from(`${stderr}{"message":${JSON.stringify(secret.nextPin)}}`))).toEqual(["nextPin (JSON)"])
  })

  it("are not in the heap once the requests have ended, and a planted one is found §secrets-canaries", async () => {
    host.child.kill("SIGUSR2")
    const snapshot = () => readdirSync(directory).find((name) => name.endsWith(".heapsnapshot"))
    const file = join(
      directory,
      (await eventually(() => Promise.resolve(snapshot()), (name) => name !== undefined)) ?? ""
    )
    const bytes = await eventually(
      () => Promise.resolve(readFileSync(file)),
      (read) => /\]\s*\}\s*$/.test(read.subarray(-8).toString("latin1")),
      60_000
    )
    expect(found({ planted }, bytes)).not.toEqual([])
    expect([...hold(bytes), ...found({ bannerKey: host.key }, bytes)]).toEqual([])
  }, 120_000)

  it("are in no database and no backup of one, seeds included, and a planted one is found §secrets-canaries", async () => {
    const backup = join(directory, "backup.db")
    new DatabaseSync(files.production).prepare("vacuum into ?").run(backup)
    Object.assign(made, await seedsIn(backup))
    expect(Object.keys(made)).toContain("mnemonic")
    await host.stop()
    const kept = readdirSync(directory).filter((name) => /^(?:sandbox|production|backup)\.db/.test(name))
    expect(kept).toEqual(expect.arrayContaining(["backup.db", "production.db", "sandbox.db"]))
    for (const name of kept) {
      if (name.endsWith("api-key-seed")) continue
      expect([name, hold(readFileSync(join(directory, name)))]).toEqual([name, []])
    }
    expect(found({ planted }, readFileSync(files.sandbox))).not.toEqual([])
    expect(dirname(files.sandbox)).toBe(directory)
  })
})

/** What the wallets of a backup open to, for whoever has the secrets key and the PIN beside it. */
const seedsIn = (filename: string) => {
  const db = new DatabaseSync(filename, { readOnly: true })
  const rows = db.prepare("select id from record where kind = 'wallet'").all()
  db.close()
  const services = vaultLayer({ initialPin: Option.none() }).pipe(
    Layer.provideMerge(secretsLayer({ environment: "production", key: Redacted.make(secret.secretsKey) })),
    Layer.provideMerge(ids),
    Layer.provideMerge(sqlite({ filename }))
  )
  return Effect.gen(function*() {
    const wallet = Option.getOrThrow(yield* get(Wallets, String(rows[0]?.["id"]))).value
    const seed = yield* WalletVault.use((vault) =>
      vault.open({
        owner: wallet.owner,
        walletId: wallet.id,
        email: wallet.email,
        pin: Redacted.make(secret.nextPin.normalize("NFC")),
        protectedSymmetricKey: Redacted.make(made["envelope"] ?? ""),
        sealedSeed: wallet.sealedSeed
      })
    )
    const entropy = Redacted.value(seed)
    return { mnemonic: mnemonicOf(entropy), entropy: Buffer.from(entropy).toString("latin1") }
  }).pipe(Effect.provide(services), Effect.runPromise)
}
