// The service under web frameworks: each example is run as its reader would, and says that its order was paid and that the
// links of the service's answers lead to the service.
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../..")

it.each([
  ["express", "Express"],
  ["fastify", "Fastify"],
  ["hono", "Hono"]
])("%s carries the whole interface §examples-frameworks", async (folder, name) => {
  const run = promisify(execFile)
  const { stderr, stdout } = await run(process.execPath, [join(root, `examples/${folder}/main.ts`)], {
    timeout: 50_000
  })
  expect(stderr).toBe("")
  expect(stdout.split("\n")).toEqual([
    `${name}: order-1 is COMPLETED`,
    `${name}: the page of the charge is 200, an unknown upload UPLOAD_EXPIRED`,
    ""
  ])
})
