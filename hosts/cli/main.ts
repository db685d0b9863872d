#!/usr/bin/env node
// `npx pontepay`: the command line in this process. See `pontepay --help`.
import module from "node:module"
import { olderNode } from "../http/settings/node-version.ts"

// Before anything is loaded that an older Node.js does not have; its imports would fail before any code of ours runs.
const older = olderNode(process.version)
if (older !== undefined) {
  process.stderr.write(`${older}\n`)
  process.exit(2)
}
// The second run starts in half the time: what was compiled is kept, so it has to be loaded after this.
module.enableCompileCache()
const [{ tools }, { run }] = await Promise.all([import("./tools/index.ts"), import("./run.ts")])

const stopping = new AbortController()
process.once("SIGINT", () => stopping.abort())
process.once("SIGTERM", () => stopping.abort())
// Whoever reads may have seen enough, as `head` has.
process.stdout.on("error", () => process.exit(0))

const isTerminal = process.stdout.isTTY
const isPlain = (process.env["NO_COLOR"] ?? "") !== "" || process.env["TERM"] === "dumb"

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  columns: isTerminal ? process.stdout.columns : undefined,
  canAnimate: process.stderr.isTTY && process.env["TERM"] !== "dumb",
  canColor: isTerminal && !isPlain,
  stopping: stopping.signal,
  now: Date.now,
  tools: tools(process.env)
})
