// Runs the example as a project of its own, with the packed package: `npm run example:next`, or, with a tarball that was
// packed before, `npm run example:next -- <tarball>`.
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { linksAt, orderAt } from "../customer.ts"

const here = import.meta.dirname
const project = mkdtempSync(join(tmpdir(), "pontepay-next-"))
const next = join(project, "node_modules/next/dist/bin/next")
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" }
const expected = "order-1 is COMPLETED, the page of the charge is 200, an unknown upload UPLOAD_EXPIRED"
const key = "pontepay_test_shop-example-key-0123456789abcdefghij"

const run = (folder: string, command: string, ...args: ReadonlyArray<string>): string =>
  execFileSync(command, args, { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] })

const packed = (): string => {
  const [, , given] = process.argv
  if (given !== undefined) return resolve(given)
  return run(join(here, "../.."), "npm", "run", "--silent", "pack").trim().split("\n").at(-1) ?? ""
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = createServer().once("error", reject).listen(0, "127.0.0.1", () => {
      const address = socket.address()
      socket.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const isUp = async (base: string, server: ChildProcess): Promise<void> => {
  for (let tries = 0; tries < 300; tries++) {
    if (server.exitCode !== null) throw new Error("Next.js ended before it answered")
    const answer = await fetch(`${base}/api/subaccount`).catch(() => undefined)
    if (answer?.status === 401) return
    await sleep(200)
  }
  throw new Error("Next.js did not answer")
}

const seen = async (answer: Response) =>
  `${answer.status} ${(await answer.text()).length > 0 ? "with" : "without"} a body`

/** What Next.js itself could get in the way of, each with what has to come of it. */
const boundsAt = (base: string) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const call = async (method: string, path: string, body: string | null = null) =>
    seen(await fetch(`${base}${path}`, { method, headers, body }))
  // The body is begun and never ends, so that nothing is answered before the client has left.
  const leave = () => {
    const leaving = new AbortController()
    const pieces = ["{"]
    const body = new ReadableStream({
      pull: (out) => {
        const piece = pieces.pop()
        if (piece === undefined) return leaving.abort()
        return out.enqueue(new TextEncoder().encode(piece))
      }
    })
    const init = { method: "POST", headers, body, duplex: "half", signal: leaving.signal }
    return fetch(`${base}/api/subaccount`, init as RequestInit).then(seen, () => "left")
  }
  const named = async (name: string) => {
    await call("POST", "/api/subaccount", JSON.stringify({ name, email: "jose@example.com" }))
    const found = await fetch(`${base}/api/subaccount?name=${encodeURIComponent(name)}`, { headers })
    return (await found.text()).includes("jose@example.com")
  }
  return [
    ["a body of 64 KiB and a byte", () => call("POST", "/api/subaccount", " ".repeat(65_537)), "413 with a body"],
    ["HEAD", () => call("HEAD", "/api/subaccount"), "200 without a body"],
    ["the operator's pages", () => call("GET", "/admin/accounts"), "404 with a body"],
    ["the route itself", () => call("GET", "/pontepay"), "404 without a body"],
    ["a name beyond ASCII", () => named("José ✓ 漢字"), true],
    ["a client that leaves", leave, "left"],
    ["the client after it", () => call("GET", "/api/subaccount"), "200 with a body"]
  ] as const
}

try {
  cpSync(here, project, { recursive: true })
  rmSync(join(project, "main.ts"))
  run(project, "npm", "install", packed(), "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline")
  run(project, process.execPath, next, "build")
  const port = await freePort()
  const server = spawn(process.execPath, [next, "start", "-p", String(port), "-H", "127.0.0.1"], {
    cwd: project,
    env,
    stdio: ["ignore", "ignore", "inherit"]
  })
  try {
    const base = `http://127.0.0.1:${port}`
    await isUp(base, server)
    const ended = AbortSignal.timeout(60_000)
    const ask = (address: string, init: RequestInit) => fetch(address, { ...init, signal: ended })
    const outcome = `${await orderAt(base, key, ask)}, ${await linksAt(base, key, ask)}`
    console.log(`Next.js: ${outcome}`)
    if (outcome !== expected) process.exitCode = 1
    for (const [what, check, wanted] of boundsAt(base)) {
      const came = await check()
      console.log(`Next.js: ${what}: ${came === wanted ? "ok" : `${came}, not ${wanted}`}`)
      if (came !== wanted) process.exitCode = 1
    }
  } finally {
    server.kill("SIGTERM")
  }
} finally {
  rmSync(project, { recursive: true, force: true })
}
