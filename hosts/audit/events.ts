// What receivers are told: `events-at-least-once`, from the change that owes an event to the log of its deliveries.
import { type Body, readEvent } from "./bodies.ts"
import type { PlainCode } from "../../core/base/reason/reason.ts"
import { returnedBeforeDelivery } from "./deposit-entries.ts"
import type { DepositFile, Evidence } from "./evidence.ts"
import { type Inspection, type Invariant, listed } from "./invariant.ts"

const day = 86_400_000
// Told every minute for three days: whoever gives up earlier has given up too early.
const persistedForMs = 3 * day - 60_000
const removed: PlainCode = "webhookRemoved"
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

const requireHandedOut = (
  inspection: Inspection,
  evidence: Evidence,
  webhooks: ReadonlyArray<Body<"webhook">>,
  event: Body<"event">
): void => {
  const record = `event ${event.id} (${event.name})`
  const job = `fan-out/${event.id}`
  if (evidence.livingJob(job) !== undefined) return
  inspection.require(
    !evidence.jobs.has(job),
    record,
    "no one hands it to the webhooks any more",
    `job ${job}`,
    evidence.jobInWords(job)
  )
  for (const { events, id, removedAt, updatedAt } of webhooks) {
    // What an endpoint wanted before its last change is not known any more.
    if (removedAt !== undefined || updatedAt > event.createdAt || events?.includes(event.name) === false) continue
    const problem = `it was never handed to webhook ${id}, and no job will do it`
    inspection.require(
      evidence.exists("delivery", `${event.id}/${id}`),
      record,
      problem,
      `delivery ${event.id}/${id}`,
      "none"
    )
  }
}

// Each sending by hand is one job and one try.
const requireReplays = (inspection: Inspection, evidence: Evidence, delivery: Body<"delivery">): void => {
  const replays = delivery.replays ?? 0
  const waiting = Array.from({ length: replays }, (_, index) => `replay/${index + 1}/${delivery.id}`)
    .filter((job) => evidence.livingJob(job) !== undefined)
  inspection.require(
    waiting.length === replays - (delivery.byHand ?? 0),
    `delivery ${delivery.id} (${delivery.state})`,
    "it was to be sent again by hand, and was not",
    `${replays - (delivery.byHand ?? 0)} jobs`,
    listed(waiting)
  )
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
  const tries = delivery.attempts.map(({ problem, status }) => problem?.code ?? `answered ${status}`)
  const job = `notify/${delivery.id}`
  const name = event?.name ?? delivery.event
  inspection.require(name === delivery.event, record, "it carries an event of another name", name, delivery.event)
  requireReplays(inspection, evidence, delivery)
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
        "no one will send it",
        `job ${job}`,
        evidence.jobInWords(job)
      )
      return
    case "DELIVERED":
      inspection.require(
        // Only the latest tries are kept: those by hand may have pushed the good one out.
        isTaken || ((delivery.byHand ?? 0) > 0 && delivery.attemptCount > tries.length),
        record,
        "no try of it was answered with 2xx",
        "an answer 200 to 299",
        listed(tries)
      )
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
      const isEarly = persisted.has(delivery.event) && age < persistedForMs && !tries.includes(removed)
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
    const webhooks = Map.groupBy(evidence.of.webhook.values(), ({ owner }) => owner)
    inspection.look(evidence.files.size + evidence.of.event.size + evidence.of.delivery.size)
    for (const file of evidence.files.values()) {
      requireOwed(inspection, file)
      for (const event of file.events) requireStory(inspection, file, event)
    }
    for (const event of evidence.of.event.values()) {
      requireHandedOut(inspection, evidence, webhooks.get(event.owner) ?? [], event)
    }
    for (const delivery of evidence.of.delivery.values()) requireDelivery(inspection, evidence, delivery)
  }
}

export const eventInvariants: ReadonlyArray<Invariant<Evidence>> = [eventsAtLeastOnce]
