// What the doctor asks of the running service, as a client: whether it lives and is ready, whose clock is right, which keys
// open it, and whether the endpoints of its webhooks can be reached from here.
import { connect as connectTcp } from "node:net"
import { connect as connectTls } from "node:tls"
import { probes } from "../../client/route.ts"
import { routes } from "../../client/routes.ts"
import { type Answer, type Api, type Data, fieldOf, rowsOf } from "../api.ts"
import { pagesOf } from "../commands/accounts.ts"
import { lastOf, outcomeOf } from "../commands/webhooks.ts"
import { CliFailure, asFailure, unanswered } from "../failure.ts"
import { operatorRoutes } from "../operator-routes.ts"
import { counted } from "../print.ts"
import type { Finding, WorldShape } from "../world.ts"

const ok = (check: string, found: string): Finding => ({ check, state: "ok", found })
const warning = (check: string, found: string, remedy: string): Finding => ({ check, state: "warning", found, remedy })
const problem = (check: string, found: string, remedy: string): Finding => ({ check, state: "problem", found, remedy })

/** Signatures are refused beyond 300 s; half a minute is where a clock needs looking at. */
const skewWarningMs = 30_000
const skewProblemMs = 300_000

/** How far two clocks are apart, and what to do about it. */
export const skewFinding = (check: string, differenceMs: number): Finding => {
  const seconds = Math.round(Math.abs(differenceMs) / 1_000)
  if (seconds * 1_000 < skewWarningMs) return ok(check, seconds === 0 ? "together" : `${seconds} s apart`)
  const remedy = "Let both machines take their time from NTP"
  return seconds * 1_000 < skewProblemMs
    ? warning(check, `${seconds} s apart`, remedy)
    : problem(check, `${seconds} s apart: signatures are refused`, remedy)
}

const planesOf = (body: Data): string =>
  rowsOf(body, "planes").map(({ adapters, environment }) => {
    const states = typeof adapters === "object" && adapters !== null ? adapters as Data : {}
    const named = Object.entries(states).map(([name, state]) => `${name} ${String(state)}`)
    return `${String(environment)}: ${named.join(", ")}`
  }).join("; ")

const printsReceipts = (body: Data): boolean =>
  rowsOf(body, "planes").every(({ adapters }) =>
    typeof adapters !== "object" || (adapters as Data | null)?.["receiptPrinter"] !== "not installed"
  )

const readiness = async (api: Api): Promise<ReadonlyArray<Finding>> => {
  const { body, status } = await api.ask(probes.ready)
  const ready = status === 200
    ? ok("ready", planesOf(body))
    : problem("ready", planesOf(body) || `answered ${status}`, "See whether its database can be reached")
  const seen = [ready, ...providersOf(body)]
  return printsReceipts(body) ? seen : [
    ...seen,
    warning("receipts", "no PDF: the package pdfkit is not installed with the service", "npm install pdfkit")
  ]
}

const certificateWarningDays = 30
const certificateProblemDays = 7

/** How a provider is, as `/ready` says it, and what to do about it. */
export const providerFinding = (environment: string, provider: Data): Finding => {
  const { calls, certificateDaysLeft: days, failures, lastSuccessAt, name, state } = provider
  const check = `provider ${String(name)} (${environment})`
  const certificate = typeof days !== "number"
    ? ""
    : days < 0
    ? ", our certificate has ended"
    : `, our certificate ends in ${counted(days, "day")}`
  const answered = typeof lastSuccessAt === "string" ? `, last answer at ${lastSuccessAt}` : ""
  const found = `${String(state)}: ${String(failures)} of ${String(calls)} calls failed${answered}${certificate}`
  const renew =
    "Have the provider issue another certificate, and replace its file and its key: they are read without a start"
  const look = "See why under Open work in the dashboard, or in the answer of GET /admin/queue"
  if (typeof days === "number" && days < certificateProblemDays) return problem(check, found, renew)
  if (state === "away") return problem(check, found, look)
  if (state === "failing") return warning(check, found, look)
  return typeof days === "number" && days < certificateWarningDays
    ? warning(check, found, renew)
    : ok(check, found)
}

const providersOf = (body: Data): ReadonlyArray<Finding> =>
  rowsOf(body, "planes").flatMap((plane) =>
    rowsOf(plane, "providers").map((provider) => providerFinding(String(plane["environment"]), provider))
  )

const opens = async (check: string, ask: () => Promise<unknown>, remedy: string): Promise<Finding> => {
  try {
    await ask()
    return ok(check, "accepted")
  } catch (cause) {
    const { hint, message } = asFailure(cause)
    return problem(check, message, hint ?? remedy)
  }
}

