// A client on a fixed number of connections. An answer that did not come is no answer: the outcome is unknown.
import { createHmac } from "node:crypto"
import { Agent, request } from "node:http"
import type { Host } from "./host.ts"

export interface Answer {
  readonly status: number
  readonly body: string
}

const silentMs = 20_000
const providerSecret = "sandbox-provider-secret"

export class Client {
  private readonly agent: Agent
  private readonly host: Host

  constructor(host: Host, connections: number) {
    this.host = host
    this.agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  close(): void {
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
    const timestamp = String(Math.floor(this.host.now() / 1_000))
    const signature = createHmac("sha256", providerSecret).update(`${timestamp}.${body}`).digest("hex")
    return this.send(
      "POST",
      "/provider/webhook",
      { "x-provider-timestamp": timestamp, "x-provider-signature": signature },
      body
    )
  }

  private send(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string
  ): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const asked = request({
        agent: this.agent,
        host: "127.0.0.1",
        port: this.host.port,
        method,
        path,
        headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) }
      }, (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (chunk: string) => text += chunk)
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }))
        response.on("error", () => resolve(undefined))
        response.on("close", () => resolve(undefined))
      })
      asked.on("error", () => resolve(undefined))
      // A host that is alive and says nothing: the connection is ended, so that it shows as an answer that never came.
      asked.setTimeout(silentMs, () => asked.destroy())
      asked.end(body)
    })
  }
}
