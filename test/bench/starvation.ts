// Whether one tenant can keep another waiting: a tenant with 64 connections asks for one kind of thing without a pause, and
// another one's requests of that kind are timed, in rounds with and without. The bound is of their 99th percentiles: the larger
// of three times the quiet one and 50 ms above it. The greedy tenant is held to the rate of requests that production has for
// everybody, the other one to none. Exits with 1 where a kind is beyond its bound.
//   node test/bench/starvation.ts [--database sqlite|postgres] [--rounds 4] [--only pin,upload,statement,create]
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { limits } from "../../core/base/limits/limits.ts"
import type { Greed, Wanted } from "./greedy.ts"
import { startBenchServer } from "./postgres-server.ts"
import { startSubject } from "./subject.ts"
import { machine, table } from "./table.ts"

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "sqlite" },
    rounds: { type: "string", default: "4" },
    only: { type: "string", default: "pin,upload,statement,create" }
  }
})
const rounds = Number(values.rounds)
const connections = 64
const folder = mkdtempSync(join(tmpdir(), "pontepay-starvation-"))
const keyOf = (name: string): string => `pontepay_test_${name.padEnd(32, "x")}`

const operatorToken = "the operator's token of the bench"

const accounts = ["greedy", "quiet"].map((name) => ({
  name,
  environment: "sandbox",
  apiKey: keyOf(name),
  taxId: "11144477735",
  kyc: "APPROVED",
  flags: ["WALLET_PAYOUT_API"]
}))
writeFileSync(join(folder, "accounts.json"), JSON.stringify({ accounts }))

const server = values.database === "postgres" ? await startBenchServer() : undefined
const url = server === undefined ? `sqlite:${join(folder, "plane.db")}` : (await server.database("starvation")).url
const subject = await startSubject({
  name: "service",
  script: join(import.meta.dirname, "../../hosts/http/main.ts"),
  args: [],
  env: {
    PORT: "0",
    DATABASE_URL: url,
    PONTEPAY_BOOTSTRAP_FILE: join(folder, "accounts.json"),
    PONTEPAY_OPERATOR_TOKEN: operatorToken,
    PONTEPAY_TRUSTED_PROXIES: "127.0.0.1",
    LOG_LEVEL: "none"
  },
  cwd: folder,
  ready: /API\s+http:\/\/[^:]+:(\d+)/,
  storedBytes: () => 0
})
const base = `http://127.0.0.1:${subject.port}`

type Json = Readonly<Record<string, unknown>>

interface Asked {
  readonly key?: string
  readonly body?: Json | Uint8Array<ArrayBuffer>
  readonly method?: string
}

const headersOf = (key: string | undefined, from: string, type: string): Readonly<Record<string, string>> => ({
  "content-type": type,
  "x-forwarded-for": from,
  ...(type === "image/jpeg" ? { "if-none-match": "*" } : {}),
  ...(key === undefined ? {} : { authorization: `Bearer ${key}` })
})

const ask = async (path: string, { body, key, method }: Asked): Promise<Json> => {
  const isFile = body instanceof Uint8Array
  const answer = await fetch(base + path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: headersOf(key, "192.0.2.1", isFile ? "image/jpeg" : "application/json"),
    ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) })
  })
  const text = await answer.text()
  // The greedy tenant meets its own limits while it prepares, and goes on a moment later.
  if (answer.status === 429 && key === keyOf("greedy")) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return ask(path, { body, key, method } as Asked)
  }
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text) as Json
}

const dataOf = (answer: Json): Json => answer["data"] as Json
const many = (times: number): ReadonlyArray<number> => Array.from({ length: times }, (_, n) => n)

const charge = (n: number | string) => ({
  value: 5_000,
  asset: "USDC",
  network: "base",
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  externalId: `order-${n}`
})

