// The shell blocks of a Markdown page, run as printed: what the README promises is what a reader's machine does.
// `<!-- run -->` before a block runs it in one Bash session that all such blocks share, in the order of the page;
// `<!-- run: background until URL -->` leaves it running and goes on when the address answers 200;
// `<!-- file: NAME -->` before a block saves it under that name;
// `<!-- expect: TEXT -->` after a block wants TEXT in what it printed. A key that a background block prints stands in for
// the page's `pontepay_test_…`, as a reader would paste it.
import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

export type Block = {
  /** One-based line of the marker. */
  readonly line: number
  readonly text: string
  /** The address a background block is awaited at; missing for a block of the session. */
  readonly until?: string
  /** The name under which a block is saved; missing for one that is run. */
  readonly file?: string
  readonly expected: ReadonlyArray<string>
}

const marker = /^<!-- (?:run(?:: background until (?<until>\S+))?|file: (?<file>[\w.-]+)) -->$/
const expectation = /^<!-- expect: (?<text>.+) -->$/
const placeholder = "pontepay_test_…"
const printedKey = /pontepay_test_[0-9A-Za-z]{32,}/
// Long enough for a busy machine: they end what hangs. How fast a service stops is checked where it is packed.
const startTimeoutMs = 600_000
const blockTimeoutMs = 300_000
const stopTimeoutMs = 60_000

/** What is run in an empty folder with the packed package; everything else is run in the repository. */
export const fromEmptyFolder = { page: "hosts/docs/embedding.md", heading: "Embed it in Express" } as const

/** The section under a heading of the second level, up to the next one. Throws when the page has none of that name. */
export const sectionOf = (page: string, heading: string): string => {
  const section = page.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`))
  if (section === undefined) throw new Error(`the page has no section "${heading}"`)
  return section
}

/** The marked blocks of a page. Throws on a marker without its block, and on a `curl` without an expectation. */
export const blocksOf = (page: string): ReadonlyArray<Block> => {
  const lines = page.split("\n")
  const blocks = lines.flatMap((line, index): ReadonlyArray<Block> => {
    if (!/^<!-- (?:run|file|expect)\b/.test(line) || expectation.test(line)) return []
    const match = marker.exec(line)
    const end = lines.indexOf("```", index)
    const file = match?.groups?.["file"]
    const isFenced = file === undefined ? lines[index + 1] === "```sh" : lines[index + 1]?.startsWith("```")
    if (match === null || isFenced !== true || end < 0) {
      throw new Error(`line ${index + 1}: ${line} is followed by no sh block or is no marker`)
    }
    const rest = lines.slice(end + 1).filter((next) => next !== "")
    const length = rest.findIndex((next) => !expectation.test(next))
    const expected = rest
      .slice(0, length < 0 ? rest.length : length)
      .map((next) => expectation.exec(next)?.groups?.["text"] ?? "")
    const text = lines.slice(index + 2, end).join("\n")
    const until = match.groups?.["until"]
    if (file !== undefined) return [{ line: index + 1, text, file, expected }]
    if (until !== undefined) return [{ line: index + 1, text, until, expected }]
    if (/\bcurl\b/.test(text) && expected.length === 0) {
      throw new Error(`line ${index + 1}: curl without an expectation`)
    }
    return [{ line: index + 1, text, expected }]
  })
  const attached = blocks.flatMap((block) => block.expected).length
  if (attached !== lines.filter((line) => expectation.test(line)).length) throw new Error("an expectation has no block")
  return blocks
}

/** Variables that a reader has set. */
export type Variables = Readonly<Record<string, string>>

/** The reader's environment: not the one npm or our own scripts make for their children, but the certificates of the machine. */
const readerEnvironment = (folder: string, variables: Variables): NodeJS.ProcessEnv => {
  const own = Object.entries(process.env).filter(([name]) =>
    !/^(?:npm_|NODE_(?!EXTRA_CA_CERTS$)|VITEST|TEST$|DATABASE_URL$)/.test(name)
  )
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((entry) => !entry.includes("node_modules"))
  return {
    ...Object.fromEntries(own),
    PATH: path.join(delimiter),
    PWD: folder,
    ...variables
  }
}

const answers = async (address: string): Promise<boolean> => {
  try {
    return (await fetch(address)).status === 200
  } catch {
    return false
  }
}

/** A process that leads a group; it has ended when no one holds its output any more. */
type Running = { readonly child: ChildProcess; readonly ended: Promise<unknown>; readonly printed: () => string }

const start = (text: string, folder: string, env: NodeJS.ProcessEnv): Running => {
  const child = spawn("bash", ["-c", text], { cwd: folder, env, detached: true, stdio: ["ignore", "pipe", "pipe"] })
  let printed = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => printed += chunk.toString())
  return { child, ended: once(child, "close"), printed: () => printed }
}

