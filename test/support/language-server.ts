// The TypeScript language server, as editors run it: opens a document and says what it shows when a name is pointed at.
import { spawn } from "node:child_process"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly items?: ReadonlyArray<unknown> }
  readonly result?: unknown
  readonly error?: unknown
}

interface Hover {
  readonly contents: { readonly value: string }
}

/** What an editor shows of a name. */
export interface Shown {
  /** Declaration and type, as code. */
  readonly type: string
  /** The comment of the declaration; empty where it has none. */
  readonly documentation: string
}

const root = join(import.meta.dirname, "../..")
const headerEnd = "\r\n\r\n"

/** Stands behind the name that is pointed at. */
export const mark = "/* here */"

/** Takes the whole messages out of what has arrived, and gives the rest. */
const messagesIn = (arrived: Buffer, take: (message: Message) => void): Buffer => {
  let rest = arrived
  for (;;) {
    const end = rest.indexOf(headerEnd)
    const length = Number(/Content-Length: (\d+)/i.exec(rest.subarray(0, Math.max(end, 0)).toString())?.[1])
    const begin = end + headerEnd.length
    if (end < 0 || rest.length < begin + length) return rest
    take(JSON.parse(rest.subarray(begin, begin + length).toString()) as Message)
    rest = rest.subarray(begin + length)
  }
}

/** Starts a server in a folder of the project. Close it at the end. */
export const openLanguageServer = async (folder: string = root) => {
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  const server = spawn(process.execPath, [tsc, "--lsp", "--stdio"], { cwd: folder, stdio: ["pipe", "pipe", "ignore"] })
  const waiting = new Map<number, (message: Message) => void>()
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}${headerEnd}${text}`)
  }
  let last = 0
  const ask = async (method: string, params: object): Promise<unknown> => {
    const id = ++last
    const answer = await new Promise<Message>((resolve) => {
      waiting.set(id, resolve)
      send({ id, method, params })
    })
    if (answer.error !== undefined) throw new Error(`${method}: ${JSON.stringify(answer.error)}`)
    return answer.result
  }
  let arrived = Buffer.alloc(0)
  server.stdout.on("data", (chunk: Buffer) => {
    arrived = Buffer.from(messagesIn(Buffer.concat([arrived, chunk]), (message) => {
      if (message.id === undefined) return
      if (message.method === undefined) return waiting.get(message.id)?.(message)
      // The server asks for settings, one for each item; the defaults will do.
      send({ id: message.id, result: message.params?.items?.map(() => null) ?? null })
    }))
  })
  const hover = { contentFormat: ["markdown"] }
  await ask("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: { textDocument: { hover } }
  })
  send({ method: "initialized", params: {} })
  return {
    /**
     * What is shown for a name in each line: the one before the mark, or the last one. The document is not written to the disk.
     */
    shownIn: async (path: string, before: string, lines: ReadonlyArray<string>): Promise<ReadonlyArray<Shown>> => {
      const uri = pathToFileURL(join(folder, path)).href
      const text = `${before}\n${lines.join("\n")}\n`
      send({
        method: "textDocument/didOpen",
        params: { textDocument: { uri, languageId: "typescript", version: 1, text } }
      })
      const first = before.split("\n").length
      const shown: Array<Shown> = []
      for (const [place, line] of lines.entries()) {
        const position = {
          line: first + place,
          character: (line.includes(mark) ? line.indexOf(mark) : line.length) - 1
        }
        const found = await ask("textDocument/hover", { textDocument: { uri }, position }) as Hover | null
        const [, type = "", documentation = ""] =
          /^```\w+\n([\s\S]*?)\n```\n?([\s\S]*)$/.exec(found?.contents.value ?? "")
            ?? []
        shown.push({ type, documentation: documentation.trim() })
      }
      return shown
    },
    close: () => server.kill()
  }
}
