// The code of the webhook guide, run as printed in the languages that are installed here: what is genuine is taken, and
// nothing else.
import { execFile, execFileSync } from "node:child_process"
import { createHmac } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, describe, expect, it } from "vitest"
import { textOf } from "../../hosts/http/pages/docs/files.ts"

const guide = textOf("hosts/docs/webhooks.md")
const folder = mkdtempSync(join(tmpdir(), "pontepay-webhook-code-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const printed = (language: string): string => {
  const code = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1]
  if (code === undefined) throw new Error(`the guide has no ${language}`)
  return code
}

interface Language {
  readonly name: string
  readonly command: string
  /** Asks for the version: whether it is here at all. */
  readonly version: ReadonlyArray<string>
  /** Writes a program that takes secret, timestamp, signature and the body's path, and says true or false. */
  readonly program: () => ReadonlyArray<string>
}

const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const languages: ReadonlyArray<Language> = [
  {
    name: "Node.js",
    command: process.execPath,
    version: ["--version"],
    program: () => [
      file(
        "verify.mjs",
        `import { readFileSync } from "node:fs"\n${printed("js")}
const [, , secret, timestamp, signature, path] = process.argv
console.log(isGenuine(secret, timestamp, signature, readFileSync(path)))\n`
      )
    ]
  },
  {
    name: "Python",
    command: "python3",
    version: ["--version"],
    program: () => [
      file(
        "verify.py",
        `${printed("python")}
import sys
_, secret, timestamp, signature, path = sys.argv
print(str(is_genuine(secret, timestamp, signature, open(path, "rb").read())).lower())\n`
      )
    ]
  },
  {
    name: "Go",
    command: "go",
    version: ["version"],
    program: () => {
      mkdirSync(join(folder, "webhook"), { recursive: true })
      file("go.mod", "module example\n\ngo 1.18\n")
      file("webhook/webhook.go", printed("go"))
      file(
        "main.go",
        `package main

import (
	"example/webhook"
	"fmt"
	"os"
)

func main() {
	body, _ := os.ReadFile(os.Args[4])
	fmt.Println(webhook.IsGenuine(os.Args[1], os.Args[2], os.Args[3], body))
}
`
      )
      return ["run", "."]
    }
  },
  {
    name: "PHP",
    command: "php",
    version: ["--version"],
    program: () => [
      file(
        "verify.php",
        `${printed("php")}
echo json_encode(is_genuine($argv[1], $argv[2], $argv[3], file_get_contents($argv[4]))), "\\n";\n`
      )
    ]
  },
  {
    name: "Ruby",
    command: "ruby",
    version: ["--version"],
    program: () => [
      file(
        "verify.rb",
        `${
          printed("ruby")
        }\nsecret, timestamp, signature, path = ARGV\nputs genuine?(secret, timestamp, signature, File.binread(path))\n`
      )
    ]
  }
]

const isHere = ({ command, version }: Language): boolean => {
  try {
    execFileSync(command, version, { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

const secret = "5e".repeat(32)
const body = "{\"event\":\"PAYOUT_SUCCESSFUL\",\"data\":{\"receiver\":\"JOSÉ DA CONCEIÇÃO\"}}"
const sign = (timestamp: string, text = body, key = secret): string =>
  createHmac("sha256", key).update(`${timestamp}.${text}`).digest("hex")
const startedAt = Date.now()
const seconds = (from: number): string => String(Math.floor(startedAt / 1_000) + from)

describe.each(languages)("$name", (language) => {
  it("takes what is genuine and fresh, and nothing else §docs-webhook-code", async (context) => {
    if (!isHere(language)) return context.skip(`${language.command} is not installed`)
    const program = language.program()
    const path = file(`body-${language.name}.json`, body)
    const says = async (timestamp: string, signature: string, key = secret): Promise<string> => {
      const run = promisify(execFile)
      const { stdout } = await run(language.command, [...program, key, timestamp, signature, path], { cwd: folder })
      return stdout.trim()
    }
    // Well inside and well outside of the five minutes, however slow the machine is.
    const now = seconds(0)
    const old = seconds(-150)
    expect(await says(now, sign(now))).toBe("true")
    expect(await says(old, sign(old))).toBe("true")
    const wrong: ReadonlyArray<readonly [string, string]> = [
      [now, sign(now, `${body} `)],
      [now, sign(now, body, "another secret")],
      [now, sign(now).slice(0, 62)],
      [now, ""],
      [seconds(-450), sign(seconds(-450))],
      [seconds(450), sign(seconds(450))],
      ["soon", sign("soon")]
    ]
    const said = await Promise.all(wrong.map(([timestamp, signature]) => says(timestamp, signature)))
    expect(said).toEqual(wrong.map(() => "false"))
  })
})

it("openssl computes the signature that the guide prints §docs-webhook-code", (context) => {
  try {
    execFileSync("bash", ["-c", "command -v openssl"], { stdio: "ignore" })
  } catch {
    return context.skip("openssl is not installed")
  }
  const command = /^printf .*openssl.*$/m.exec(guide)?.[0] ?? ""
  const env = { ...process.env, SECRET: secret, TIMESTAMP: "1764763200", BODY: body }
  expect(execFileSync("bash", ["-c", command], { env, encoding: "utf8" })).toContain(sign("1764763200"))
})