const awaitAddress = async (running: Running, address: string): Promise<void> => {
  const deadline = performance.now() + startTimeoutMs
  while (!(await answers(address))) {
    if (running.child.exitCode !== null) {
      throw new Error(`ended with ${running.child.exitCode} before ${address} answered`)
    }
    if (performance.now() > deadline) throw new Error(`${address} did not answer within ${startTimeoutMs} ms`)
    await sleep(200)
  }
}

/** Ends a process and all it started. Throws when it has to be killed. */
const stop = async ({ child, ended }: Pick<Running, "child" | "ended">): Promise<void> => {
  const signal = (name: NodeJS.Signals): void => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, name)
    } catch (cause) {
      // The whole group is gone already.
      if (!(cause instanceof Error && "code" in cause && cause.code === "ESRCH")) throw cause
    }
  }
  const isLate = sleep(stopTimeoutMs, true, { ref: false })
  const hasEnded = ended.then(() => false)
  signal("SIGTERM")
  if (await Promise.race([hasEnded, isLate])) {
    signal("SIGKILL")
    throw new Error(`did not end within ${stopTimeoutMs} ms of SIGTERM`)
  }
}

/** One Bash that runs block after block and keeps what they define; a failing command ends it. */
const openSession = (folder: string, scripts: string, env: NodeJS.ProcessEnv) => {
  const bash = spawn("bash", ["--noprofile", "--norc", "-e"], {
    cwd: folder,
    env,
    detached: true,
    stdio: ["pipe", "pipe", "inherit"]
  })
  const ended = once(bash, "close")
  let printed = ""
  bash.stdout.on("data", (chunk: Buffer) => printed += chunk.toString())
  bash.stdin.write("exec 2>&1\n")
  const run = async (block: Block): Promise<string> => {
    const script = join(scripts, `line-${block.line}.sh`)
    const done = `--- line ${block.line} done ---\n`
    writeFileSync(script, `${block.text}\n`)
    printed = ""
    bash.stdin.write(`. '${script}' </dev/null\nprintf '%s\\n' '${done.trim()}'\n`)
    const deadline = performance.now() + blockTimeoutMs
    while (!printed.endsWith(done)) {
      if (bash.exitCode !== null) throw new Error(`failed with ${bash.exitCode}:\n${printed}`)
      if (performance.now() > deadline) throw new Error(`did not end within ${blockTimeoutMs} ms:\n${printed}`)
      await sleep(20)
    }
    return printed.slice(0, -done.length)
  }
  return { run, close: () => stop({ child: bash, ended }) }
}

const checkPrinted = (block: Block, printed: string): void => {
  const missing = block.expected.find((text) => !printed.includes(text))
  if (missing !== undefined) throw new Error(`did not print ${missing}, but:\n${printed}`)
}

/**
 * Runs the marked blocks of a page in a folder, and ends what it started. Returns how many blocks ran. Throws on the first
 * block that fails or prints something else, and on a page without marked blocks.
 */
export const runPage = async (
  page: string,
  folder: string,
  log: (text: string) => void,
  variables: Variables = {}
): Promise<number> => {
  const blocks = blocksOf(page)
  if (blocks.length === 0) throw new Error("the page marks no block to run")
  const scripts = mkdtempSync(join(tmpdir(), "readme-"))
  const env = readerEnvironment(folder, variables)
  const session = openSession(folder, scripts, env)
  const background: Array<Running> = []
  try {
    for (const block of blocks) {
      const key = background.map(({ printed }) => printedKey.exec(printed())?.[0]).find((found) => found !== undefined)
      const asPasted = { ...block, text: block.text.replaceAll(placeholder, key ?? placeholder) }
      log(block.text)
      try {
        if (block.file !== undefined) {
          writeFileSync(join(folder, block.file), `${block.text}\n`)
        } else if (block.until === undefined) {
          const printed = await session.run(asPasted)
          log(printed)
          checkPrinted(block, printed)
        } else {
          if (await answers(block.until)) throw new Error(`would not be what answers at ${block.until}: it is taken`)
          const running = start(asPasted.text, folder, env)
          background.push(running)
          await awaitAddress(running, block.until).finally(() => log(running.printed()))
          checkPrinted(block, running.printed())
        }
      } catch (cause) {
        throw new Error(`the block at line ${block.line} ${cause instanceof Error ? cause.message : ""}`, { cause })
      }
    }
  } finally {
    await Promise.all([session.close(), ...background.map(stop)])
    rmSync(scripts, { recursive: true })
  }
  return blocks.length
}