const payout = (envelope: unknown, subAccountId: string | undefined, pixKey: string) => ({
  value: 100,
  network: "polygon",
  pixKey,
  walletPin: "123456",
  protectedSymmetricKey: envelope,
  ...(subAccountId === undefined ? {} : { subAccountId })
})

const envelopeOf = async (key: string, subAccountId?: string): Promise<unknown> =>
  dataOf(await ask("/api/wallet/keys", { key, body: subAccountId === undefined ? {} : { subAccountId } }))[
    "protectedSymmetricKey"
  ]

const jpegOf = (bytes: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(bytes - 4, 1)]))

const documentOf = async (key: string): Promise<string> => {
  const { subAccounts } = dataOf(await ask("/api/subaccount", { key }))
  const [{ subAccountId }] = subAccounts as [Json]
  const made = await ask("/api/kyc/document", { key, body: { subAccountId, documentType: "ID" } })
  return new URL(String(dataOf(made)["uploadUrlFront"])).pathname
}

/** One kind of request: what the greedy tenant asks for, and what is timed of the other one. */
interface Kind {
  readonly samples: number
  readonly greed: () => Promise<ReadonlyArray<Wanted>>
  /** Prepares one request, which is timed when it is run. */
  readonly prepare: (n: number) => Promise<() => Promise<unknown>>
}

const [greedy, quiet] = [keyOf("greedy"), keyOf("quiet")]
const asGreedy = headersOf(greedy, "198.51.100.1", "application/json")
let quietEnvelope: Promise<unknown> | undefined

const history = async (key: string): Promise<void> => {
  for (const n of many(250)) {
    const { trackId } = await ask("/api/deposit/asset", { key, body: charge(`past-${n}`) })
    const data = { type: "DEPOSIT-SUCCESS", ticket: { id: trackId } }
    await ask("/provider/webhook", { key, body: { event: { id: `evt-${n}`, subscription: "TICKET", data } } })
  }
}

const kinds: Readonly<Record<string, Kind>> = {
  // Each of its customers has a PIN of its own, so that no count of attempts stops it.
  pin: {
    samples: 40,
    greed: async () => {
      const wanted: Array<Wanted> = []
      for (const n of many(48)) {
        const made = await ask("/api/subaccount", { key: greedy, body: { name: `Customer ${n}` } })
        const subAccountId = String(dataOf(made)["subAccountId"])
        await ask("/api/kyc/import-token", { key: greedy, body: { subAccountId, importToken: `token-${n}` } })
        const envelope = await envelopeOf(greedy, subAccountId)
        const body = JSON.stringify(payout(envelope, subAccountId, "pay-{n}@example.com"))
        wanted.push({ method: "POST", path: "/api/wallet/payout", headers: asGreedy, body })
      }
      return wanted
    },
    prepare: async (n) => {
      quietEnvelope ??= envelopeOf(quiet)
      const body = payout(await quietEnvelope, undefined, `pay-${n}@example.com`)
      return () => ask("/api/wallet/payout", { key: quiet, body })
    }
  },
  // From many addresses: half of them as slowly as may be, half as fast as they can.
  upload: {
    samples: 100,
    greed: async () => {
      const wanted: Array<Wanted> = []
      for (const n of many(connections)) {
        const path = await documentOf(greedy)
        const headers = headersOf(undefined, `198.51.100.${n}`, "image/jpeg")
        const dripping = { bytes: limits.uploadRate.bytes, everyMs: limits.uploadRate.withinMs / 4 }
        wanted.push(
          n % 2 === 0
            ? { method: "PUT", path, headers, dripping }
            : { method: "PUT", path, headers, body: Buffer.from(jpegOf(1_000_000)).toString("latin1") }
        )
      }
      return wanted
    },
    prepare: async () => {
      const [path, body] = [await documentOf(quiet), jpegOf(1_000_000)]
      return () => ask(path, { method: "PUT", body })
    }
  },
  statement: {
    samples: 300,
    greed: async () => {
      await history(greedy)
      await history(quiet)
      return [{ method: "GET", path: "/api/account/statement?limit=200", headers: asGreedy }]
    },
    prepare: async () => () => ask("/api/account/statement?limit=200", { key: quiet })
  },
  create: {
    samples: 300,
    greed: async () => [{
      method: "POST",
      path: "/api/deposit/asset",
      headers: asGreedy,
      body: JSON.stringify(charge("{n}"))
    }],
    prepare: async (n) => () => ask("/api/deposit/asset", { key: quiet, body: charge(n) })
  }
}

