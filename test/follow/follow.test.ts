// The lists of ARCHITECTURE.md, "Follow a deposit" and "Follow a payout", against what ran: the files of ours with a function
// that one deposit and one payout of the sandbox called, from the request to the last webhook event.
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { beforeAll, describe, expect, it } from "vitest"
import { scratch } from "../support/host.ts"

const root = join(import.meta.dirname, "../..")
const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8")
/** Shared modules stand in one list for both, so that it stays short. */
const mostShared = 12

type Followed = "deposit" | "payout"

const steps: Readonly<Record<Followed, ReadonlyArray<string>>> = {
  deposit: ["Request", "Gates", "Price", "Commit", "Payment", "Worker", "Movement", "Event", "Webhook"],
  payout: ["Request", "Gates", "Price", "Commit", "Worker", "Movement", "Event", "Webhook"]
}

const sectionOf = (heading: string): string => page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ""

/** The files that a section lists, each on a line of its own with a sentence. */
const listedIn = (heading: string): ReadonlyArray<string> =>
  [...sectionOf(heading).matchAll(/^- `([^`]+)` \S.+\.$/gm)].map(([, path = ""]) => path)

const shared = listedIn("Shared modules")

/** What a list lacks and what it has too many, told by name. */
const compared = (listed: ReadonlyArray<string>, ran: ReadonlyArray<string>) => ({
  missing: ran.filter((path) => !listed.includes(path) && !shared.includes(path)),
  tooMany: listed.filter((path, place) =>
    !ran.includes(path) || shared.includes(path) || listed.indexOf(path) !== place
  )
})

let measured: Readonly<Record<Followed, ReadonlyArray<string>>>
beforeAll(async () => {
  // Calls of what was optimized or inlined are not all counted.
  const program = ["--no-opt", "--no-maglev", join(import.meta.dirname, "measure.ts")]
  const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: scratch() })
  measured = JSON.parse(stdout) as typeof measured
})

describe.each(["deposit", "payout"] as const)("Follow a %s", (name) => {
  it("goes through its steps in order", () => {
    const named = [...sectionOf(`Follow a ${name}`).matchAll(/^\*\*(\w+)\.\*\* \S/gm)].map(([, step]) => step)
    expect(named).toEqual(steps[name])
  })

  it("lists each file that ran, and no other", () => {
    const listed = listedIn(`Follow a ${name}`)
    console.log(`${name}: ${measured[name].length} files, ${listed.length} of them in its own list`)
    expect(compared(listed, measured[name])).toEqual({ missing: [], tooMany: [] })
  })
})

it("Shared modules are few, and ran in both", () => {
  expect(shared.length).toBeGreaterThan(0)
  expect(shared.length).toBeLessThanOrEqual(mostShared)
  expect(shared.filter((path) => !measured.deposit.includes(path) || !measured.payout.includes(path))).toEqual([])
})

it("a file that is not listed and one that did not run are named", () => {
  expect(compared(["core/ran.ts", "core/idle.ts"], ["core/ran.ts", "core/left-out.ts", shared[0] ?? ""])).toEqual({
    missing: ["core/left-out.ts"],
    tooMany: ["core/idle.ts"]
  })
})
