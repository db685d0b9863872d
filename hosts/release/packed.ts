// `npm run packed`: the package as a stranger gets it. Packs, installs the tarball in an empty project, and there embeds
// in ten lines and brings a deposit to COMPLETED, reads what embed says on an old Node.js where the machine has one, compiles
// against the declarations without any framework installed, runs the command line, stops the service by every signal, and
// requests receipts without and with pdfkit. Fails when anything does not hold, when what only one adapter needs was
// installed with it, or when something was that the package's bill of materials does not list.
import { type SpawnSyncReturns, spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { endsWell, stops } from "./ends-well.ts"
import { checkReceipts } from "./packed-receipts.ts"

const root = join(import.meta.dirname, "../..")
const project = mkdtempSync(join(tmpdir(), "pontepay-packed-"))

/** What one adapter needs and no one else may be made to install. */
const optional = ["viem", "pg", "pdfkit", "nostr-tools", "@breeztech/breez-sdk-spark", "preact", "uplot", "vite"]
/** All that a plain install may weigh. */
const mostMegabytes = 80

const embedding = `import { embed } from "pontepay/http"
const bridge = await embed({ DATABASE_URL: "memory:", LOG_LEVEL: "error" })
const { deposits, sandbox } = bridge.client
const { trackId } = await deposits.create({ value: 5000, asset: "USDC", network: "base", address: "0x52908400098527886E0F7030069857D2E4169EE7", externalId: "order-1" })
await sandbox.payDeposit(trackId)
const status = async () => (await deposits.get("order-1")).status
while (["PENDING", "PROCESSING"].includes(await status())) await new Promise((resolve) => setTimeout(resolve, 20))
console.log(await status())
await bridge.close()
`

const typed = `import { FxRates, catalogue, depositStates } from "pontepay"
import * as express from "pontepay/express"
import * as fastify from "pontepay/fastify"
import * as hono from "pontepay/hono"
import { type Embedded, embed } from "pontepay/http"
import * as next from "pontepay/next"
import { layer } from "pontepay/store/memory"
import type { JobQueue, Store } from "pontepay"
import type { Layer } from "effect"

export const store: Layer.Layer<Store | JobQueue> = layer
export const start = (): Promise<Embedded> => embed({ DATABASE_URL: "memory:" })
export const mounted = (payments: Embedded) => [
  express.pontepay(payments),
  fastify.pontepay(payments),
  hono.pontepay(payments),
  next.pontepay(() => payments).GET
]
export const name: string = depositStates.name
export const prices: typeof FxRates = FxRates
export const refusals: ReadonlyArray<string> = Object.keys(catalogue)
export const deposit = async () =>
  (await start()).client.deposits.create({ value: 5_000, asset: "USDC", network: "base", address: "0x" })
// @ts-expect-error -- no deposit delivers USDC on solana
void start().then(({ client }) => client.deposits.create({ value: 1, asset: "USDC", network: "solana", address: "x" }))
// @ts-expect-error -- an address is asked for as text
void embed({ DATABASE_URL: 1 })
`

const onOldNode = `import "pontepay/express"
import "pontepay/fastify"
import "pontepay/hono"
import "pontepay/next"
import { embed } from "pontepay/http"
await embed({ DATABASE_URL: "memory:" }).catch((error) => console.log(error.message))
`

const fail = (what: string, ran?: SpawnSyncReturns<string>): never => {
  throw new Error(`${what}\n${ran?.stdout ?? ""}${ran?.stderr ?? ""}`)
}

const run = (command: string, args: ReadonlyArray<string>, cwd: string, variables: Record<string, string> = {}) =>
  spawnSync(command, args, { cwd, encoding: "utf8", env: { ...process.env, ...variables }, timeout: 300_000 })

const expectRun = (what: string, command: string, args: ReadonlyArray<string>, cwd = project): string => {
  const startedAt = performance.now()
  const ran = run(command, args, cwd)
  if (ran.status !== 0) fail(`${what} ended with ${ran.status}`, ran)
  process.stdout.write(`ok  ${what} (${Math.round(performance.now() - startedAt)} ms)\n`)
  return ran.stdout
}

const megabytesOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((bytes, entry) => bytes + statSync(join(entry.parentPath, entry.name)).size, 0) / 2 ** 20

const packagesIn = (modules: string): ReadonlyArray<string> =>
  readdirSync(modules).filter((name) => !name.startsWith(".")).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((within) => `${name}/${within}`) : [name]
  )

const install = (tarball: string): void => {
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "stranger", private: true, type: "module" }))
  expectRun("install the tarball in an empty project", "npm", [
    "install",
    tarball,
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--prefer-offline"
  ])
  const modules = join(project, "node_modules")
  const unwanted = optional.filter((name) => existsSync(join(modules, name)))
  if (unwanted.length > 0) fail(`installed although no one requested it: ${unwanted.join(", ")}`)
  const { components } = JSON.parse(readFileSync(join(modules, "pontepay/sbom.cdx.json"), "utf8")) as {
    readonly components: ReadonlyArray<{ readonly name: string }>
  }
  const listed = new Set(components.map(({ name }) => name))
  const unlisted = packagesIn(modules).filter((name) => name !== "pontepay" && !listed.has(name))
  if (unlisted.length > 0) fail(`installed, but not in the bill of materials: ${unlisted.join(", ")}`)
  const all = megabytesOf(modules)
  const [own, effect] = ["pontepay", "effect"].map((name) => megabytesOf(join(modules, name)).toFixed(1))
  process.stdout.write(`    node_modules ${all.toFixed(1)} MB, of it pontepay ${own} MB and effect ${effect} MB\n`)
  if (all > mostMegabytes) fail(`an install weighs ${all.toFixed(1)} MB, more than ${mostMegabytes}`)
}

