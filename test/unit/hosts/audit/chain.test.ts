// The audit of the chain over the journal: four seals and a tail, made by the service's own code, and all that can be done
// to them; hashes against the vectors of decision record 0122; heads that somebody kept.
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { layer } from "../../../../adapters/sqlite/store.ts"
import { sealJournal } from "../../../../core/engine/seal/seal-journal.ts"
import { Chain, type Head } from "../../../../hosts/audit/chain.ts"
import { survey } from "../../../../hosts/audit/audit.ts"
import { openPlane } from "../../../../hosts/audit/open.ts"
import { asText, verdictsText } from "../../../../hosts/audit/print.ts"
import { commit, moved } from "../../../../adapters/conformance/plane/change-sets.ts"
import { vectors } from "../../../vectors/journal/chain.ts"
import { auditProgram } from "../../../support/built.ts"
import { tampered } from "./scene.ts"

const earned = (n: number) => moved({ id: `e${n}`, debit: "treasury", credit: "fee-income", units: BigInt(n) })

let folder: string
let file: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pontepay-chain-"))
  file = join(folder, "plane.db")
  const sealed = Effect.forEach(
    [1, 4, 7, 10],
    (n) => commit({ entries: [earned(n), earned(n + 1), earned(n + 2)] }).pipe(Effect.andThen(sealJournal()))
  )
  const all = sealed.pipe(Effect.andThen(commit({ entries: [earned(13), earned(14)] })))
  await all.pipe(Effect.provide(layer({ filename: file })), Effect.runPromise)
})
afterAll(() => rmSync(folder, { recursive: true }))

const surveyOf = async (path: string, kept: ReadonlyArray<Head> = []) => {
  const plane = await openPlane(`sqlite:${path}`)
  try {
    return await survey(plane, kept)
  } finally {
    await plane.close()
  }
}

const chainOf = async (path: string, kept: ReadonlyArray<Head> = []) => {
  const { verdicts } = await surveyOf(path, kept)
  const verdict = verdicts.find(({ name }) => name === "journal-sealed")
  if (verdict === undefined) throw new Error("The chain was not judged")
  return verdict
}

const seal = (number: number) => `kind = 'seal' and id = '${number}'`
const set = (number: number, field: string, value: string) =>
  `update record set body = json_set(body, '$.${field}', ${value}) where ${seal(number)};`
const place = (id: string) => `(select seq from entry where id = '${id}')`
const remove = (id: string) => `delete from posting where entry = ${place(id)}; delete from entry where id = '${id}';`
const unseal = (number: number) => {
  const n = `(select n from record where ${seal(number)})`
  return `delete from record_list where record = ${n}; delete from record where ${seal(number)};`
}
const changed =
  "an entry is not what it was when it was sealed, places 4 \\(e4\\) to 6 \\(e6\\), or the seal was replaced"

const plants: ReadonlyArray<{ readonly what: string; readonly sql: string; readonly says: ReadonlyArray<string> }> = [
  {
    what: "an amount that was changed on both sides",
    sql: `update posting set amount = replace(amount, '5', '9') where entry = ${place("e5")}`,
    says: [changed]
  },
  {
    what: "an account that was changed",
    sql: `insert into balance (account, asset, amount) values ('treasury/x', 'BRL', '0');
      update posting set balance = last_insert_rowid() where entry = ${place("e5")} and line = 0`,
    says: [changed]
  },
  ...["template", "source", "owner"].map((field) => ({
    what: `another ${field}`,
    sql: `update entry set ${field} = 'x' where id = 'e5'`,
    says: [changed]
  })),
  { what: "another time", sql: "update entry set at = at + 1 where id = 'e5'", says: [changed] },
  { what: "another id", sql: "update entry set id = 'x' where id = 'e5'", says: [changed] },
  {
    what: "two entries that changed places",
    sql: `update entry set seq = 100 where id = 'e4'; update entry set seq = 4 where id = 'e5';
      update entry set seq = 5 where id = 'e4'`,
    says: ["an entry is not what it was when it was sealed, places 4 \\(e5\\) to 6 \\(e6\\)"]
  },
  {
    what: "an entry that was removed",
    sql: remove("e5"),
    says: [
      "seal 2 \\(3 entries\\): entries were removed from what was sealed, places 4 \\(e4\\) to 6 \\(e6\\)\n *expected  3 entries\n *found     2 entries"
    ]
  },
  {
    what: "the last entry of a seal that was removed",
    sql: remove("e6"),
    says: ["seal 2 \\(3 entries\\): entries were removed from what was sealed"]
  },
  {
    what: "all entries of a seal that were removed",
    sql: remove("e4") + remove("e5") + remove("e6"),
    says: ["seal 2 \\(3 entries\\): entries were removed from what was sealed, no entries"]
  },
  {
    what: "an entry that was inserted before all others",
    sql: "insert into entry (seq, id, template, source, owner, at) values (-5, 'x', 't', 's', 'o', 1)",
    says: ["seal 1 \\(3 entries\\): entries were inserted into what was sealed, places -5 \\(x\\) to 3 \\(e3\\)"]
  },
  {
    what: "an entry that was removed and another one put in its place",
    sql: `${remove("e5")} insert into entry (seq, id, template, source, owner, at) values (5, 'x', 't', 's', 'o', 1)`,
    says: [changed]
  },
  {
    what: "an entry below the head of which the seal moved its end",
    sql: `${remove("e12")} ${set(4, "last", "'11'")} ${set(4, "entries", "2")}`,
    says: ["seal 4 \\(2 entries\\): an entry is not what it was when it was sealed"]
  },
  {
    what: "a seal that was replaced by one of the entries as they are now",
    sql: `update entry set at = at + 1 where id = 'e5'; ${set(2, "hash", `'${"ab".repeat(32)}'`)}`,
    says: [
      "seal 3 \\(3 entries\\): it does not follow the seal before it: one of both was replaced",
      changed
    ]
  },
  {
    what: "a seal that names other places",
    sql: set(2, "first", "'5'"),
    says: ["its entries are not at the places that it names\n *expected  5 to 6\n *found     4 to 6"]
  },
  {
    what: "a seal with another count",
    sql: set(2, "entries", "4"),
    says: ["entries were removed from what was sealed"]
  },
  { what: "a seal that was removed", sql: unseal(2), says: ["seal 2: missing from the chain"] },
  { what: "the first seals removed", sql: unseal(1) + unseal(2), says: ["seals 1 to 2: missing from the chain"] },
  {
    what: "a second seal of a number",
    sql: `insert into record (kind, id, owner, version, body)
      select kind, 'x', owner, 1, json_set(body, '$.id', 'x') from record where ${seal(2)}`,
    says: ["its id is not its number\n *expected  2\n *found     x"]
  }
]