const work = async (api: Api): Promise<Finding> => {
  const { dead } = await api.data(operatorRoutes.readQueue)
  return typeof dead !== "number" || dead === 0
    ? ok("jobs", "none was put aside")
    : warning("jobs", `${dead} were put aside`, "See /admin/dead-jobs; what is put aside is not tried again")
}

const patienceMs = 3_000

const isReachable = (url: URL): Promise<boolean> =>
  new Promise((resolve) => {
    const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port)
    const host = url.hostname.replace(/^\[(.*)\]$/, "$1")
    const socket = url.protocol === "https:"
      ? connectTls({ host, port, servername: host }, () => done(true))
      : connectTcp({ host, port }, () => done(true))
    const done = (isThere: boolean): void => {
      socket.destroy()
      resolve(isThere)
    }
    socket.setTimeout(patienceMs, () => done(false))
    socket.on("error", () => done(false))
  })

/** So many deliveries are looked at: what went wrong once is no news, and what went wrong long ago neither. */
const looked = 5

/** Whether what was last sent to a webhook was given up, all of it. */
export const deliveryFinding = (webhook: Data, deliveries: ReadonlyArray<Data>): ReadonlyArray<Finding> => {
  const ended = deliveries.filter(({ state }) => state !== "PENDING").slice(0, looked)
  const [latest] = ended
  if (latest === undefined || ended.some(({ state }) => state !== "EXHAUSTED")) return []
  const id = fieldOf(webhook, "webhookId")
  return [warning(
    `webhook ${new URL(fieldOf(webhook, "url")).host}`,
    `took none of the last ${counted(ended.length, "event")}; the latest: ${outcomeOf(latest)} at ${
      fieldOf(lastOf(latest), "at")
    }`,
    `See: pontepay webhooks deliveries ${id}; send again: pontepay replay ${fieldOf(latest, "eventId")}/${id}`
  )]
}

const delivered = async (api: Api, webhook: Data): Promise<ReadonlyArray<Finding>> => {
  const page = await api.data(operatorRoutes.listDeliveries, { params: { webhookId: fieldOf(webhook, "webhookId") } })
  return deliveryFinding(webhook, rowsOf(page, "deliveries"))
}

const endpoint = async (webhook: Data): Promise<Finding> => {
  const url = new URL(fieldOf(webhook, "url"))
  const check = `webhook ${url.host}`
  return await isReachable(url)
    ? ok(check, "can be reached from here")
    : warning(
      check,
      "cannot be reached from here",
      "Is it running, and is its certificate right? Or use: pontepay listen"
    )
}

const endpoints = async (api: Api): Promise<ReadonlyArray<Finding>> => {
  const accounts = await pagesOf(api, operatorRoutes.listAccounts, "accounts")
  const lists = await Promise.all(
    accounts.map(({ accountId }) => api.data(operatorRoutes.listWebhooks, { params: { accountId: String(accountId) } }))
  )
  const webhooks = lists.flatMap((list) => rowsOf(list, "webhooks")).filter(({ removedAt }) => removedAt === null)
  if (webhooks.length === 0) return [ok("webhooks", "none is registered")]
  const found = webhooks.map(async (webhook) => [await endpoint(webhook), ...await delivered(api, webhook)])
  return (await Promise.all(found)).flat()
}

const clock = ({ date = "" }: Answer, { now }: WorldShape): ReadonlyArray<Finding> => {
  const at = Date.parse(date)
  return Number.isNaN(at) ? [] : [skewFinding("clock of the service", now() - at)]
}

/** Everything that can be seen from outside. */
export const examineService = async (api: Api, world: WorldShape): Promise<ReadonlyArray<Finding>> => {
  try {
    const health = await api.ask(probes.health)
    if (health.body["status"] !== "ok") {
      return [problem("service", `something else listens at ${api.base}`, "Choose another PORT, or end that program")]
    }
    const operator = await opens("operator token", () => api.data(operatorRoutes.listAccounts), "")
    return [
      ok("service", `answers at ${api.base}`),
      ...await readiness(api),
      ...clock(health, world),
      await opens("API key", () => api.data(routes.listEvents), ""),
      operator,
      ...(operator.state === "ok" ? [await work(api), ...await endpoints(api)] : [])
    ]
  } catch (cause) {
    if (cause instanceof CliFailure && cause.status === unanswered) {
      // One that no one named may simply not be started yet.
      return [(api.isNamed ? problem : warning)("service", cause.message, cause.hint ?? "")]
    }
    throw cause
  }
}
