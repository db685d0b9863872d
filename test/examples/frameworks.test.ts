// The service under web frameworks: each example is run as its reader would, and says that its order was paid and that the
// links of the service's answers lead to the service.
import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it, onTestFinished } from "vitest"

const root = join(import.meta.dirname, "../..")
const run = promisify(execFile)

const saidBy = (name: string): ReadonlyArray<string> => [
  `${name}: order-1 is COMPLETED`,
  `${name}: the page of the charge is 200, an unknown upload UPLOAD_EXPIRED`,
  ""
]

it.each([
  ["express", "Express"],
  ["fastify", "Fastify"],
  ["hono", "Hono"]
])("%s carries the whole interface §examples-frameworks", async (folder, name) => {
  const { stderr, stdout } = await run(process.execPath, [join(root, `examples/${folder}/main.ts`)])
  expect(stderr).toBe("")
  expect(stdout.split("\n")).toEqual(saidBy(name))
})

// `npm run example:next` does the same with Next.js itself, in the deep tier.
it("the routes of the Next.js example carry the whole interface §examples-frameworks", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pontepay-next-routes-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(root, "examples/next"), folder, { recursive: true })
  mkdirSync(join(folder, "node_modules"))
  symlinkSync(root, join(folder, "node_modules/pontepay"))
  cpSync(join(root, "examples/customer.ts"), join(folder, "customer.ts"))
  cpSync(join(root, "test/examples/next-shop.js"), join(folder, "next-shop.js"))
  const { stderr, stdout } = await run(process.execPath, ["next-shop.js"], { cwd: folder })
  expect(stderr).toBe("")
  expect(stdout.split("\n")).toEqual(saidBy("Next.js"))
})
