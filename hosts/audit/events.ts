// What receivers are told: `events-at-least-once`, from the change that owes an event to the log of its deliveries.
import { type Body, readEvent } from "./bodies.ts"
import { returnedBeforeDelivery } from "./deposit-entries.ts"
import type { DepositFile, Evidence } from "./evidence.ts"
import { type Inspection, type Invariant, listed } from "./invariant.ts"

const day = 86_400_000
// Told every minute for three days: whoever gives up earlier has given up too early.
const persistedForMs = 3 * day - 60_000
const persisted = new Set(["DEPOSIT_ASSET_FAILED", "DEPOSIT_ASSET_REFUNDED"])

const named = ({ deposit }: DepositFile): string => `deposit ${deposit.id} (${deposit.state})`

const requireOwed = (inspection: Inspection, file: DepositFile): void => {
  const { deposit, events, returns } = file
  const of = (name: string) => events.filter((event) => event.name === name)
  const owed = (name: string, isOwed: boolean, why: string) => {
    const problem = isOwed ? `${why}, so it owes one ${name} event` : `it has a ${name} event, but ${why}`
    const ids = of(name).map(({ id }) => id)
    inspection.require(ids.length === (isOwed ? 1 : 0), named(file), problem, isOwed ? "1 event" : "none", listed(ids))
  }
  // An asset that arrives after a full return is a loss and no success (C42).
  const isSuccess = deposit.transactionHash !== null && returnedBeforeDelivery(file) < BigInt(deposit.value)
  owed(
    "DEPOSIT_ASSET_SUCCESS",
    isSuccess,
    isSuccess ? "it was delivered" : "it was not delivered, or only after a full return"
  )
  const isFailure = deposit.refusal !== null
  owed("DEPOSIT_ASSET_FAILED", isFailure, isFailure ? "its delivery failed" : "its delivery did not fail")
  const told = of("DEPOSIT_ASSET_REFUNDED").map((event) => ({ event, data: readEvent(event)?.data ?? {} }))
  for (const { id, returnId, value } of returns) {
    const events = told.filter(({ data }) => data["refundEndToEndId"] === returnId && data["refundValue"] === value)
    const problem = "a confirmed return owes one DEPOSIT_ASSET_REFUNDED event with its id and value"
    inspection.require(
      events.length === 1,
      `return ${id}`,
      problem,
      "1 event",
      listed(events.map(({ event }) => event.id))
    )
  }
  const many = "it has not as many DEPOSIT_ASSET_REFUNDED events as returns"
  inspection.require(told.length === returns.length, named(file), many, String(returns.length), String(told.length))
}

const requireStory = (inspection: Inspection, { deposit }: DepositFile, event: Body<"event">): void => {
  const record = `event ${event.id}`
  const body = readEvent(event)
  inspection.require(
    body?.event === event.name,
    record,
    "its body is not that of an event of its name",
    event.name,
    body?.event ?? "unreadable"
  )
  for (const field of ["externalId", "trackId", "value"] as const) {
    const found = body?.data[field]
    inspection.require(
      found === deposit[field],
      record,
      `it tells another ${field} than its deposit has`,
      String(deposit[field]),
      String(found)
    )
  }
  const isPersisted = persisted.has(event.name)
  inspection.require(
    !isPersisted || body?.data["eventId"] === event.id,
    record,
    "its body names another event",
    event.id,
    String(body?.data["eventId"])
  )
}

/** Since when a webhook is known to want events of a name: the oldest one that was handed to it, or its last change. */
type Wanted = ReadonlyMap<string, number>

const wantedBy = (webhook: string, name: string): string => `${webhook} ${name}`

const wantedSince = (evidence: Evidence): Wanted => {
  const since = new Map<string, number>()
  for (const { event, eventId, webhookId } of evidence.of.delivery.values()) {
    const createdAt = evidence.of.event.get(eventId)?.createdAt ?? Number.POSITIVE_INFINITY
    const key = wantedBy(webhookId, event)
    since.set(key, Math.min(since.get(key) ?? Number.POSITIVE_INFINITY, createdAt))
  }
  return since
}

