// The runner of the README's blocks: it runs what is marked, in one session, and fails on every broken promise.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { blocksOf, runPage, sectionOf } from "./readme.ts"

const block = (marker: string, ...lines: ReadonlyArray<string>): string =>
  [`<!-- ${marker} -->`, "```sh", ...lines, "```", ""].join("\n")

const run = async (page: string) => {
  const log: Array<string> = []
  const ran = await runPage(page, tmpdir(), (text) => log.push(text))
  return { ran, log: log.join("\n") }
}

const serve = (port: number, body: string): string =>
  `exec node -e 'console.log("key ${body}"); require("http").createServer((_, answer) => answer.end("${body}")).listen(${port})'`

describe("the blocks of a page", () => {
  it("are the marked ones, with what they must print", () => {
    const page = `# Title\n\n\`\`\`sh\nnot marked\n\`\`\`\n\n${
      block("run", "echo a")
    }<!-- expect: a -->\n<!-- expect: b -->\n`
    expect(blocksOf(page)).toEqual([{ line: 7, text: "echo a", expected: ["a", "b"] }])
  })

  it("are those of one section where one is requested", () => {
    const page = `# Title\n\n## One\n\n${block("run", "echo a")}\n## Two\n\n${block("run", "echo b")}`
    expect(blocksOf(sectionOf(page, "One")).map(({ text }) => text)).toEqual(["echo a"])
    expect(() => sectionOf(page, "Tw")).toThrow("no section")
  })

  it.each([
    ["a file without a block", "<!-- file: a.js -->\ntext\n", "no sh block"],
    ["a file outside of the folder", "<!-- file: ../a.js -->\n```js\n```\n", "no marker"],
    ["a marker without a block", "<!-- run -->\ntext\n", "no sh block"],
    ["a misspelt marker", block("run: foreground", "echo a"), "no marker"],
    ["a curl that no one checks", block("run", "curl http://127.0.0.1/"), "curl without"],
    ["an expectation without a block", "<!-- expect: a -->\n", "no block"]
  ])("refuse %s", (_, page, why) => {
    expect(() => blocksOf(page)).toThrow(why)
  })
})

describe("a run", () => {
  it("keeps what a block defines for the next one", async () => {
    const page = `${block("run", "name=ponte", "cd /")}${block("run", "echo \"$name $PWD\"")}<!-- expect: ponte / -->\n`
    expect(await run(page)).toMatchObject({ ran: 2 })
  })

  it("saves a file as it is printed", async () => {
    const folder = mkdtempSync(join(tmpdir(), "files-"))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const page = `<!-- file: a.mjs -->\n\`\`\`js\nconsole.log("ponte\\n$PWD")\n\`\`\`\n${block("run", "cat a.mjs")}` +
      "<!-- expect: console.log(\"ponte\\n$PWD\") -->\n"
    expect(await runPage(page, folder, () => undefined)).toBe(2)
  })

  it("waits for a background block, pastes the key it prints and ends it", async () => {
    const key = `pontepay_test_${"a".repeat(32)}`
    const address = "http://127.0.0.1:38217/ready"
    const ask = `node -e 'fetch("${address}").then((answer) => answer.text()).then(console.log)'`
    const page = block(`run: background until ${address}`, serve(38217, key)) +
      block("run", ask, "echo pontepay_test_…")
    expect((await run(page)).log).toContain(`${key}\n${key}\n`)
    await expect(fetch(address)).rejects.toThrow("fetch failed")
  })

  it.each([
    ["a page that marks nothing", "# Title\n", "marks no block"],
    ["a failing command in the middle", block("run", "false", "echo after"), "line 1 failed with 1"],
    ["something else printed", `${block("run", "echo a")}<!-- expect: b -->\n`, "line 1 did not print b"],
    ["a server that ends at once", block("run: background until http://127.0.0.1:1/", "exit 3"), "ended with 3"]
  ])("fails on %s", async (_, page, why) => {
    await expect(run(page)).rejects.toThrow(why)
  })
})
