// The command line as a process of its own: streams, exit codes, completion, colours, and the hosts that it starts.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { eventually, scratch } from "../support/host.ts"
import { cli } from "./cli-run.ts"

const root = join(import.meta.dirname, "../..")
const node = join(root, "node_modules/.bin/node")
const entry = join(root, "hosts/cli/main.ts")

const begin = (args: ReadonlyArray<string>, variables: Readonly<Record<string, string>> = {}, cwd = scratch()) => {
  const { NODE_COMPILE_CACHE, PATH = "" } = process.env
  const child = spawn(node, [entry, ...args], {
    cwd,
    env: { NODE_COMPILE_CACHE, PATH, ...variables },
    stdio: ["ignore", "pipe", "pipe"]
  })
  let [out, err] = ["", ""]
  child.stdout.on("data", (chunk: Buffer) => out += chunk.toString())
  child.stderr.on("data", (chunk: Buffer) => err += chunk.toString())
  const closed = once(child, "close")
  return {
    child,
    cwd,
    output: () => ({ out, err }),
    ended: async () => (await closed, { code: child.exitCode, out, err })
  }
}

const pontepay = (args: ReadonlyArray<string>, variables: Readonly<Record<string, string>> = {}) =>
  begin(args, variables).ended()

const commands = [
  "start",
  "doctor",
  "accounts",
  "keys",
  "webhooks",
  "listen",
  "trigger",
  "replay",
  "decode",
  "simulate",
  "audit"
]

describe("the process", () => {
  it("§cli-help shows every command without an argument, and its version", async () => {
    const help = await pontepay([])
    expect([help.code, help.err]).toEqual([0, ""])
    for (const command of commands) expect(help.out).toMatch(new RegExp(`^  ${command} `, "m"))
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string }
    expect((await pontepay(["--version"])).out).toBe(`pontepay v${version}\n`)
  })

  it("§cli-help has a description and examples for every command", async () => {
    const nested = ["accounts list", "accounts update", "keys rotate", "webhooks register"]
    for (const command of [...commands, ...nested]) {
      const { code, err, out } = await cli([...command.split(" "), "--help"])
      expect([code, err]).toEqual([0, ""])
      expect(out).toMatch(/^DESCRIPTION\n {2}\S/m)
      expect(out).toMatch(/\n\nEXAMPLES\n {2}# \S.+\n {2}\S/)
    }
  })

  it.each(["bash", "zsh", "fish"])("§cli-completion prints completion for %s", async (shell) => {
    const { code, out } = await cli(["--completions", shell])
    expect(code).toBe(0)
    for (const command of commands) expect(out).toContain(command)
  })

  it("§cli-exit-codes ends with 2 for wrong use and 1 for what did not work, and colours nothing that is no terminal", async () => {
    const wrong = await pontepay(["decode"])
    const invalid = await pontepay(["decode", "nonsense"], { FORCE_COLOR: "1" })
    const fine = await pontepay(["decode", "11144477735"])
    expect([wrong.code, invalid.code, fine.code]).toEqual([2, 1, 0])
    expect(wrong.out + invalid.out + fine.out + wrong.err + invalid.err).not.toContain("\u001b")
  })

  it("§cli-start starts the service, which trigger finds beside its database, and ends it on SIGTERM", async () => {
    const service = begin(["start"], { PORT: "0", LOG_LEVEL: "none" })
    await eventually(() => Promise.resolve(service.output().out), (text) => /is ready[\s\S]*curl/.test(text), 30_000)
    const [, base = ""] = /API\s+(http\S+)/.exec(service.output().out) ?? []
    const asked = await begin(["trigger", "DEPOSIT_ASSET_SUCCESS", "--url", base], {}, service.cwd).ended()
    expect([asked.code, asked.err]).toEqual([0, ""])
    expect(asked.out).toMatch(/^DEPOSIT_ASSET_SUCCESS {2}evt_\w+ {2}\d{4}-/)
    service.child.kill("SIGTERM")
    expect((await service.ended()).code).toBe(0)
  })

  it("§cli-start says what is wrong with the configuration, as npm start does", async () => {
    const refused = await pontepay(["start"], { PORT: "no port" })
    expect([refused.code, refused.out]).toEqual([2, ""])
    expect(refused.err).toMatch(/^PORT: must be a port/)
  })

  it("doctor asks for the package of Postgres where it is missing", async () => {
    const missing = `import { registerHooks } from "node:module"
      const gone = Object.assign(new Error("Cannot find package 'pg'"), { code: "ERR_MODULE_NOT_FOUND" })
      registerHooks({ resolve: (name, context, next) => { if (name === "pg") throw gone; return next(name, context) } })`
    const { code, err, out } = await pontepay(["doctor"], {
      DATABASE_URL: "postgres://u:geheim@127.0.0.1:1/x",
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(missing)}`,
      PORT: "0"
    })
    expect([code, err]).toEqual([1, ""])
    expect(out).toMatch(/problem {2}database +postgres:\S+ needs a package that is not installed/)
    expect(out).toMatch(/^ +npm install pg$/m)
    expect(out).not.toContain("geheim")
  })

  it("§cli-simulate runs the simulator with its flags", async () => {
    const run = begin(["simulate", "--seed", "3", "--days", "1", "--stories", "5", "--profile", "calm"])
    const { code, out } = await run.ended()
    expect(out).toMatch(/^seed 3: \d+ operations/)
    expect(code).toBe(0)
    expect(existsSync(join(run.cwd, "simulation.html"))).toBe(true)
    const json = await pontepay([
      "simulate",
      "--seed",
      "3",
      "--days",
      "1",
      "--stories",
      "5",
      "--profile",
      "calm",
      "--json"
    ])
    expect([json.code, JSON.parse(json.out)]).toMatchObject([0, {
      clean: true,
      runs: [{ seed: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown, violations: [] }]
    }])
    const refused = await pontepay(["simulate", "--profile", "nothing"])
    expect(refused.code).toBe(2)
  })
})
