// What the gate measures: five pieces of work that the service and the peer are asked for in the same words. Everything is
// asked over HTTP, and a deposit is over when its signed webhook has arrived.
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { type IncomingMessage, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { type Connection, type Question, openConnection } from "./connection.ts"

export const webhookSecret = "0123456789abcdef".repeat(4)

/** Deposits go on beside each other on so many connections, each of an account of its own with one endpoint. */
export const lines = 16
/** The endpoints of the account whose events go to many. */
export const fanEndpoints = 16
/** Deposits of the account that is read. */
const history = 40
/** A webhook that has not come by then will not. */
const lostMs = 120_000

/** Accounts by their place in the list of keys: one for each line, one that is read, one whose events go to many. */
export const places = { reader: lines, fan: lines + 1, all: lines + 2 }

export interface Receiver {
  /** The address of an endpoint: whose it is, and of which account. */
  readonly address: (subject: string, account: number, endpoint: number) => string
  /** Resolves when an event about a deposit has arrived so many times. */
  readonly arrived: (subject: string, externalId: string, times: number) => Promise<void>
  readonly close: () => Promise<void>
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}

/** Receives webhooks, and ends the process at one whose signature is wrong. */
export const openReceiver = async (): Promise<Receiver> => {
  const waiting = new Map<string, { left: number; readonly done: () => void }>()
  const take = async (request: IncomingMessage): Promise<void> => {
    const body = await textOf(request)
    const { "x-service-signature": signature, "x-service-timestamp": timestamp } = request.headers
    const expected = createHmac("sha256", webhookSecret).update(`${String(timestamp)}.${body}`).digest("hex")
    if (signature !== expected) throw new Error(`a signature is wrong: ${body}`)
    const { data } = JSON.parse(body) as { readonly data: { readonly externalId: string } }
    const key = `${String(request.url).split("/")[1]} ${data.externalId}`
    const waiter = waiting.get(key)
    if (waiter === undefined || --waiter.left > 0) return
    waiting.delete(key)
    waiter.done()
  }
  // A connection that is closed as it is used again would cost a webhook.
  const server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    void take(request).then(() => response.writeHead(204).end())
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    address: (subject, account, endpoint) => `http://127.0.0.1:${port}/${subject}/${account}/${endpoint}`,
    arrived: (subject, externalId, times) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`no webhook of ${externalId} came from the ${subject}`)), lostMs)
        const done = () => {
          clearTimeout(late)
          resolve()
        }
        waiting.set(`${subject} ${externalId}`, { left: times, done })
      }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    }
  }
}

/** A service or a peer that is asked. */
export interface Asked {
  readonly name: string
  readonly keys: ReadonlyArray<string>
  readonly connections: ReadonlyArray<Connection>
  readonly receiver: Receiver
}

export const askAt = (name: string, port: number, keys: ReadonlyArray<string>, receiver: Receiver): Asked => (
  { name, keys, receiver, connections: Array.from({ length: lines }, () => openConnection(port)) }
)

const ask = async (connection: Connection, question: Question): Promise<string> => {
  const { body, status } = await connection.ask(question)
  if (status < 200 || status > 299) throw new Error(`${question.method} ${question.path}: ${status} ${body}`)
  return body
}

/** Runs something so many times, on all connections beside each other. */
const each = async (
  { connections }: Asked,
  times: number,
  run: (connection: Connection, line: number, n: number) => Promise<unknown>
): Promise<void> => {
  let next = 0
  await Promise.all(connections.map(async (connection, line) => {
    for (let n = next++; n < times; n = next++) await run(connection, line, n)
  }))
}

const keyOf = ({ keys }: Asked, account: number): string => keys[account] ?? ""

const charge = (key: string, externalId: string): Question => ({
  method: "POST",
  path: "/api/deposit/asset",
  key,
  body: {
    value: 5_000,
    asset: "USDC",
    network: "base",
    address: "0x52908400098527886E0F7030069857D2E4169EE7",
    externalId
  }
})

const paid = (key: string, externalId: string, trackId: string): Question => {
  const data = { type: "DEPOSIT-SUCCESS", ticket: { id: trackId } }
  const body = { event: { id: `evt-${externalId}`, subscription: "TICKET", data } }
  return { method: "POST", path: "/provider/webhook", key, body }
}

/** Leads a deposit of an account from the charge to its webhooks. */
const live = async (
  asked: Asked,
  connection: Connection,
  account: number,
  externalId: string,
  endpoints: number
): Promise<void> => {
  const key = keyOf(asked, account)
  const { trackId } = JSON.parse(await ask(connection, charge(key, externalId))) as { readonly trackId: string }
  const arrived = asked.receiver.arrived(asked.name, externalId, endpoints)
  await ask(connection, paid(key, externalId, trackId))
  await arrived
}

const read = (n: number): string => `history-${n % history}`

/** Makes what is read later. */
export const prepare = (asked: Asked): Promise<void> =>
  each(asked, history, (connection, _, n) => live(asked, connection, places.reader, read(n), 1))

export interface Work {
  readonly name: string
  /** How many are measured in a round, in slices of equal size. */
  readonly times: number
  readonly run: (asked: Asked, times: number, round: string) => Promise<void>
}

export const works: ReadonlyArray<Work> = [
  {
    name: "create",
    times: 640,
    run: (asked, times, round) =>
      each(
        asked,
        times,
        (connection, line, n) => ask(connection, charge(keyOf(asked, line), `create-${round}-${n}`))
      )
  },
  {
    name: "read",
    times: 800,
    run: (asked, times) =>
      each(asked, times, (connection, _, n) =>
        ask(connection, {
          method: "GET",
          path: `/api/deposit/asset/${read(n)}`,
          key: keyOf(asked, places.reader)
        }))
  },
  {
    name: "statement",
    times: 128,
    run: (asked, times) =>
      each(asked, times, (connection) =>
        ask(connection, {
          method: "GET",
          path: "/api/account/statement?limit=50",
          key: keyOf(asked, places.reader)
        }))
  },
  {
    name: "deposit",
    times: 128,
    run: (asked, times, round) =>
      each(asked, times, (connection, line, n) => live(asked, connection, line, `life-${round}-${n}`, 1))
  },
  {
    name: "webhook",
    times: 192,
    run: (asked, times, round) =>
      each(
        asked,
        times / fanEndpoints,
        (connection, _, n) => live(asked, connection, places.fan, `fan-${round}-${n}`, fanEndpoints)
      )
  }
]
