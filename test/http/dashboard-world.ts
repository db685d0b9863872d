// What tests of the dashboard's interface begin with: two key owners, one of whom has something of everything, the operator, and
// a receiver of webhooks.
import { type TestHost, type Variables, declared, eventually, keyOf, openHost } from "../support/host.ts"
import { operatorOwner } from "../../core/base/ids/ids.ts"
import { raiseReview } from "../../core/engine/review/raise-review.ts"
import { type Answer, behindProxy, bodyOf, dataOf, send } from "../support/http.ts"
import { type WebhookReceiver, openReceiver } from "../support/receiver.ts"
import { bury, operatorTokenOf } from "./as-operator.ts"
import { makePayout } from "./payouts.ts"
import { type Made, makeDeposit } from "./sandbox.ts"

export const ownerKey = keyOf("acme")
export const strangerKey = keyOf("stranger")
export const prefix = "/dashboard/api"

export interface DashboardWorld {
  readonly host: TestHost
  readonly receiver: WebhookReceiver
  readonly token: string
  /** The ids of the two accounts. */
  readonly acme: string
  readonly stranger: string
  /** Sends a request to `/admin` as the path says, or to the dashboard's own endpoints under their prefix. */
  readonly ask: (key: string | undefined, method: string, path: string, body?: unknown) => Promise<Answer>
  /** The data of what is asked, which has to succeed. */
  readonly read: (key: string, path: string) => Promise<Record<string, unknown>>
  readonly write: (key: string, path: string, body?: unknown, method?: string) => Promise<Record<string, unknown>>
  /** A deposit of an owner with our id of it. */
  readonly deposit: (key?: string) => Promise<Made & { readonly id: string }>
  readonly paidDeposit: (key?: string) => Promise<Made & { readonly id: string }>
  readonly payout: (key: string, pixKey: string) => Promise<string>
  /** The payment hash of an invoice of an owner. */
  readonly invoice: (key?: string, parts?: object) => Promise<string>
  readonly webhook: (key?: string) => Promise<string>
  /** Waits until an operation shows a status. */
  readonly until: (list: string, id: string, status: string) => Promise<unknown>
  /** Puts a job aside. */
  readonly bury: (id: string) => Promise<void>
  /** Raises a review and gives its id. */
  readonly review: () => Promise<string>
  readonly close: () => Promise<void>
}

type Row = Readonly<Record<string, unknown>>

/** Opens a host with both owners, configured further by variables. */
export const openDashboard = async (worker = true, variables: Variables = {}): Promise<DashboardWorld> => {
  const flags = ["WALLET_PAYOUT_API", "AUTO_REFUND"]
  const host = await openHost({
    accounts: [declared("acme", { flags }), declared("stranger", { flags })],
    variables: { ...behindProxy, PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true", ...variables },
    worker
  })
  const receiver = await openReceiver()
  const token = operatorTokenOf(host)
  let made = 0
  const ask = (key: string | undefined, method: string, path: string, body?: unknown) =>
    send(host.base, { method, path: path.startsWith("/admin/") ? path : `${prefix}${path}`, body, key })
  const held = (answer: Answer, what: string): Record<string, unknown> => {
    if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${answer.text}`)
    return dataOf(answer)
  }
  const read = async (key: string, path: string) => held(await ask(key, "GET", path), path)
  const write = async (key: string, path: string, body?: unknown, method = "POST") =>
    held(await ask(key, method, path, body), path)
  const accountOf = async (key: string) => {
    const { viewer } = await read(key, "/session")
    return String((viewer as Row)["accountId"])
  }
  const rowOf = async (list: string, id: string) => {
    const { rows } = await read(token, `/${list}`)
    return (rows as ReadonlyArray<Row>).find((row) => row["id"] === id)
  }
  const deposit = async (key = ownerKey) => {
    const { externalId, trackId } = await makeDeposit(host.base, key)
    const { rows } = await read(key, `/search?q=${encodeURIComponent(externalId)}`)
    return { externalId, trackId, id: String((rows as ReadonlyArray<Row>)[0]?.["recordId"]) }
  }
  return {
    host,
    receiver,
    token,
    acme: await accountOf(ownerKey),
    stranger: await accountOf(strangerKey),
    ask,
    read,
    write,
    deposit,
    paidDeposit: async (key = ownerKey) => {
      const of = await deposit(key)
      await write(key, `/sandbox/deposits/${of.id}/pay`, {})
      return of
    },
    payout: (key, pixKey) => makePayout(host.base, key, { pixKey }),
    invoice: async (key = ownerKey, parts = {}) => {
      const body = { value: 1_000, pixKey: "hold@sandbox.test", ...parts }
      return String(bodyOf(await send(host.base, { path: "/api/lightning/invoice", key, body }))["paymentHash"])
    },
    webhook: async (key = ownerKey) => {
      const url = `${receiver.base}/hook-${made++}`
      const { webhookId } = await write(key, `/admin/accounts/${await accountOf(key)}/webhooks`, { url })
      return String(webhookId)
    },
    until: (list, id, status) => eventually(() => rowOf(list, id), (row) => row?.["status"] === status),
    bury: (id) => bury(host, [id], id),
    review: async () => {
      const subject = `ticket-${made++}`
      await host.inSandbox(raiseReview({ owner: operatorOwner, subject, reason: { code: "unknownTicket" } }))
      return `${subject}/unknownTicket`
    },
    close: async () => {
      await receiver.close()
      await host.close()
    }
  }
}
