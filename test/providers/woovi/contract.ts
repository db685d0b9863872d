// Woovi's own description of its interface between the adapter and the stand-in: a proxy that answers with a problem where a request or an
// answer is not as the description says. It is found in the folder that PONTEPAY_CONTRACTS names, or in a folder beside the checkout.
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

const root = join(import.meta.dirname, "../../..")
const folder = process.env["PONTEPAY_CONTRACTS"] ?? join(root, "../shared/contracts")
const path = join(folder, "woovi.json")

/** Where the description is; undefined where there is none. */
export const contractPath = existsSync(path) ? path : undefined

/** What a description holds, as far as it is looked at. */
interface Document {
  readonly components: {
    readonly securitySchemes: Record<string, unknown>
    readonly schemas: {
      readonly Transaction: { readonly properties: Record<string, unknown> }
      readonly Payment: { readonly properties: { readonly status: { readonly enum: Array<string> } } }
      readonly WebhookEventEnum: { readonly enum: ReadonlyArray<string> }
    }
  }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly responses?: unknown
  security?: unknown
  readonly callbacks?: Readonly<Record<string, Readonly<Record<string, { readonly post: CallbackBody }>>>>
}

type Example = Readonly<Record<string, unknown>>

interface CallbackBody {
  readonly requestBody: {
    readonly content: { readonly "application/json": { readonly schema: { readonly example: Example } } }
  }
}

const readDocument = (document: string): Document => JSON.parse(readFileSync(document, "utf8")) as Document

interface Exception {
  readonly because: string
  readonly change: (document: Document) => void
}

/** Where the description itself is wrong, and what stands there instead. */
export const exceptions: ReadonlyArray<Exception> = [
  {
    because: "the AppID is described as OAuth, and is a header",
    change: ({ components, paths }) => {
      components.securitySchemes["AppID"] = { type: "apiKey", in: "header", name: "Authorization" }
      for (const operations of Object.values(paths)) {
        for (const operation of Object.values(operations)) {
          if (operation.responses !== undefined) operation.security = [{ AppID: [] }]
        }
      }
    }
  },
  {
    because: "type and status of a transaction are exchanged; its examples and the filter have type PAYMENT",
    change: ({ components }) => {
      const { properties } = components.schemas.Transaction
      const { status, type } = properties
      Object.assign(properties, { status: type, type: status })
    }
  },
  {
    because: "the example of an approval has the state APPROVED, which its list leaves out",
    change: ({ components }) => components.schemas.Payment.properties.status.enum.push("APPROVED")
  }
]

/** A proxy, and where it is. */
export interface Contract {
  readonly url: string
  readonly close: () => Promise<void>
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

const listening = (process: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = ""
    const hear = (chunk: Buffer): void => {
      said += chunk.toString()
      if (said.includes("Prism is listening")) resolve()
    }
    process.stdout?.on("data", hear)
    process.stderr?.on("data", hear)
    process.once("exit", () => reject(new Error(`the proxy ended: ${said.slice(-500)}`)))
  })

/** Starts the proxy before an address. */
export const contractBefore = async (document: string, target: string): Promise<Contract> => {
  const changed = readDocument(document)
  for (const { change } of exceptions) change(changed)
  const kept = mkdtempSync(join(tmpdir(), "woovi-contract-"))
  const file = join(kept, "woovi.json")
  writeFileSync(file, JSON.stringify(changed))
  const port = await freePort()
  const cli = join(root, "node_modules/@stoplight/prism-cli/dist/index.js")
  const child = spawn(
    process.execPath,
    [cli, "proxy", "--errors", "-h", "127.0.0.1", "-p", String(port), file, target],
    {
      stdio: ["ignore", "pipe", "pipe"]
    }
  )
  await listening(child)
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        child.once("exit", () => {
          rmSync(kept, { recursive: true })
          resolve()
        })
        child.kill()
      })
  }
}

/** The events, and the examples of messages. */
export const messagesOf = (document: string) => {
  const { components, paths } = readDocument(document)
  const callbacks = Object.values(paths["/api/v1/webhook"]?.["post"]?.callbacks ?? {}).flatMap((each) =>
    Object.values(each)
  )
  return {
    events: components.schemas.WebhookEventEnum.enum,
    examples: callbacks.map(({ post }) => post.requestBody.content["application/json"].schema.example)
  }
}

/** The description after one exception, to see that it changes anything. */
export const changedBy = (document: string, { change }: Exception): boolean => {
  const [before, after] = [readDocument(document), readDocument(document)]
  change(after)
  return JSON.stringify(before) !== JSON.stringify(after)
}

/** What the proxy says is wrong with an answer that it gave; undefined when nothing is. */
export const violationIn = (type: string, body: string): string | undefined =>
  type.includes("problem+json") && body.includes("stoplight") ? body : undefined
