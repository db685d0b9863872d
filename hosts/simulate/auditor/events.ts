// Events: every event that was committed is tried at every endpoint that wanted it; those that are owed until somebody
// listens are accepted at least once; and no endpoint gets what was never committed, or another body under the same id.
import type { Received } from "../ports/receivers.ts"
import type { Judge, Report } from "./judge.ts"

const persisted = ["DEPOSIT_ASSET_FAILED", "DEPOSIT_ASSET_REFUNDED"]

interface Owed {
  readonly name: string
  readonly body: string
  readonly urls: ReadonlyArray<string>
}

export class Events implements Judge {
  private readonly owed = new Map<string, Owed>()
  private readonly endpoints = new Map<string, Array<string>>()
  private readonly tried = new Map<string, { accepted: number; count: number }>()
  /** Endpoints that were taken away, with the events that were on their way to them. */
  private readonly dropped = new Set<string>()
  private readonly report: Report

  constructor(report: Report) {
    this.report = report
  }

  committed: NonNullable<Judge["committed"]> = (_changes, written) => {
    for (const { id, kind, owner, value } of written) {
      if (kind === "webhook") this.endpoint(owner, String(value["url"]), value["removedAt"] !== undefined)
      if (kind === "event") {
        const urls = [...(this.endpoints.get(owner) ?? [])]
        this.owed.set(id, { name: String(value["name"]), body: String(value["body"]), urls })
      }
    }
  }

  received(post: Received): void {
    const { accepted, body, headers, url } = post
    // The test of a registration is no event.
    if (body.includes("\"WEBHOOK_TEST\"")) return
    const id = headers["X-Service-Event-Id"] ?? headers["x-service-event-id"] ?? ""
    const event = this.owed.get(id)
    if (event === undefined) {
      this.report("events-at-least-once", `${url} was sent event ${id || "without an id"}, which was never committed`)
      return
    }
    if (event.body !== body) this.report("events-at-least-once", `event ${id} was sent with another body than it has`)
    const key = `${id} ${url}`
    const tries = this.tried.get(key) ?? { accepted: 0, count: 0 }
    this.tried.set(key, { accepted: tries.accepted + (accepted ? 1 : 0), count: tries.count + 1 })
  }

  private endpoint(owner: string, url: string, isGone: boolean): void {
    const others = (this.endpoints.get(owner) ?? []).filter((each) => each !== url)
    this.endpoints.set(owner, isGone ? others : [...others, url])
    if (!isGone) return
    for (const [id, { urls }] of this.owed) if (urls.includes(url)) this.dropped.add(`${id} ${url}`)
  }

  after = (): void => {
    for (const [id, { name, urls }] of this.owed) {
      for (const url of urls) {
        const tries = this.tried.get(`${id} ${url}`)
        if (this.dropped.has(`${id} ${url}`)) continue
        if (tries === undefined) this.report("events-at-least-once", `event ${id} (${name}) never reached ${url}`)
        else if (persisted.includes(name) && tries.accepted === 0) {
          this.report(
            "events-at-least-once",
            `${name} ${id} was tried ${tries.count} times at ${url}, and never accepted`
          )
        }
      }
    }
  }
}