const embed = (): void => {
  const lines = embedding.trimEnd().split("\n").length
  if (lines > 10) fail(`the embedding takes ${lines} lines`)
  writeFileSync(join(project, "embed.js"), embedding)
  const said = expectRun("embed in ten lines of JavaScript", process.execPath, ["embed.js"])
  if (said !== "COMPLETED\n") fail(`the deposit ended as ${said}`)
}

/** Adds a package to the project, in the version that this repository tests with. */
const add = (name: string): void => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  expectRun(`install ${name}`, "npm", [
    "install",
    `${name}@${devDependencies[name]}`,
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--prefer-offline"
  ])
}

const compile = (): void => {
  add("@types/node")
  writeFileSync(join(project, "consumer.ts"), typed)
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        module: "NodeNext",
        target: "ES2024",
        lib: ["ES2024", "DOM", "DOM.Iterable", "ESNext.Iterator"],
        types: ["node"],
        noEmit: true,
        skipLibCheck: false
      },
      include: ["consumer.ts"]
    })
  )
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  expectRun("compile a TypeScript consumer, every declaration checked", process.execPath, [tsc, "-p", project])
}

/** A Node.js of the machine that is older than the package needs, with its version. */
const oldNode = (): readonly [command: string, version: string] | undefined => {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"))
  for (const command of folders.map((folder) => join(folder, "node")).filter(existsSync)) {
    const version = run(command, ["--version"], project).stdout.trim()
    if (/^v(?:1\d|2[0-3])\./.test(version)) return [command, version]
  }
  return undefined
}

const sayWhatNode = (): void => {
  const [command, version] = oldNode() ?? []
  if (command === undefined) {
    return void process.stdout.write("not run: what embed says on an old Node.js; PATH has none before 24\n")
  }
  writeFileSync(join(project, "old.js"), onOldNode)
  const said = expectRun(`embed on Node.js ${version}`, command, ["old.js"])
  if (said !== `Pontepay needs Node.js 24.7 or newer; this is ${version}.\n`) fail(`on Node.js ${version}: ${said}`)
}

// What is missing is named, with how to get it.
const askForOptional = (): void => {
  const main = join(project, "node_modules/pontepay/dist/host/host.js")
  const postgres = run(process.execPath, [main], project, { DATABASE_URL: "postgres://localhost/none", PORT: "0" })
  if (postgres.status !== 2 || !/^DATABASE_URL: .*npm install pg/m.test(postgres.stderr)) {
    fail("a database on Postgres without pg does not say what to install", postgres)
  }
  const settling = run(process.execPath, [main], project, {
    DATABASE_URL: "memory:",
    PONTEPAY_SANDBOX_EVM_RPC_URL: "http://127.0.0.1:1",
    PORT: "0"
  })
  if (settling.status !== 2 || !/^PONTEPAY_SANDBOX_EVM_RPC_URL: .*npm install viem/m.test(settling.stderr)) {
    fail("a node without viem does not say what to install", settling)
  }
  process.stdout.write("ok  what is optional is requested by name\n")
}

const commandLine = (): void => {
  const bin = join(project, "node_modules/.bin/pontepay")
  if (!existsSync(bin)) return fail("the package has no command line")
  const help = expectRun("npx pontepay --help", "npx", ["--no-install", "pontepay", "--help"])
  if (!help.includes("doctor")) fail(`the help does not name its commands: ${help}`)
  const doctor = run("npx", ["--no-install", "pontepay", "doctor"], project, { DATABASE_URL: "memory:" })
  if (doctor.status === null || /ERR_MODULE_NOT_FOUND|SyntaxError|TypeError/.test(doctor.stderr)) {
    fail("npx pontepay doctor", doctor)
  }
  process.stdout.write(`ok  npx pontepay doctor (code ${doctor.status})\n`)
}

// What the image runs, where the package is here.
const entryOfImage = (): ReadonlyArray<string> => {
  const dockerfile = readFileSync(join(root, "hosts/deploy/Dockerfile"), "utf8")
  const [, list = ""] = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile) ?? []
  const [, ...args] = JSON.parse(list) as ReadonlyArray<string>
  return [process.execPath, ...args.map((arg) => arg.replace(/^\/app\//, `${project}/`))]
}

const stop = async (): Promise<void> => {
  const starts = {
    "npx pontepay start": [join(project, "node_modules/.bin/pontepay"), "start"],
    "the image": entryOfImage()
  }
  for (const [name, command] of Object.entries(starts)) {
    for (const signal of stops) {
      const tookMs = await endsWell(command, signal, project, process.env)
      process.stdout.write(`ok  ${name} answers what is in flight at ${signal} and ends (${Math.round(tookMs)} ms)\n`)
    }
  }
}

try {
  const packed = expectRun("pack", process.execPath, [join(import.meta.dirname, "pack.ts")], root)
  const [size = "", tarball = ""] = packed.trimEnd().split("\n").slice(-2)
  process.stdout.write(`    ${size}\n`)
  install(tarball)
  embed()
  sayWhatNode()
  askForOptional()
  compile()
  commandLine()
  await stop()
  await checkReceipts(project, () => add("pdfkit"))
  process.stdout.write("ok  receipts without pdfkit, with it, and without it again\n")
} catch (cause) {
  process.stderr.write(`packed: ${cause instanceof Error ? cause.message : String(cause)}\n`)
  process.exitCode = 1
} finally {
  rmSync(project, { recursive: true, force: true })
}
