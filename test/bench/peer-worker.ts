// The peer's worker: delivers what was paid, hands events to the endpoints and sends them signed. Jobs are leased before they are
// done, and end in the commit that writes down what came of them.
import { createHmac, randomBytes } from "node:crypto"
import { Agent, request } from "node:http"
import type { PeerBooks, PeerDeposit, PeerJob } from "./peer-books.ts"

const tasks = ["perform-movement", "fan-out-event", "deliver-webhook"]
const agent = new Agent({ keepAlive: true })

interface PeerEvent {
  readonly id: string
  readonly owner: string
  readonly name: string
  readonly body: string
}

interface PeerDelivery {
  readonly id: string
  readonly owner: string
  readonly url: string
  readonly eventId: string
}

const post = (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const sending = request(url, { method: "POST", agent, headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode ?? 0))
    })
    sending.on("error", reject)
    sending.end(body)
  })

/** The worker of a peer; it looks for jobs whenever it is woken, until there are none. */
export const startWorker = (
  books: PeerBooks,
  endpointsOf: (owner: string) => ReadonlyArray<string>,
  secret: string
): () => void => {
  const stored = (kind: string, id: string) => {
    const row = books.get(kind, id)
    if (row === undefined) throw new Error(`${kind} ${id} is not there`)
    return { row, value: JSON.parse(row.body) as unknown }
  }

  // As our sandbox does: the movement is being sent, then the transfer stands, then all that follows from it.
  const deliver = async (job: PeerJob): Promise<void> => {
    const planned = stored("movement", `deliver/${job.subject}`)
    const movement = planned.value as { readonly id: string; readonly owner: string; readonly order: object }
    const sentAt = Date.now()
    const claimed = { on: "claimed", from: "PLANNED", to: "SENDING", at: sentAt, evidence: null }
    const sending = { ...movement, state: "SENDING", sendings: 1, sentAt, history: [claimed] }
    const owed = JSON.stringify([job.id])
    await books.submit((place) => books.replace(planned.row, sending, owed, [], place))
    const transactionHash = `0x${randomBytes(32).toString("hex")}`
    const transfer = { id: movement.id, owner: "sandbox", ...movement.order, transactionHash, createdAt: Date.now() }
    await books.submit((place) =>
      books.insert("sandboxTransfer", transfer, null, [["byAddress", "base/0x52908400"]], place)
    )
    const now = Date.now()
    const { row, value } = stored("deposit", job.subject)
    const before = value as PeerDeposit
    const { asset, externalId, fee, id, network, owner, trackId, units } = before
    const done = { on: "done", from: "SENDING", to: "DONE", at: now, evidence: transactionHash }
    const step = { on: "delivered", from: "PROCESSING", to: "COMPLETED", at: now, evidence: transactionHash }
    const after = {
      ...before,
      state: "COMPLETED",
      transactionHash,
      confirmedAt: now,
      updatedAt: now,
      history: [...before.history ?? [], step]
    }
    const data = {
      success: true,
      value: before.value,
      asset,
      externalId,
      fee: (fee / 100).toFixed(2),
      fxRateAtTx: 5.4,
      network,
      finalDestinationKind: "ADDRESS",
      valueInBrl: (before.value / 100).toFixed(2),
      valueInCurrency: Number(units) / 1_000_000,
      trackId
    }
    const event = {
      id: `evt_${randomBytes(16).toString("hex")}`,
      owner,
      name: "DEPOSIT_ASSET_SUCCESS",
      subject: id,
      createdAt: now,
      body: JSON.stringify({ event: "DEPOSIT_ASSET_SUCCESS", data })
    }
    const sent = stored("movement", movement.id).row
    const moved = { ...sending, state: "DONE", receipt: { transactionHash }, history: [claimed, done] }
    const [net, out] = [BigInt(before.value - fee), BigInt(units)]
    await books.submit((place) => {
      books.replace(row, after, null, [], place)
      books.replace(sent, moved, null, [["sentOut", "2026-11"]], place)
      books.insert("event", event, null, [["byOwner", owner], ["bySubject", id]], place)
      books.book({ id: `${id}/depositDelivered`, template: "depositDelivered", source: id, owner, at: now }, [
        [`deposit-owed/${owner}`, "BRL", net],
        ["conversion", "BRL", -net],
        ["conversion", asset, out],
        ["treasury", asset, -out]
      ])
      books.book({ id: `${id}/feeEarned`, template: "feeEarned", source: id, owner, at: now }, [
        [`deposit-owed/${owner}`, "BRL", BigInt(fee)],
        ["fee-income", "BRL", BigInt(-fee)]
      ])
      books.endJob(job)
      books.addJob(`fan-out/${event.id}`, "fan-out-event", event.id, now)
    })
  }

  const fanOut = async (job: PeerJob): Promise<void> => {
    const { id, name, owner } = stored("event", job.subject).value as PeerEvent
    const now = Date.now()
    const deliveries = endpointsOf(owner).map((url) => ({
      id: `${id}/${url}`,
      owner,
      url,
      eventId: id,
      event: name,
      state: "PENDING",
      attemptCount: 0,
      attempts: [],
      createdAt: now,
      updatedAt: now
    }))
    await books.submit((place) => {
      for (const delivery of deliveries) {
        const job = `notify/${delivery.id}`
        const lists = [["byWebhook", delivery.url], ["byEvent", id]] as const
        books.insert("delivery", delivery, JSON.stringify([job]), lists, place)
        books.addJob(job, "deliver-webhook", delivery.url, now)
      }
      books.endJob(job)
    })
  }

  const send = async (job: PeerJob): Promise<void> => {
    const { row, value } = stored("delivery", job.id.slice("notify/".length))
    const delivery = value as PeerDelivery
    const event = stored("event", delivery.eventId).value as PeerEvent
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const signature = createHmac("sha256", secret).update(`${timestamp}.${event.body}`).digest("hex")
    const status = await post(delivery.url, {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(event.body)),
      "x-service-signature": signature,
      "x-service-timestamp": timestamp,
      "x-service-event-id": event.id
    }, event.body)
    const at = Date.now()
    const attempts = [{ at, status, problem: null }]
    await books.submit((place) => {
      books.replace(row, { ...delivery, state: "DELIVERED", attemptCount: 1, attempts, updatedAt: at }, null, [], place)
      books.endJob(job)
    })
  }

  const run = (job: PeerJob): Promise<void> => {
    if (job.task === "perform-movement") return deliver(job)
    return job.task === "fan-out-event" ? fanOut(job) : send(job)
  }

  let isWorking = false
  let isWoken = false
  const work = async (): Promise<void> => {
    isWorking = true
    while (isWoken) {
      isWoken = false
      for (const job of await books.claim(tasks)) {
        void run(job).then(wake)
      }
    }
    isWorking = false
  }
  const wake = (): void => {
    isWoken = true
    if (!isWorking) void work()
  }
  return wake
}
