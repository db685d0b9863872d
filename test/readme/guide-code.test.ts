// The TypeScript of the guides that is marked to be checked compiles against the package as it is, and what is marked with
// what it prints is run.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { execFile } from "node:child_process"
import { join } from "node:path"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { root, textOf } from "../../hosts/http/pages/docs/files.ts"

const guides = ["hosts/docs/client.md", "hosts/docs/embedding.md"]

/** `<!-- check -->` before a block compiles it; `<!-- check: TEXT -->` runs it as well and wants TEXT in what it printed. */
const blocks = guides.flatMap((guide) =>
  [...textOf(guide).matchAll(/<!-- check(?:: (.+))? -->\n```ts\n([\s\S]*?)```/g)].map(([, prints, code = ""]) => ({
    guide,
    prints,
    code
  }))
)

const run = promisify(execFile)

// The package as it is, by the names of its exports.
const { exports } = JSON.parse(textOf("package.json")) as { readonly exports: Readonly<Record<string, string>> }
const paths = Object.fromEntries(
  Object.entries(exports).map(([name, source]) => [join("pontepay", name), [join(root, source)]])
)

it("compiles §docs-guide-code", async () => {
  expect(blocks.length).toBeGreaterThan(5)
  // Inside the package, so that it finds itself by its name.
  const folder = mkdtempSync(join(root, "node_modules/.guide-code-"))
  try {
    const files = blocks.map(({ code }, place) => {
      const file = join(folder, `block-${place}.ts`)
      writeFileSync(file, `${code}export {}\n`)
      return file
    })
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: join(root, "tsconfig.json"),
        compilerOptions: { noEmit: true, paths },
        include: files
      })
    )
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const { stdout } = await run(process.execPath, [tsc, "-p", folder]).catch((problem: unknown) =>
      problem as { readonly stdout: string }
    )
    expect(stdout).toBe("")
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it.each(blocks.filter(({ prints }) => prints !== undefined))(
  "prints $prints §docs-guide-code",
  async ({ code, prints }) => {
    const { stdout } = await run(process.execPath, ["--input-type=module-typescript", "--eval", code], { cwd: root })
    expect(stdout).toContain(prints)
  }
)
