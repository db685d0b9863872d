// Two tenants for the attacks on tenancy. The first has one of everything that has an id; the second has the same, of his own,
// and wants the first one's. Once all is there, the plane is opened again without a worker: from then on nothing changes by
// itself, so that every change that is seen was made by an attack.
import { DatabaseSync } from "node:sqlite"
import { join } from "node:path"
import {
  type TestHost,
  declared,
  eventually,
  evmAddress,
  keyOf,
  openHost,
  operatorToken,
  scratch,
  secretsKey
} from "../support/host.ts"
import { type Answer, type Sent, behindProxy, bodyOf, dataOf, send } from "../support/http.ts"
import { type WebhookReceiver, openReceiver } from "../support/receiver.ts"

/** Everything of a tenant that has a name, by what it is. */
export type Belongings = Readonly<Record<string, string>>

export const productionHost = "live.example"

export interface Stage {
  readonly host: TestHost
  readonly victim: Belongings
  readonly attacker: Belongings
  /** What the stores of both environments hold of the victim, line by line: records, entries, postings, balances and jobs. */
  readonly held: () => ReadonlyArray<string>
  readonly close: () => Promise<void>
}

const held = (answer: Answer, what: string): Answer => {
  if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${answer.text}`)
  return answer
}

const pathOf = (url: unknown): string => new URL(String(url)).pathname
const tokenIn = (url: unknown): string => pathOf(url).split("/")[3] ?? ""

const belongingsOf = async (host: TestHost, name: string, receiver: WebhookReceiver): Promise<Belongings> => {
  const key = keyOf(name)
  const ask = async (sent: Sent) => held(await send(host.base, { key, ...sent }), `${name} ${sent.path}`)
  const data = async (sent: Sent) => dataOf(await ask(sent))
  const list = async (path: string, field: string) =>
    (await data({ path }))[field] as ReadonlyArray<Readonly<Record<string, unknown>>>
  const { viewer } = await data({ path: "/dashboard/api/session" })
  const accountId = String((viewer as Readonly<Record<string, unknown>>)["accountId"])
  const webhooks = `/admin/accounts/${accountId}/webhooks`
  const { webhookId } = await data({ path: webhooks, body: { url: `${receiver.base}/${name}` } })
  const [{ keyId } = {}] = await list(`/admin/accounts/${accountId}/keys`, "keys")
  const [main] = await list("/api/subaccount", "subAccounts")
  const { subAccountId } = await data({ path: "/api/subaccount", body: { name: `Customer of ${name}` } })
  const company = await data({
    path: "/api/subaccount",
    body: { name: "Padaria Ltda", email: "ops@padaria.example", accountType: "COMPANY" }
  })
  const charge = { value: 5_000, asset: "USDC", network: "base", address: evmAddress, externalId: `order-of-${name}` }
  const deposit = bodyOf(await ask({ path: "/api/deposit/asset", body: charge }))
  const paid = bodyOf(await ask({ path: "/api/deposit/asset", body: { ...charge, externalId: `paid-by-${name}` } }))
  const ticket = { type: "DEPOSIT-SUCCESS", ticket: { id: String(paid["trackId"]) } }
  await ask({
    path: "/provider/webhook",
    body: { event: { id: `event-of-${name}`, subscription: "TICKET", data: ticket } }
  })
  const keys = await data({ path: "/api/wallet/keys", body: {} })
  const payout = bodyOf(
    await ask({
      path: "/api/wallet/payout",
      body: {
        value: 5_000,
        network: "polygon",
        pixKey: "maria@example.com",
        walletPin: "123456",
        protectedSymmetricKey: keys["protectedSymmetricKey"]
      }
    })
  )
  const invoice = bodyOf(
    await ask({ path: "/api/lightning/invoice", body: { value: 1_000, pixKey: "hold@sandbox.test" } })
  )
  const attempt = await data({ path: "/api/kyc", body: { subAccountId } })
  const business = await data({ path: "/api/kyb", body: { subAccountId: company["subAccountId"] } })
  const document = await data({ path: "/api/kyc/document", body: { subAccountId, documentType: "ID" } })
  const selfie = await data({
    path: "/api/kyc/document",
    body: { subAccountId, documentType: "SELFIE-FROM-LIVENESS" }
  })
  const record = async () => data({ path: `/api/wallet/payout/${String(payout["transactionId"])}` })
  const { endToEndId, receiptUrl } = await eventually(record, ({ status }) => status === "COMPLETED")
  const deliveries = () => list(`/admin/webhooks/${String(webhookId)}/deliveries`, "deliveries")
  const [delivery] = await eventually(deliveries, (found) => found.length > 1)
  const delivered = await eventually(
    () => data({ path: `/api/deposit/asset/paid-by-${name}` }),
    ({ status }) => status === "COMPLETED"
  )
  const statement = await data({ path: "/api/account/statement?limit=1" })
  const { nextCursor } = await data({ path: "/api/events" })
  return Object.fromEntries(
    Object.entries({
      accountId,
      keyId,
      webhookId,
      eventId: delivery?.["eventId"],
      providerEventId: `event-of-${name}`,
      mainSubAccountId: main?.["subAccountId"],
      subAccountId,
      companyId: company["subAccountId"],
      depositId: tokenIn(deposit["chargeUrl"]).split(".")[0],
      externalId: deposit["externalId"],
      trackId: deposit["trackId"],
      paidTrackId: paid["trackId"],
      paidEndToEndId: delivered["endToEndId"],
      charge: tokenIn(deposit["chargeUrl"]),
      transactionId: payout["transactionId"],
      endToEndId,
      receipt: tokenIn(receiptUrl),
      paymentHash: invoice["paymentHash"],
      walletId: keys["walletId"],
      attemptId: attempt["attemptId"],
      session: new URL(String(attempt["url"])).hash.slice(1),
      businessId: business["attemptId"],
      companySession: new URL(String(business["basicCompanyDataUrl"])).hash.slice(1),
      documentId: document["documentId"],
      upload: pathOf(document["uploadUrlFront"]).split("/")[2],
      selfieId: selfie["documentId"],
      validateLivenessToken: selfie["validateLivenessToken"],
      statementCursor: statement["nextCursor"],
      eventCursor: nextCursor
    }).map(([what, value]) => [what, String(value)])
  )
}

// What the plane notes by itself: how far it has audited, when it answered last, and when a key was in use.
const ofItself = /^(?:auditTally|keyUse|reconcileTally|seal|planeMark|keyMark)$/

const queries = {
  record: "select * from record",
  entry: "select * from entry",
  posting: "select entry.owner, entry.id, posting.* from posting join entry on entry.seq = posting.entry",
  balance: "select * from balance",
  job: "select * from job"
}

const linesOf = (path: string): ReadonlyArray<string> => {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return Object.entries(queries).flatMap(([table, query]) =>
      db.prepare(query).all().filter(({ kind }) => !ofItself.test(String(kind)))
        .map((row) => `${table} ${JSON.stringify(row)}`)
    )
  } finally {
    db.close()
  }
}

// What the attacker makes known of his own charges may quote what the world calls the victim's payments.
const isOf = ({ endToEndId: _, paidEndToEndId: __, ...victim }: Belongings, attacker: Belongings) => (line: string) =>
  !line.includes(attacker["accountId"] ?? "") && Object.values(victim).some((id) => line.includes(id))

const names = ["victim", "attacker"] as const
const flags = ["WALLET_PAYOUT_API", "AUTO_REFUND", "SWAP"]

/** Opens the stage. */
export const openStage = async (): Promise<Stage> => {
  const folder = scratch()
  const files = [join(folder, "sandbox.db"), join(folder, "production.db")] as const
  const options = {
    accounts: names.flatMap((name) => [
      declared(name, { flags }),
      declared(`${name}-live`, { flags, environment: "production" })
    ]),
    variables: {
      ...behindProxy,
      DATABASE_URL: `sqlite:${files[0]}`,
      PONTEPAY_PRODUCTION_DATABASE_URL: `sqlite:${files[1]}`,
      PONTEPAY_PRODUCTION_HOST: productionHost,
      PONTEPAY_SECRETS_KEY: secretsKey,
      PONTEPAY_OPERATOR_TOKEN: operatorToken,
      PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true"
    }
  }
  const receiver = await openReceiver()
  const before = await openHost(options)
  const [victim, attacker] = await Promise.all(names.map((name) => belongingsOf(before, name, receiver)))
  await before.close()
  const host = await openHost({ ...options, worker: false })
  if (victim === undefined || attacker === undefined) throw new Error("there are two tenants")
  return {
    host,
    victim,
    attacker,
    held: () => files.flatMap(linesOf).filter(isOf(victim, attacker)).toSorted(),
    close: async () => {
      await host.close()
      await receiver.close()
    }
  }
}
