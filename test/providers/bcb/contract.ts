// The central bank's official document of its interface, and a proxy that judges every exchange by it. Where the document is not at
// hand the tests that need it are reported as not run.
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parse } from "yaml"

const root = join(import.meta.dirname, "../../..")
const folder = process.env["PONTEPAY_CONTRACTS"] ?? join(root, "../shared/contracts")
const path = join(folder, "bcb-pix-api-2.9.0.yaml")
const prism = fileURLToPath(import.meta.resolve("@stoplight/prism-cli/dist/index.js"))

/** Whether the document is at hand. */
export const hasContract = existsSync(path)
export const notRun = hasContract ? "" : " (not run: PONTEPAY_CONTRACTS has no bcb-pix-api-2.9.0.yaml)"

/** What is mended in the document, each with the number of its places: patterns with slashes match nothing. */
const patches = [
  { from: "\"/^\\\\d{11}$/\"", to: "\"^\\\\d{11}$\"", places: 12 },
  { from: "\"/^\\\\d{7}$/\"", to: "\"^\\\\d{7}$\"", places: 2 }
]

export interface Document {
  readonly components: { readonly schemas: Record<string, { required?: ReadonlyArray<string> }> }
}

/** The document, mended. Throws where it is another than the patches are for. */
export const readDocument = (): Document => {
  const text = patches.reduce((before, { from, places, to }) => {
    const parts = before.split(from)
    if (parts.length !== places + 1) throw new Error(`${from} is in the document ${parts.length - 1} times`)
    return parts.join(to)
  }, readFileSync(path, "utf8"))
  const document = parse(text) as Document
  // The list of PIX has a field `pix`; the document requires one that only lists of charges have.
  const list = document.components.schemas["PixConsultados"]
  if (list !== undefined) list.required = ["parametros", "pix"]
  return document
}

export interface Judge {
  readonly url: string
  readonly close: () => void
}

const said = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ""
    const hear = (chunk: Buffer): void => {
      output += chunk.toString()
      const url = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    }
    child.stdout?.on("data", hear)
    child.stderr?.on("data", hear)
    child.on("exit", () => reject(new Error(`prism ended: ${output}`)))
  })

/** Starts a proxy before a server: what breaks the document is answered with a problem that says so. */
export const openJudge = async (upstream: string): Promise<Judge> => {
  const place = mkdtempSync(join(tmpdir(), "contract-"))
  const file = join(place, "document.json")
  writeFileSync(file, JSON.stringify(readDocument()))
  const args = [prism, "proxy", "--errors", "-h", "127.0.0.1", "-p", "0", file, upstream]
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" }
  })
  const close = (): void => {
    child.removeAllListeners("exit")
    child.kill("SIGKILL")
    rmSync(place, { recursive: true, force: true })
  }
  try {
    return { url: await said(child), close }
  } catch (cause) {
    close()
    throw cause
  }
}
