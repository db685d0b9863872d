// A data plane in an SQLite file with every turn that a deposit can take and a few movements of a wallet, made by the service
// itself, and copies of it in which something was tampered with.
import { createHmac, randomUUID } from "node:crypto"
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect } from "effect"
import { layer as sqlite } from "../../../../adapters/sqlite/store.ts"
import { addUp } from "../../../../core/reports/books/kept-sums.ts"
import { sealJournal } from "../../../../core/engine/seal/seal-journal.ts"
import { recurring } from "../../../../hosts/worker/recurring.ts"
import { audit } from "../../../../hosts/audit/audit.ts"
import type { Verdict } from "../../../../hosts/audit/invariant.ts"
import { openPlane } from "../../../../hosts/audit/open.ts"
import { type Embedded, embed } from "../../../../hosts/http/index.ts"

const apiKey = "pontepay_test_abcdefghijklmnopqrstuvwxyz012345"
const providerSecret = "sandbox-provider-secret"
const value = 10_000

const addresses = {
  plain: "0x52908400098527886e0f7030069857d2e4169ee7",
  refused: "0x000000000000000000000000000000000000dead",
  unknown: "0x0000000000000000000000000000000000000510"
}

/** The deposits of the scene, by the externalId they were made with. */
export type Cast =
  | "pending"
  | "completed"
  | "tiny"
  | "failed"
  | "partial"
  | "refunded"
  | "surplus"
  | "lossOfPart"
  | "lossOfAll"
  | "unknown"

export interface Scene {
  readonly file: string
  /** Ids of the deposits. */
  readonly ids: Readonly<Record<Cast, string>>
  readonly remove: () => void
}

const e2e = (name: string): string => `E${name.toUpperCase().padEnd(31, "0")}`

