// A client on a fixed number of connections to whichever hosts serve. An answer that did not come is no answer: the
// outcome is unknown.
import { createHmac } from "node:crypto"
import { Agent, request } from "node:http"
import type { Host } from "./host.ts"
import type { Random } from "./random.ts"

export interface Answer {
  readonly status: number
  readonly body: string
  readonly retryAfter: string | undefined
  readonly path: string
  readonly ms: number
}

const silentMs = 20_000
const lookAgainMs = 20
const providerSecret = "sandbox-provider-secret"

export class Client {
  /** What every answer is shown to, and undefined for one that did not come. */
  seen: (answer: Answer | undefined) => void = () => undefined
  private readonly agent: Agent
  private readonly hosts: () => ReadonlyArray<Host>
  private readonly random: Random
  private isClosed = false

  constructor(hosts: () => ReadonlyArray<Host>, connections: number, random: Random) {
    this.hosts = hosts
    this.random = random
    this.agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  /** Whoever waits for an answer gets none any more. */
  close(): void {
    this.isClosed = true
    this.agent.destroy()
  }

  get(path: string, apiKey: string): Promise<Answer | undefined> {
    return this.send("GET", path, { authorization: `Bearer ${apiKey}` }, "")
  }

  post(
    path: string,
    apiKey: string,
    body: object,
    headers: Readonly<Record<string, string>> = {}
  ): Promise<Answer | undefined> {
    return this.send("POST", path, { authorization: `Bearer ${apiKey}`, ...headers }, JSON.stringify(body))
  }

  /** An event of the provider, signed. */
  tell(id: string, subscription: string, data: object): Promise<Answer | undefined> {
    const body = JSON.stringify({ event: { id, subscription, data } })
    return this.send("POST", "/provider/webhook", (host) => {
      const timestamp = String(Math.floor(host.now() / 1_000))
      const signature = createHmac("sha256", providerSecret).update(`${timestamp}.${body}`).digest("hex")
      return { "x-provider-timestamp": timestamp, "x-provider-signature": signature }
    }, body)
  }

  /** A host that takes requests; waits for one, undefined when none comes or the client is closed before. */
  private async serving(): Promise<Host | undefined> {
    for (const giveUpAt = performance.now() + silentMs; performance.now() < giveUpAt && !this.isClosed;) {
      const hosts = this.hosts().filter((host) => host.isServing)
      const host = hosts[this.random.whole(0, hosts.length - 1)]
      if (host !== undefined) return host
      await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
    }
    return undefined
  }

  private async send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> | ((host: Host) => Readonly<Record<string, string>>),
    body: string
  ): Promise<Answer | undefined> {
    const host = await this.serving()
    if (host === undefined) return undefined
    const given = typeof headers === "function" ? headers(host) : headers
    const answer = await this.exchange(host, method, path, given, body)
    this.seen(answer)
    return answer
  }

  private exchange(
    host: Host,
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string
  ): Promise<Answer | undefined> {
    const startedAt = performance.now()
    return new Promise((answered) => {
      // A host that is alive and says nothing, or a connection that never comes: ended, so that it shows as an answer that
      // never came.
      const silence = setTimeout(() => {
        asked.destroy()
        resolve(undefined)
      }, silentMs)
      const resolve = (answer: Answer | undefined): void => {
        clearTimeout(silence)
        answered(answer)
      }
      const asked = request({
        agent: this.agent,
        host: "127.0.0.1",
        port: host.port,
        method,
        path,
        headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) }
      }, (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (chunk: string) => text += chunk)
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            body: text,
            retryAfter: response.headers["retry-after"],
            path,
            ms: performance.now() - startedAt
          }))
        response.on("error", () => resolve(undefined))
        response.on("close", () => resolve(undefined))
      })
      asked.on("error", () => resolve(undefined))
      asked.end(body)
    })
  }
}