describe("the chain over the journal", () => {
  it("is unbroken as it was made, and everything was looked at", async () => {
    const { chain, verdicts } = await surveyOf(file)
    const verdict = verdicts.find(({ name }) => name === "journal-sealed")
    expect(verdict?.violations).toEqual([])
    expect(verdict?.looked).toBe(16)
    expect(chain).toEqual({
      head: { number: 4, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      sealed: 12,
      unsealed: 2,
      oldestUnsealed: 1_000
    })
  })

  it.each(plants)("shows $what", async ({ says, sql }) => {
    const verdict = await chainOf(tampered(file, sql))
    for (const each of says) expect(verdictsText([verdict])).toMatch(new RegExp(each))
  })

  it.each(vectors)("has the hashes that are written down: $what", ({ entries, hash, number, previous }) => {
    const sealed = { id: String(number), owner: "operator", first: "1", last: "9", sealedAt: 0 }
    const chain = new Chain([{ ...sealed, number, previous, hash, entries: entries.length }])
    entries.forEach(({ postings, ...entry }, n) => {
      const rows = postings.map((posting) => ({ ...posting, amount: String(posting.amount), after: undefined }))
      chain.entry({ ...entry, postings: rows, place: BigInt(n + 1) })
    })
    expect(chain.verdict([]).violations.filter(({ problem }) => problem.includes("is not what it was"))).toEqual([])
  })

  it("says how much is not sealed, since when, and that this is an old tail", async () => {
    const found = await surveyOf(file)
    expect(asText("a plane", found, 1_000 + 300_000)).toMatch(
      /12 entries sealed, 2 entries not sealed yet, the oldest 5 min old\n {2}keep the head/
    )
    expect(asText("a plane", found, 1_000 + 300_001)).toMatch(/\n {2}note: no worker has sealed for a while/)
  })
})

describe("a head that was kept", () => {
  const headOf = async (number: number): Promise<Head> => {
    const db = new DatabaseSync(file, { readOnly: true })
    try {
      const row = db.prepare(`select json_extract(body, '$.hash') as hash from record where ${seal(number)}`).get()
      return { number, hash: String(row?.["hash"]) }
    } finally {
      db.close()
    }
  }

  it("is still there", async () => {
    expect((await chainOf(file, [await headOf(4), await headOf(2)])).violations).toEqual([])
  })

  it("is missed when the journal was cut back and sealed anew up to there", async () => {
    const cut = tampered(file, unseal(4) + ["e10", "e11", "e12", "e13", "e14"].map(remove).join(""))
    expect((await chainOf(cut)).violations).toEqual([])
    expect((await chainOf(cut, [await headOf(4)])).violations).toEqual([
      expect.objectContaining({ record: "kept head 4", problem: expect.stringContaining("seals were removed") })
    ])
  })

  it("is missed when the whole journal was sealed anew", async () => {
    const rewritten = tampered(file, `update entry set at = 5 where id = 'e1'; ${[1, 2, 3, 4].map(unseal).join("")}`)
    await sealJournal().pipe(Effect.provide(layer({ filename: rewritten })), Effect.runPromise)
    expect((await chainOf(rewritten)).violations).toEqual([])
    const first = await headOf(1)
    expect((await chainOf(rewritten, [first])).violations).toEqual([
      expect.objectContaining({ record: "kept head 1", problem: expect.stringContaining("rewritten") })
    ])
  })

  it("is asked for on the command line", async () => {
    const { hash } = await headOf(3)
    const run = (...words: ReadonlyArray<string>) =>
      spawnSync(process.execPath, [auditProgram, `sqlite:${file}`, ...words], { encoding: "utf8" })
    expect(run("--head", `3:${hash}`).stdout).toMatch(/ok {4}journal-sealed [^[]+\[17\s+seals\s+and\s+entries\]/)
    const missed = run("--head", `3:${"0".repeat(64)}`, "--json")
    expect(missed.status).toBe(1)
    expect(missed.stdout).toContain("kept head 3")
    const wrong = run("--head", "3")
    expect(wrong.status).toBe(2)
    expect(wrong.stderr).toMatch(/a head is a number, a colon and 64 hex characters, not 3/)
  })
})
