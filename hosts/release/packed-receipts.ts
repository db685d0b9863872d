// Receipts of the packed service, by a real process: without pdfkit the start says so, a payout links no PDF and an older
// link answers 501 with the package's name; once pdfkit is installed the PDF comes.
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { rmSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"

const startMs = 30_000

interface Started {
  readonly base: string
  readonly logged: () => string
  readonly stop: () => Promise<void>
}

const bannerOf = async (child: ChildProcess, output: () => string): Promise<string> => {
  const deadline = performance.now() + startMs
  for (;;) {
    const base = /API\s+(http:\S+)/.exec(output())?.[1]
    if (base !== undefined) return base
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`the service did not start: ${output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

// Links in events need an address that is known before the start.
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

const start = async (project: string): Promise<Started> => {
  const port = await freePort()
  const child = spawn(process.execPath, [join(project, "node_modules/.bin/pontepay"), "start"], {
    cwd: project,
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output += chunk.toString())
  const closed = once(child, "close")
  const stop = async () => {
    child.kill("SIGTERM")
    await closed
  }
  try {
    return { base: await bannerOf(child, () => output), logged: () => output, stop }
  } catch (cause) {
    await stop()
    throw cause
  }
}

/** Runs something beside the service, which ends with it. */
const beside = async <A>(project: string, check: (service: Started) => Promise<A>): Promise<A> => {
  const service = await start(project)
  try {
    return await check(service)
  } finally {
    await service.stop()
  }
}

const triggered = (project: string, base: string): string | null => {
  const ran = spawnSync(
    process.execPath,
    [join(project, "node_modules/.bin/pontepay"), "trigger", "PAYOUT_SUCCESSFUL", "--json"],
    { cwd: project, encoding: "utf8", env: { ...process.env, PONTEPAY_URL: base } }
  )
  if (ran.status !== 0) throw new Error(`trigger ended with ${ran.status}: ${ran.stdout}${ran.stderr}`)
  const { data } = JSON.parse(ran.stdout) as { readonly data: { readonly receiptUrl: string | null } }
  return data.receiptUrl
}

const expectThat = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what)
}

/** Checks the service that is installed in a project without pdfkit; `install` adds it. */
export const checkReceipts = async (project: string, install: () => void): Promise<void> => {
  await beside(project, async ({ base, logged }) => {
    expectThat(/pdfkit, which is not installed: npm install pdfkit/.test(logged()), `no line at start: ${logged()}`)
    const ready = await (await fetch(`${base}/ready`)).text()
    expectThat(ready.includes(`"receiptPrinter":"not installed"`), `/ready does not say so: ${ready}`)
    expectThat(triggered(project, base) === null, "a payout links a PDF that cannot be made")
  })
  install()
  const path = await beside(project, async ({ base, logged }) => {
    expectThat(!logged().includes("pdfkit"), `the start asks for what is installed: ${logged()}`)
    const url = triggered(project, base)
    if (url === null) throw new Error("a payout links no PDF")
    const answer = await fetch(url)
    const begins = Buffer.from(await answer.arrayBuffer()).subarray(0, 5).toString()
    expectThat(answer.status === 200 && begins === "%PDF-", `the receipt answered ${answer.status}, ${begins}`)
    return new URL(url).pathname
  })
  rmSync(join(project, "node_modules/pdfkit"), { recursive: true })
  await beside(project, async ({ base }) => {
    const answer = await fetch(base + path)
    const text = await answer.text()
    expectThat(answer.status === 501 && text.includes("npm install pdfkit"), `a receipt: ${answer.status} ${text}`)
  })
}
