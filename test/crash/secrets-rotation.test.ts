// The secrets key is changed as an operator does it (0203), on two real processes of one PostgreSQL under load: both are replaced
// one after the other, the key is rotated, what it sealed is sealed again. No request, delivery or command fails meanwhile,
// and neither what a backup would hold nor what the processes logged shows a secret.
import { setTimeout as pause } from "node:timers/promises"
import { Client } from "pg"
import { afterAll, expect, it } from "vitest"
import { sealForCommand } from "../../adapters/node/command-seal.ts"
import { verifyWebhook } from "../../hosts/client/verify-webhook.ts"
import { found } from "../support/canaries.ts"
import { isDeep } from "../support/depth.ts"
import {
  type HostOptions,
  type HostProcess,
  declared,
  eventually,
  keyOf,
  secretsKey as firstKey,
  startProcess
} from "../support/host.ts"
import { type Answer, bodyOf, dataOf, send } from "../support/http.ts"
import { describePostgres, freshDatabase } from "../support/postgres.ts"
import { type WebhookReceiver, openReceiver } from "../support/receiver.ts"
import { depositOf } from "../http/sandbox.ts"

const nextKey = Buffer.from("fedcba9876543210fedcba9876543210").toString("base64")
const apiKey = keyOf("acme")
/** Of the account that commands: a holder's wallet is unlocked for one at a time. */
const shopKey = keyOf("shop")
const operatorToken = "operator-of-the-rotation-0123456789abcdef"
const webhookSecret = "ab54c39e".repeat(8)

const running: Array<HostProcess> = []
let receiver: WebhookReceiver | undefined
afterAll(async () => {
  for (const { child } of running) child.kill("SIGKILL")
  await receiver?.close()
})

type Asked = Omit<Parameters<typeof send>[1], "key"> & { readonly key?: string }

/** What stands before the processes: new requests go to those that are in it, and one that leaves ends what it began. */
class Balancer {
  private readonly hosts: Array<HostProcess> = []
  private readonly busy = new Map<HostProcess, number>()
  private turn = 0

  add(host: HostProcess): void {
    this.hosts.push(host)
  }

  async replace(before: HostProcess, after: HostProcess): Promise<void> {
    this.hosts.splice(this.hosts.indexOf(before), 1, after)
    await eventually(() => Promise.resolve(this.busy.get(before) ?? 0), (count) => count === 0, 120_000)
    expect((await before.stop()).code).toBe(0)
  }

  /** Asks again where the store was late, as clients do: a busy machine may make it so, and a key never does. */
  async ask(sent: Asked): Promise<Answer> {
    const answer = await this.askOnce(sent)
    return answer.status === 503 ? this.ask(sent) : answer
  }

  private async askOnce(sent: Asked): Promise<Answer> {
    const host = this.hosts[this.turn++ % this.hosts.length]
    if (host === undefined) throw new Error("No process is left")
    this.busy.set(host, (this.busy.get(host) ?? 0) + 1)
    try {
      return await send(host.base, { key: apiKey, ...sent })
    } finally {
      this.busy.set(host, (this.busy.get(host) ?? 1) - 1)
    }
  }
}

interface DataKey {
  readonly keyId: string
  readonly state: string
  readonly left: number | null
  readonly resealed: boolean | null
}

/** A load: each kind of work again and again until it is ended; what failed is kept. */
class Load {
  readonly failures: Array<string> = []
  readonly done = new Map<string, number>()
  private isOver = false
  private readonly loops: Array<Promise<void>> = []

  begin(name: string, pauseMs: number, work: () => Promise<void>): void {
    this.loops.push((async () => {
      while (!this.isOver) {
        await work().catch((error: unknown) => this.failures.push(`${name}: ${String(error)}`))
        this.done.set(name, (this.done.get(name) ?? 0) + 1)
        await pause(pauseMs)
      }
    })())
  }

  /** Waits until every kind of work was done so many times more. */
  async more(times: number): Promise<void> {
    const before = new Map(this.done)
    const lags = () => [...this.done].some(([name, count]) => count < (before.get(name) ?? 0) + times)
    await eventually(() => Promise.resolve(lags()), (isLate) => !isLate, 120_000)
  }

