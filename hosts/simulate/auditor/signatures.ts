// Signatures of deliveries, checked as receivers check them: over the raw body, with a secret that is theirs at that moment,
// or was until a rotation that still overlaps, and with a timestamp that is fresh by the clock of whoever sent it.
import { createHmac } from "node:crypto"
import type { Notification } from "../../../core/ports/notifier.ts"
import type { Judge, Report } from "./judge.ts"

const freshMs = 300_000
/** What was read before a rotation may be sent so long after it. */
const onTheWayMs = 300_000
const header = "x-service-signature"

/** A secret of an endpoint, good within these instants. */
interface Secret {
  readonly text: string
  readonly since: number
  until: number
}

export class Signatures implements Judge {
  private readonly secrets = new Map<string, Array<Secret>>()
  private readonly sealed = new Map<string, unknown>()
  private readonly report: Report
  private readonly now: () => number
  private readonly open: (sealed: string, webhookId: string) => string

  constructor(report: Report, now: () => number, open: (sealed: string, webhookId: string) => string) {
    this.report = report
    this.now = now
    this.open = open
  }

  committed: NonNullable<Judge["committed"]> = (_changes, written) => {
    for (const { id, kind, value } of written) {
      if (kind !== "webhook" || this.sealed.get(id) === value["sealedSecret"]) continue
      const url = String(value["url"])
      const known = this.secrets.get(url) ?? []
      const previous = value["previousSecret"] as { readonly until: number } | undefined
      // A second rotation ends the overlap of the first.
      for (const [index, secret] of known.entries()) {
        const isLast = index === known.length - 1
        secret.until = Math.min(secret.until, isLast && previous !== undefined ? previous.until : this.now())
      }
      const text = this.open(String(value["sealedSecret"]), id)
      this.secrets.set(url, [...known, { text, since: this.now(), until: Infinity }])
      this.sealed.set(id, value["sealedSecret"])
    }
  }

  /** Called with each delivery as it is sent; `clock` is Unix milliseconds by the sender. */
  sent({ body, headers, url }: Notification, clock: number): void {
    // The test of a registration comes before the endpoint is there.
    if (body.includes("\"WEBHOOK_TEST\"")) return
    const now = this.now()
    const timestamp = headers["x-service-timestamp"] ?? ""
    if (Math.abs(Number(timestamp) * 1_000 - clock) > freshMs) {
      this.report("signature-valid", `a delivery to ${url} has the timestamp ${timestamp} and was sent at ${clock} ms`)
    }
    const known = this.secrets.get(url) ?? []
    const good = known.filter(({ until }) => until > Math.min(now, clock) - onTheWayMs)
    const made = good.map(({ text }) => createHmac("sha256", text).update(`${timestamp}.${body}`).digest("hex"))
    for (const name of [header, `${header}-previous`]) {
      const signature = headers[name]
      if (signature === undefined ? name === header : !made.includes(signature)) {
        this.report(
          "signature-valid",
          `${name} of a delivery to ${url} was made by none of its ${good.length} secrets of now`
        )
      }
    }
    const current = known.at(-1)
    if (current !== undefined && now - current.since > onTheWayMs && headers[header] !== made.at(-1)) {
      this.report(
        "signature-valid",
        `a delivery to ${url} is not signed with the secret that it has had since ${current.since}`
      )
    }
  }
}
