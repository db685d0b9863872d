// Service and peer for the gate, each a process of its own on a database of its own, with the same keys and endpoints.
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { readFileSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Redacted } from "effect"
import { apiKeyOf } from "../../core/customers/account/api-key.ts"
import { type Asked, type Receiver, askAt, fanEndpoints, places, webhookSecret } from "./gate-work.ts"
import { type StartedSubject, startSubject } from "./subject.ts"

export interface GateSubject extends Asked {
  readonly subject: StartedSubject
}

const keys = Array.from(
  { length: places.all },
  () => Redacted.value(apiKeyOf("sandbox", randomBytes(64).toString("hex")))
)

const endpointsOf = (receiver: Receiver, name: string): ReadonlyArray<ReadonlyArray<string>> =>
  keys.map((_, account) =>
    Array.from({ length: account === places.fan ? fanEndpoints : 1 }, (_, n) => receiver.address(name, account, n))
  )

const asked = (subject: StartedSubject, receiver: Receiver): GateSubject => (
  { ...askAt(subject.name, subject.port, keys, receiver), subject }
)

export const startService = async (folder: string, receiver: Receiver): Promise<GateSubject> => {
  const accounts = endpointsOf(receiver, "service").map((urls, account) => ({
    name: `Bench ${account}`,
    environment: "sandbox",
    apiKey: keys[account],
    taxId: "11144477735",
    kyc: "APPROVED",
    webhooks: urls.map((url) => ({ url, secret: webhookSecret }))
  }))
  writeFileSync(join(folder, "accounts.json"), JSON.stringify({ accounts }))
  const subject = await startSubject({
    name: "service",
    script: join(import.meta.dirname, "../../hosts/http/main.ts"),
    args: [],
    env: {
      PORT: "0",
      DATABASE_URL: `sqlite:${join(folder, "service.db")}`,
      PONTEPAY_BOOTSTRAP_FILE: join(folder, "accounts.json"),
      PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true",
      LOG_LEVEL: "warn"
    },
    cwd: folder,
    ready: /API\s+http:\/\/[^:]+:(\d+)/,
    storedBytes: () => 0
  })
  return asked(subject, receiver)
}

export const startPeer = async (folder: string, receiver: Receiver): Promise<GateSubject> => {
  const webhooks = { secret: webhookSecret, endpoints: endpointsOf(receiver, "peer") }
  const subject = await startSubject({
    name: "peer",
    script: join(import.meta.dirname, "peer-main.ts"),
    args: [JSON.stringify({ keys, sqlite: join(folder, "peer.db"), webhooks })],
    env: {},
    cwd: folder,
    ready: /^ready (\d+)/,
    storedBytes: () => 0
  })
  return asked(subject, receiver)
}

/** Rejects when the process ends: its webhooks would be waited for in vain. */
export const endOf = async ({ subject }: GateSubject): Promise<never> => {
  await once(subject.process, "exit")
  throw new Error(`the ${subject.name} ended`)
}

export const stop = async ({ connections, subject }: GateSubject): Promise<void> => {
  for (const connection of connections) connection.close()
  const exited = once(subject.process, "exit")
  if (subject.process.kill("SIGTERM")) await exited
}

/** Microseconds that the threads of a process were on a CPU. */
export const cpuMicros = ({ subject: { pid } }: GateSubject): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const [nanos = ""] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")
    return sum + Number(nanos) / 1_000
  }, 0)