const timed = async (kind: Kind, from: number): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  for (const n of many(kind.samples)) {
    const run = await kind.prepare(from + n)
    const startedAt = performance.now()
    await run()
    times.push(performance.now() - startedAt)
  }
  return times
}

/** Runs something while the greedy tenant is at work, and gives what that one was answered. */
const beside = async <A>(wanted: ReadonlyArray<Wanted>, work: () => Promise<A>) => {
  const greed: Greed = { port: subject.port, connections, wanted }
  const file = join(folder, "greed.json")
  writeFileSync(file, JSON.stringify(greed))
  const child = spawn(process.execPath, [join(import.meta.dirname, "greedy.ts"), file], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  let output = ""
  child.stdout.on("data", (chunk: Buffer) => output += chunk.toString())
  await once(child.stdout, "data")
  // Its first requests have arrived by the time that one of ours is answered.
  await ask("/api/subaccount", { key: quiet })
  try {
    return { value: await work(), answers: () => output.trim().split("\n").at(-1) ?? "" }
  } finally {
    const ended = once(child, "close")
    child.kill("SIGTERM")
    await ended
  }
}

const at = (times: ReadonlyArray<number>, share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0

const limitGreedy = async (): Promise<void> => {
  const found = dataOf(await ask("/admin/accounts", { key: operatorToken }))["accounts"] as ReadonlyArray<Json>
  const { accountId } = found.find((each) => each["name"] === "greedy") ?? {}
  const body = { requestRate: limits.requestRate }
  await ask(`/admin/accounts/${String(accountId)}`, { key: operatorToken, method: "PATCH", body })
}

const rows: Array<ReadonlyArray<string>> = []
let isBeyond = false
try {
  for (const name of values.only.split(",")) {
    const kind = kinds[name]
    if (kind === undefined) throw new Error(`no kind is called ${name}`)
    const wanted = await kind.greed()
    await limitGreedy()
    await timed(kind, -kind.samples)
    const [alone, loaded]: [Array<number>, Array<number>] = [[], []]
    let said = ""
    for (const round of many(rounds)) {
      alone.push(...await timed(kind, (2 * round) * kind.samples))
      const { answers, value } = await beside(wanted, () => timed(kind, (2 * round + 1) * kind.samples))
      loaded.push(...value)
      said = answers()
    }
    const quietP99 = at(alone, 0.99)
    const bound = Math.max(3 * quietP99, quietP99 + 50)
    isBeyond ||= at(loaded, 0.99) > bound
    rows.push([
      name,
      ...[at(alone, 0.5), quietP99, at(loaded, 0.5), at(loaded, 0.99), bound].map((ms) => ms.toFixed(1)),
      at(loaded, 0.99) > bound ? "BEYOND" : "within",
      said
    ])
    process.stdout.write(`${name} done\n`)
  }
} finally {
  const exited = once(subject.process, "exit")
  if (subject.process.kill("SIGTERM")) await exited
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write([
  "",
  `A tenant beside one with ${connections} connections, ${values.database}, ${rounds} rounds, milliseconds`,
  machine(),
  "",
  table(["", "p50 quiet", "p99 quiet", "p50 beside", "p99 beside", "bound", "", "what the other was answered"], rows),
  ""
].join("\n"))
process.exitCode = isBeyond ? 1 : 0