  async end(): Promise<void> {
    this.isOver = true
    await Promise.all(this.loops)
  }
}

/** Starts a process as whoever runs it does: again where the database was late, as it may be on a busy machine. */
const startedInTheEnd = (options: HostOptions): Promise<HostProcess> =>
  startProcess(options).catch((error: unknown) => {
    if (!String(error).includes("DATABASE_URL: timeout expired")) throw error
    return startedInTheEnd(options)
  })

const need = (answer: Answer, status: number): Answer => {
  if (answer.status !== status) throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`)
  return answer
}

const pathOf = (url: unknown): string => new URL(String(url)).pathname

await describePostgres("a rotation under load", () => {
  it("fails no request, delivery or command, and leaves no secret in clear §secrets-rotation-load", async () => {
    const url = await freshDatabase()
    const hooks = receiver = await openReceiver()
    const started = async (keys: Readonly<Record<string, string>>): Promise<HostProcess> => {
      const host = await startedInTheEnd({
        accounts: ["acme", "shop"].map((name) =>
          declared(name, {
            flags: ["WALLET_PAYOUT_API"],
            webhooks: [{ url: `${hooks.base}/${name}`, secret: webhookSecret }]
          })
        ),
        variables: {
          DATABASE_URL: url,
          LOG_LEVEL: "debug",
          PONTEPAY_OPERATOR_TOKEN: operatorToken,
          PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true",
          PONTEPAY_AUDIT_INTERVAL_SECONDS: "0",
          ...keys
        }
      })
      running.push(host)
      return host
    }
    const both = { PONTEPAY_SECRETS_KEY: nextKey, PONTEPAY_SECRETS_KEY_PREVIOUS: firstKey }
    const front = new Balancer()
    const before = [
      await started({ PONTEPAY_SECRETS_KEY: firstKey }),
      await started({ PONTEPAY_SECRETS_KEY: firstKey })
    ] as const
    for (const host of before) front.add(host)
    const manage = (method: string, path: string) => front.ask({ method, path, key: operatorToken })
    const ring = async () =>
      dataOf(need(await manage("GET", "/admin/secrets"), 200)) as unknown as {
        readonly commandKey: string
        readonly keys: ReadonlyArray<DataKey>
      }

    let { commandKey } = await ring()
    const envelopeOf = async (key: string) =>
      String(dataOf(need(await front.ask({ path: "/api/wallet/keys", body: {}, key }), 200))["protectedSymmetricKey"])
    const [protectedSymmetricKey, shopEnvelope] = [await envelopeOf(apiKey), await envelopeOf(shopKey)]
    const payout = { value: 100, network: "polygon", pixKey: "maria@example.com" }
    const firstCharge = bodyOf(need(await front.ask({ path: "/api/deposit/asset", body: depositOf() }), 200))
    for (let n = 0; n < 60; n++) need(await front.ask({ path: "/api/subaccount", body: { name: `${n}` } }), 201)
    const firstPage = dataOf(need(await front.ask({ path: "/api/subaccount" }), 200))

    const shop = new Client(url)
    await shop.connect()
    const { rows: [row] } = await shop.query<{ readonly owner: string }>(
      "select owner from pontepay.records where kind = 'webhook' and body::json ->> 'url' like '%/shop'"
    )
    const account = row?.owner ?? ""

    const load = new Load()
    const commands: Array<string> = []
    load.begin("cursor", 50, async () => {
      const cursor = encodeURIComponent(String(firstPage["nextCursor"]))
      need(await front.ask({ path: `/api/subaccount?cursor=${cursor}` }), 200)
    })
    load.begin("charge and its link", 80, async () => {
      const charge = bodyOf(need(await front.ask({ path: "/api/deposit/asset", body: depositOf() }), 200))
      for (const made of [charge, firstCharge]) need(await front.ask({ path: pathOf(made["chargeUrl"]) }), 200)
    })
    load.begin("payout with a PIN", 250, async () => {
      const body = { ...payout, walletPin: "123456", protectedSymmetricKey }
      const id = String(bodyOf(need(await front.ask({ path: "/api/wallet/payout", body }), 202))["transactionId"])
      const record = await eventually(
        async () => dataOf(need(await front.ask({ path: `/api/wallet/payout/${id}` }), 200)),
        ({ status }) => status === "COMPLETED",
        120_000
      )
      need(await front.ask({ path: pathOf(record["receiptUrl"]) }), 200)
    })
    load.begin("command", 600, async () => {
      const commandId = `order-${commands.length}`
      commands.push(commandId)
      const proof = { walletPin: "123456", protectedSymmetricKey: shopEnvelope }
      const sealed = sealForCommand({ commandKey, commandId, account, ...proof })
      await shop.query("select pontepay.command($1, $2, 'create-payout', $3)", [
        commandId,
        account,
        JSON.stringify({ ...payout, sealed })
      ])
    })

    await load.more(2)
    // One process after the other gets both keys; meanwhile the two work with different ones.
    for (const host of before) {
      await front.replace(host, await started(both))
      await load.more(2)
    }
    need(await manage("POST", "/admin/secrets/rotate"), 200)
    const { keys: [newest] } = await eventually(ring, ({ keys: [each] }) => each?.state === "current", 120_000)
    await load.more(2)
    // What the backend sealed until now opens as well; from here on it seals for the new key.
    commandKey = (await ring()).commandKey
    expect(commandKey).toContain(newest?.keyId)
    const older = await eventually(ring, ({ keys: [, each] }) => each?.left === 0, 120_000)
    expect(older.keys.map(({ state }) => state)).toEqual(["current", "older"])
    await load.more(2)
    await load.end()
    expect(load.failures).toEqual([])
    expect(Math.min(...load.done.values())).toBeGreaterThan(4)

    const states = async () => {
      const { rows } = await shop.query<{ readonly state: string }>(
        "select distinct body::json ->> 'state' as state from pontepay.records where kind = 'command'"
      )
      return rows.map(({ state }) => state)
    }
    expect(await eventually(states, (each) => !each.includes("WAITING"), 120_000)).toEqual(["DONE"])
    const told = async () => hooks.at("/shop").filter(({ body }) => body.includes("COMMAND_SUCCEEDED")).length
    await eventually(told, (count) => count === commands.length, 120_000)
    for (const { body, headers } of [...hooks.at("/acme"), ...hooks.at("/shop")]) {
      await verifyWebhook(body, headers, webhookSecret)
    }

    if (isDeep) {
      const [, { keyId } = { keyId: "" }] = older.keys
      await eventually(ring, ({ keys: [, each] }) => each?.resealed === true && each.left === 0, 120_000)
      need(await manage("DELETE", `/admin/secrets/keys/${keyId}`), 200)
      for (let n = 0; n < 2; n++) {
        const body = { ...payout, walletPin: "123456", protectedSymmetricKey }
        need(await front.ask({ path: "/api/wallet/payout", body }), 202)
      }
    }

    const secrets = { apiKey, webhookSecret, operatorToken, protectedSymmetricKey, shopEnvelope, firstKey, nextKey }
    for (const { output } of running) {
      const { stderr, stdout } = output()
      expect(found(secrets, Buffer.from(stdout + stderr))).toEqual([])
    }
    expect(found(secrets, await dumped(shop))).toEqual([])
    await shop.query("create table pontepay.planted as select $1 as secret", [webhookSecret])
    expect(found(secrets, await dumped(shop))).toEqual(["webhookSecret (raw)"])
    await shop.end()
  }, 600_000)
})

/** Every row of every table, as a dump of the database holds them. */
const dumped = async (client: Client): Promise<Buffer> => {
  const { rows: tables } = await client.query<{ readonly name: string }>(
    "select schemaname || '.' || tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')"
  )
  const rows: Array<string> = []
  for (const { name } of tables) {
    const { rows: found } = await client.query<{ readonly text: string }>(
      `select row::text as text from ${name} as row`
    )
    rows.push(...found.map(({ text }) => text))
  }
  return Buffer.from(rows.join("\n"))
}