const requireHandedOut = (
  inspection: Inspection,
  evidence: Evidence,
  webhooks: ReadonlyArray<Body<"webhook">>,
  wanted: Wanted,
  event: Body<"event">
): void => {
  const record = `event ${event.id} (${event.name})`
  const job = `fan-out/${event.id}`
  if (evidence.livingJob(job) !== undefined) return
  inspection.require(
    !evidence.jobs.has(job),
    record,
    "nobody hands it to the webhooks any more",
    `job ${job}`,
    evidence.jobInWords(job)
  )
  for (const { events, id, updatedAt } of webhooks) {
    const since = Math.min(wanted.get(wantedBy(id, event.name)) ?? Number.POSITIVE_INFINITY, updatedAt)
    if (events?.includes(event.name) === false || since > event.createdAt) continue
    const problem = `it was never handed to webhook ${id}, and no job will do it`
    inspection.require(
      evidence.kinds.get(`${event.id}/${id}`) === "delivery",
      record,
      problem,
      `delivery ${event.id}/${id}`,
      "none"
    )
  }
}

const requireDelivery = (inspection: Inspection, evidence: Evidence, delivery: Body<"delivery">): void => {
  const record = `delivery ${delivery.id} (${delivery.state})`
  const event = evidence.of.event.get(delivery.eventId)
  const webhook = evidence.of.webhook.get(delivery.webhookId)
  inspection.require(event !== undefined, record, "its event is not there", delivery.eventId, "none")
  inspection.require(webhook !== undefined, record, "its webhook is not there", delivery.webhookId, "none")
  const isOfPair = delivery.id === `${delivery.eventId}/${delivery.webhookId}`
  inspection.require(
    isOfPair,
    record,
    "an event goes to a webhook by one delivery",
    `${delivery.eventId}/${delivery.webhookId}`,
    delivery.id
  )
  const isTaken = delivery.attempts.some(({ problem, status }) =>
    problem === null && status !== null && status >= 200 && status < 300
  )
  const tries = delivery.attempts.map(({ problem, status }) => problem ?? `answered ${status}`)
  const job = `notify/${delivery.id}`
  switch (delivery.state) {
    case "PENDING":
      inspection.require(
        !isTaken,
        record,
        "a receiver took it, but it is still to be sent",
        "DELIVERED",
        delivery.state
      )
      inspection.require(
        evidence.livingJob(job) !== undefined,
        record,
        "nobody will send it",
        `job ${job}`,
        evidence.jobInWords(job)
      )
      return
    case "DELIVERED":
      inspection.require(isTaken, record, "no try of it was answered with 2xx", "an answer 200 to 299", listed(tries))
      return
    case "EXHAUSTED": {
      inspection.require(
        !isTaken && delivery.attemptCount > 0,
        record,
        "it was given up without a failed try",
        "a failed try",
        listed(tries)
      )
      const age = (delivery.attempts.at(-1)?.at ?? 0) - (event?.createdAt ?? 0)
      const isEarly = persisted.has(delivery.event) && age < persistedForMs
      inspection.require(
        !isEarly,
        record,
        "it was given up before three days had passed",
        "3 days of tries",
        `${age} ms`
      )
    }
  }
}

const eventsAtLeastOnce: Invariant<Evidence> = {
  name: "events-at-least-once",
  holds:
    "every change has its one event, every event was handed to each webhook that wants it or a job will do it, and every delivery was taken, will be sent or was given up by its rule",
  of: "deposits, events and deliveries",
  inspect: (evidence, inspection) => {
    const wanted = wantedSince(evidence)
    const webhooks = Map.groupBy(evidence.of.webhook.values(), ({ owner }) => owner)
    inspection.look(evidence.files.size + evidence.of.event.size + evidence.of.delivery.size)
    for (const file of evidence.files.values()) {
      requireOwed(inspection, file)
      for (const event of file.events) requireStory(inspection, file, event)
    }
    for (const event of evidence.of.event.values()) {
      requireHandedOut(inspection, evidence, webhooks.get(event.owner) ?? [], wanted, event)
    }
    for (const delivery of evidence.of.delivery.values()) requireDelivery(inspection, evidence, delivery)
  }
}

export const eventInvariants: ReadonlyArray<Invariant<Evidence>> = [eventsAtLeastOnce]
