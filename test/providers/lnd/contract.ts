// LND's own interface documents as a judge: a validating proxy between the adapter and the front. What breaks a document in either
// direction is answered by the proxy, and counted here.
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { type IncomingMessage, type Server, createServer, request } from "node:http"
import { type AddressInfo, type Server as Pipe, connect, createServer as createPipe } from "node:net"
import { once } from "node:events"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { createRequire } from "node:module"

const root = join(import.meta.dirname, "../../..")
const folders = [process.env["PONTEPAY_CONTRACTS"], join(root, "../shared/contracts")]
const names = ["lnd-lightning.swagger.json", "lnd-router.swagger.json"]

/** Where the documents are; undefined where they are not. */
export const documents = folders.find((folder) =>
  folder !== undefined && names.every((name) => existsSync(join(folder, name)))
)

interface Swagger {
  readonly paths: Record<string, Record<string, unknown>>
  readonly definitions: Record<string, unknown>
}

/** The paths that the adapter uses. */
const used = [
  "/v1/balance/channels",
  "/v1/getinfo",
  "/v1/invoices",
  "/v1/invoice/{r_hash_str}",
  "/v2/router/send",
  "/v2/router/track/{payment_hash}"
]

// Both documents as one. Bytes in a path are base64url, which the format of the document, base64, has no word for.
const merged = (folder: string): string => {
  const read = names.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as Swagger)
  const paths = Object.fromEntries(
    Object.entries(Object.assign({}, ...read.map(({ paths }) => paths)) as Swagger["paths"])
      .filter(([path]) => used.includes(path))
  )
  const document = { ...read[0], paths, definitions: Object.assign({}, ...read.map(({ definitions }) => definitions)) }
  return JSON.stringify(document, (name, value: unknown) =>
    name === "parameters" && Array.isArray(value)
      ? value.map((each: Record<string, unknown>) =>
        each["in"] === "path" && each["format"] === "byte" ? { ...each, format: undefined } : each
      )
      : value)
}

const listening = async (server: Server | Pipe): Promise<number> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

export interface Judge {
  /** Where the adapter asks. */
  readonly url: string
  /** Says which front the proxy stands before now. */
  readonly before: (front: string) => void
  /** What broke a document, in the proxy's words, since the last question. */
  readonly violations: () => ReadonlyArray<string>
  /** How many calls were judged. */
  readonly calls: () => number
  readonly close: () => Promise<void>
}

/** Opens the proxy; `counts` says whether an answer of now is one that the documents have to hold for. */
export const openJudge = async (folder: string, counts: () => boolean): Promise<Judge> => {
  let front = 0
  const toFront = createPipe((socket) => {
    const way = connect(front, "127.0.0.1")
    for (const [one, other] of [[socket, way], [way, socket]] as const) {
      one.on("error", () => other.destroy())
      one.on("close", () => other.destroy())
      one.pipe(other)
    }
  })
  const upstream = await listening(toFront)
  const scratch = mkdtempSync(join(tmpdir(), "pontepay-contract-"))
  const document = join(scratch, "lnd.json")
  writeFileSync(document, merged(folder))
  const free = createServer()
  const port = await listening(free)
  free.close()
  await once(free, "close")
  const prism = createRequire(import.meta.url).resolve("@stoplight/prism-cli/dist/index.js")
  const proxy = spawn(process.execPath, [
    prism,
    "proxy",
    "--errors",
    "--host",
    "127.0.0.1",
    "--port",
    String(port),
    document,
    `http://127.0.0.1:${upstream}`
  ], { stdio: ["ignore", "pipe", "ignore"] })
  await new Promise<void>((resolve, reject) => {
    proxy.on("exit", () => reject(new Error("the proxy ended")))
    proxy.stdout.on("data", (chunk: Buffer) => {
      if (chunk.toString().includes("listening")) resolve()
    })
  })

  const found: Array<string> = []
  let calls = 0
  const pass = async (
    incoming: IncomingMessage
  ): Promise<{ readonly status: number; readonly type: string; readonly body: string }> => {
    const { "content-length": _, host: __, connection: ___, ...headers } = incoming.headers
    const sent = request({ host: "127.0.0.1", port, path: incoming.url, method: incoming.method, headers })
    sent.end(await text(incoming))
    const [answer] = await once(sent, "response") as [IncomingMessage]
    return {
      status: answer.statusCode ?? 0,
      type: answer.headers["content-type"] ?? "text/plain",
      body: await text(answer)
    }
  }
  const recorder = createServer((incoming, response) => {
    calls++
    pass(incoming).then(({ body, status, type }) => {
      if (counts() && body.includes("stoplight.io/prism/errors")) {
        found.push(`${incoming.method} ${incoming.url}: ${body}`)
      }
      response.writeHead(status, { "content-type": type })
      response.end(body)
    }, () => response.destroy())
  })
  const entry = await listening(recorder)
  return {
    url: `http://127.0.0.1:${entry}`,
    before: (url) => {
      front = Number(new URL(url).port)
    },
    violations: () => found.splice(0),
    calls: () => calls,
    close: async () => {
      proxy.removeAllListeners("exit")
      proxy.kill()
      await once(proxy, "exit")
      recorder.close()
      recorder.closeAllConnections()
      toFront.close()
      rmSync(scratch, { recursive: true })
    }
  }
}
