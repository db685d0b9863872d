// The client as a browser gets it: bundled by Vite, nothing of the service in it, and small. Imports are looked at too, since a
// bundler that drops unused code would hide one that does no harm today.
import { readFileSync, readdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { gzipSync } from "node:zlib"
import { expect, it } from "vitest"
import { bundleOf, clientEntry } from "../../support/bundle.ts"

const kilobyte = 1_024

const { files, modules } = await bundleOf(`export * from ${JSON.stringify(clientEntry)}`)
const size = (text: string): number => gzipSync(text, { level: 9 }).length

it("holds the client and small cryptography and nothing of the service §client-bundle", () => {
  const packages = modules.map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? "").filter((name) =>
    name !== ""
  )
  expect([...new Set(packages)].toSorted()).toEqual(["@noble/ciphers", "@noble/hashes"])
  expect(
    modules.filter((path) => /\/(?:core|adapters|hosts\/(?!client\/))/.test(path.replace(/^.*\/node_modules\//, "")))
  ).toEqual([])
})

it("weighs at most 15 KiB compressed, and Argon2 comes only when a wallet is unlocked §client-bundle", () => {
  const entry = files.find(({ isEntry }) => isEntry)
  expect(size(entry?.text ?? expect.fail("there is no entry"))).toBeLessThan(15 * kilobyte)
  expect(entry?.text).not.toContain("AGFzbQ")
  const later = files.filter(({ isEntry, name }) => !isEntry && name.endsWith(".js"))
  expect(later.map(({ name }) => name.replace(/-[\w-]{8}\.js$/, ""))).toEqual(["assets/argon2-worker"])
  for (const { text } of later) expect(size(text)).toBeLessThan(20 * kilobyte)
})

it("takes nothing but types from the rest of the project §client-bundle", () => {
  const names = readdirSync(dirname(clientEntry))
  expect(names.length).toBeGreaterThan(15)
  const targets = names.flatMap((name) => {
    const text = readFileSync(join(dirname(clientEntry), name), "utf8")
    return [...text.matchAll(/^(?:import|export)\b(?! type)[^"]*?from "([^"]*)"/gm)].map(([, target = ""]) => target)
  })
  expect(targets.length).toBeGreaterThan(40)
  expect(targets.filter((target) => !/^(?:\.\/|@noble\/(?:ciphers|hashes)\/|hash-wasm$)/.test(target))).toEqual([])
})

it("gives the worker to whoever makes a file of it himself §client-worker", async () => {
  const { files } = await bundleOf("import \"pontepay/client/argon2-worker\"")
  expect(files.map(({ text }) => text.includes("addEventListener") && size(text) > 5 * kilobyte)).toEqual([true])
})