const post = async (
  { fetch }: Embedded,
  path: string,
  body: object,
  headers: Record<string, string>
): Promise<Response> => {
  const response = await fetch(
    new Request(`http://localhost${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body)
    })
  )
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

const provider = async (service: Embedded, subscription: string, data: object): Promise<void> => {
  const body = { event: { id: randomUUID(), subscription, data } }
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac("sha256", providerSecret).update(`${timestamp}.${JSON.stringify(body)}`).digest("hex")
  await post(service, "/provider/webhook", body, {
    "x-provider-timestamp": timestamp,
    "x-provider-signature": signature
  })
}

const bearer = { authorization: `Bearer ${apiKey}` }

const create = async (service: Embedded, externalId: Cast, address: string, cents = value): Promise<string> => {
  const body = { value: cents, asset: "USDC", network: "base", address, externalId }
  const response = await post(service, "/api/deposit/asset", body, {
    ...bearer,
    "idempotency-key": `key-${externalId}`
  })
  return (await response.json() as { readonly walletCharge: string }).walletCharge
}

/** A wallet that pays two PIX, one of which is refused and given back, and sends something away. */
const spend = async (service: Embedded): Promise<void> => {
  const keyed = (key: string) => ({ ...bearer, "idempotency-key": key })
  const keys = await post(service, "/api/wallet/keys", {}, keyed("key-wallet"))
  const { data } = await keys.json() as { readonly data: { readonly protectedSymmetricKey: string } }
  const proof = { walletPin: "123456", protectedSymmetricKey: data.protectedSymmetricKey }
  for (const pixKey of ["maria@example.com", "fail@sandbox.test"]) {
    await post(
      service,
      "/api/wallet/payout",
      { value: 1_000, network: "base", pixKey, ...proof },
      keyed(`key-${pixKey}`)
    )
  }
  const transfer = {
    recipientAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
    amount: "1",
    network: "base",
    asset: "USDC",
    ...proof
  }
  await post(service, "/api/wallet/transfer", transfer, keyed("key-transfer"))
}

const settle = (service: Embedded, id: string, pix: string): Promise<void> =>
  provider(service, "TICKET", {
    type: "DEPOSIT-SUCCESS",
    ticket: { id: `tkt_${id.slice("dep_".length)}`, endToEndId: e2e(pix) }
  })

const giveBack = (service: Embedded, pix: string, returnId: string, cents: number): Promise<void> =>
  provider(service, "PIX-RETURN", {
    type: "RETURN-CONFIRMED",
    endToEndId: e2e(pix),
    returnId: `D${returnId.toUpperCase().padEnd(31, "0")}`,
    value: cents
  })

const until = async (file: string, what: string, sql: string): Promise<void> => {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    for (let tries = 0; Object.values(db.prepare(sql).get() ?? {})[0] !== 1; tries++) {
      if (tries > 600) throw new Error(`Waited in vain until ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  } finally {
    db.close()
  }
}

const states = (wanted: Readonly<Partial<Record<Cast, string>>>): string =>
  Object.entries(wanted).map(([name, state]) =>
    `(select json_extract(body, '$.state') from record where kind = 'deposit' and json_extract(body, '$.externalId') = '${name}') = '${state}'`
  ).join(" and ")

const play = async (service: Embedded, file: string): Promise<Readonly<Record<Cast, string>>> => {
  const ids = {
    pending: await create(service, "pending", addresses.plain),
    completed: await create(service, "completed", addresses.plain),
    // Too small for a fee: its entry has no postings.
    tiny: await create(service, "tiny", addresses.plain, 10),
    failed: await create(service, "failed", addresses.refused),
    partial: await create(service, "partial", addresses.plain),
    refunded: await create(service, "refunded", addresses.refused),
    surplus: await create(service, "surplus", addresses.plain),
    lossOfPart: await create(service, "lossOfPart", addresses.unknown),
    lossOfAll: await create(service, "lossOfAll", addresses.unknown),
    unknown: await create(service, "unknown", addresses.unknown)
  }
  await spend(service)
  for (
    const name of ["lossOfPart", "lossOfAll", "completed", "tiny", "failed", "partial", "refunded", "surplus"] as const
  ) {
    await settle(service, ids[name], name)
  }
  await giveBack(service, "lossOfPart", "lossOfPart", 1)
  await giveBack(service, "lossOfAll", "lossOfAll", value)
  await settle(service, ids.surplus, "surplus2")
  const ends = {
    completed: "COMPLETED",
    tiny: "COMPLETED",
    failed: "FAILED",
    partial: "COMPLETED",
    refunded: "FAILED",
    surplus: "COMPLETED"
  }
  await until(file, "everything is delivered", `select ${states(ends)}`)
  await giveBack(service, "partial", "partial1", 1_000)
  await giveBack(service, "partial", "partial2", 2_000)
  await giveBack(service, "refunded", "refunded1", 4_000)
  await giveBack(service, "refunded", "refunded2", value - 4_000)
  const lost = "json_extract(body, '$.transactionHash') is not null"
  await until(
    file,
    "what could not be seen was found",
    `select ${states({ lossOfPart: "COMPLETED" })} and ${lost} from record where id = '${ids.lossOfAll}'`
  )
  await settle(service, ids.unknown, "unknown")
  await until(
    file,
    "a delivery is unknown",
    `select json_extract(body, '$.processingStep') = 'DELIVERY_UNKNOWN' from record where id = '${ids.unknown}'`
  )
  const later = ["expire-deposit", "expire-rail-return", "perform-movement", ...recurring].map((task) => `'${task}'`)
    .join(", ")
  const due = `task not in (${later}) and not (task = 'deliver-webhook' and attempt > 0)`
  await until(
    file,
    "the payouts are at their ends",
    "select count(*) = 2 from record where kind = 'payout' and json_extract(body, '$.state') in ('COMPLETED', 'RESTORED')"
  )
  await until(file, "nothing is left to do", `select count(*) = 0 from job where ${due}`)
  return ids
}

/** Plays the scene: one receiver takes all events, the other none. */
export const scene = async (): Promise<Scene> => {
  const folder = mkdtempSync(join(tmpdir(), "pontepay-audit-"))
  const file = join(folder, "plane.db")
  const receiver = createServer((request, response) => {
    request.resume()
    response.writeHead(request.url === "/takes" ? 200 : 500).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
  const base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  const webhook = (path: string) => ({ url: `${base}/${path}`, secret: "ab".repeat(32) })
  const account = {
    name: "Acme",
    environment: "sandbox",
    apiKey,
    taxId: "11144477735",
    kyc: "APPROVED",
    flags: ["WALLET_PAYOUT_API", "AUTO_REFUND"],
    webhooks: [webhook("takes"), webhook("refuses")]
  }
  writeFileSync(join(folder, "accounts.json"), JSON.stringify({ accounts: [account] }))
  const service = await embed({
    DATABASE_URL: `sqlite:${file}`,
    PONTEPAY_BOOTSTRAP_FILE: join(folder, "accounts.json"),
    PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true",
    LOG_LEVEL: "none"
  })
  try {
    const ids = await play(service, file)
    await service.close()
    await sealed(file)
    return { file, ids, remove: () => rmSync(folder, { recursive: true }) }
  } finally {
    await service.close()
    receiver.closeAllConnections()
    receiver.close()
  }
}

/** A copy whose books somebody has read, so that their sums are kept. */
export const withBooks = (original: string): Promise<string> => {
  const file = tampered(original, "")
  return addUp(1_000).pipe(Effect.as(file), Effect.provide(sqlite({ filename: file })), Effect.runPromise)
}

/** Seals what the worker has not sealed yet. */
const sealed = (file: string): Promise<void> =>
  sealJournal().pipe(Effect.asVoid, Effect.provide(sqlite({ filename: file })), Effect.runPromise)

/** Audits a file. */
export const auditOf = async (file: string): Promise<ReadonlyArray<Verdict>> => {
  const plane = await openPlane(`sqlite:${file}`)
  try {
    return await audit(plane)
  } finally {
    await plane.close()
  }
}

let copies = 0

/** A copy of the scene's file after some SQL. */
export const tampered = (original: string, sql: string): string => {
  const file = `${original}.${++copies}`
  copyFileSync(original, file)
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  try {
    db.exec(sql)
  } finally {
    db.close()
  }
  return file
}
