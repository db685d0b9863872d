// The apps that an embedder brings: each speaks to the service through its real interface, with its own key, and takes its
// own webhooks.
import { type Context, Redacted } from "effect"
import type { BootstrapAccount } from "../../core/operations/provisioning/bootstrap-file.ts"
import type { Notification } from "../../core/ports/notifier.ts"
import { makeAdmission } from "../http/server/admission.ts"
import { type App, makeApp } from "../http/server/app.ts"
import { fetchHandler } from "../http/server/fetch.ts"
import type { RequestServices } from "../http/environments/plane.ts"
import type { Decisions } from "./decisions.ts"
import { checkFrom0 } from "./checks.ts"
import { Foreign } from "./foreign.ts"
import type { AppApi, OwnApp } from "./own.ts"
import { hexOf } from "./random.ts"
import type { VirtualTime } from "./time.ts"
import type { Process } from "./work.ts"

export interface AppsParts {
  readonly time: VirtualTime
  readonly decisions: Decisions
  readonly apps: ReadonlyArray<OwnApp>
  readonly accounts: ReadonlyArray<BootstrapAccount>
  /** A process that takes requests now; undefined while none is up. */
  readonly host: (name: string) => Process | undefined
  /** What a process serves requests with; `label` names the request. */
  readonly services: (process: Process, label: string) => Context.Context<RequestServices>
  readonly payCharge: (chargeId: string, name: string) => void
  /** Counts a request. */
  readonly asked: () => void
  readonly report: (invariant: string, message: string) => void
}

const origin = "http://pontepay.test"
const patienceMs = 30_000

const served = (services: Context.Context<RequestServices>): App =>
  makeApp({
    hosts: { sandbox: [new URL(origin).host], production: [] },
    publicOrigins: { sandbox: null, production: null },
    sandbox: { environment: "sandbox", adapters: {}, providers: [], services },
    production: undefined,
    trustedProxies: [],
    docs: "none",
    admission: makeAdmission([]),
    operatorToken: Redacted.make("nobody"),
    pages: () => undefined
  })

const nameOf = (path: string, { body, method = "GET" }: RequestInit): string =>
  typeof body === "string" ? `${method} ${path} ${hexOf(0, body, 8)}` : `${method} ${path}`

export class Apps {
  readonly foreign: Foreign
  private readonly parts: AppsParts
  /** How often each request was sent: one is named by what it asks, so that leaving out another changes nothing. */
  private readonly sent = new Map<string, number>()
  /** Requests without an answer. */
  private open = 0

  constructor(parts: AppsParts) {
    this.parts = parts
    this.foreign = new Foreign({
      time: parts.time,
      isAsking: () => this.open > 0,
      failed: (error) => parts.report("app-stands", `an app of its own broke: ${String(error)}`),
      waits: (message) => parts.report("app-waits", message)
    })
  }

  /** Lets every app begin. */
  start(): void {
    for (const app of this.parts.apps) this.foreign.run(() => app.start(this.apiOf(app)), () => undefined)
  }

  /** The app behind an address; undefined for one of the simulation's own. */
  at(url: string): OwnApp | undefined {
    return this.parts.apps.find(({ account }) =>
      this.parts.accounts[account]?.webhooks?.some((webhook) => webhook.url === url)
    )
  }

  /** Gives a webhook to its app and tells the status that it answers. */
  post(app: OwnApp, { body, headers }: Notification, answered: (status: number) => void): void {
    this.foreign.run(() => app.webhook?.({ headers, body }) ?? 404, answered)
  }

  /** Asks every app what is wrong with its books. */
  judge(): void {
    for (const app of this.parts.apps) {
      this.foreign.run(() => app.problems?.(this.apiOf(app)) ?? [], (found) => {
        for (const problem of found) this.parts.report("app-books", problem)
      })
    }
  }

  private apiOf({ account }: OwnApp): AppApi {
    const { decisions, time } = this.parts
    return {
      now: () => time.now,
      sleep: async (ms) => {
        checkFrom0("api.sleep(ms)", ms)
        await new Promise<void>((resolve) => void time.at(time.now + ms, resolve))
      },
      chance: (name) => decisions.chance(`app/${account}/${name}`),
      fetch: (path, init = {}) => this.fetch(account, path, init),
      payCharge: (chargeId) => this.parts.payCharge(chargeId, this.named(`app${account}/${chargeId}`)),
      report: (problem) => this.parts.report("app-books", problem)
    }
  }

  private fetch(account: number, path: string, init: RequestInit): Promise<Response> {
    const { signal } = init
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error)
    const label = this.named(`app${account}/${nameOf(path, init)}`)
    this.parts.asked()
    const process = this.parts.host(label)
    if (process === undefined) return Promise.reject(new TypeError("fetch failed: connection refused"))
    const headers = new Headers(init.headers)
    headers.set("authorization", `Bearer ${this.parts.accounts[account]?.apiKey ?? ""}`)
    const request = new Request(`${origin}${path}`, { ...init, headers, signal: null })
    const handle = fetchHandler(served(this.parts.services(process, label)))
    const { time } = this.parts
    this.open++
    const limits: Array<() => void> = []
    return new Promise<Response>((resolve, reject) => {
      const abort = () => reject(signal?.reason as Error)
      signal?.addEventListener("abort", abort)
      limits.push(
        () => signal?.removeEventListener("abort", abort),
        time.at(time.now + patienceMs, () => reject(new TypeError("fetch failed: no answer")))
      )
      handle(request).then(resolve, reject)
    }).finally(() => {
      this.open--
      for (const end of limits) end()
    })
  }

  private named(name: string): string {
    const count = (this.sent.get(name) ?? 0) + 1
    this.sent.set(name, count)
    return `${name}#${count}`
  }
}
