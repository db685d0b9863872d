// A host that settles nowhere real loads nothing of the packages that it would take.
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it } from "vitest"

const root = join(import.meta.dirname, "../../..")
const node = join(root, "node_modules/.bin/node")

// Prints every module that a host and its worker consist of.
const script = `
  import { registerHooks } from "node:module"
  const seen = new Set()
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      seen.add(resolved.url)
      return resolved
    }
  })
  const { openService, settingsOf } = await import("./hosts/http/service.ts")
  const { Effect } = await import("effect")
  await Effect.runPromise(Effect.scoped(Effect.flatMap(settingsOf({ DATABASE_URL: "memory:", LOG_LEVEL: "none" }), openService)))
  console.log(JSON.stringify([...seen]))
`

it("no package of a chain is loaded by a sandbox without a node §evm-optional", async () => {
  const { stdout } = await promisify(execFile)(node, ["--input-type=module", "--eval", script], { cwd: root })
  const modules = JSON.parse(stdout) as ReadonlyArray<string>
  expect(modules.some((url) => url.includes("/adapters/sandbox/chain.ts"))).toBe(true)
  expect(modules.filter((url) => /\/node_modules\/(?:viem|ox)\/|\/adapters\/evm\//.test(url))).toEqual([])
})
