// The command of the operations guide that copies an SQLite database: run as printed, with other paths, on a database that
// somebody has open and whose last words are in its log alone.
import { execFileSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { expect, it } from "vitest"
import { root, textOf } from "../../hosts/http/pages/docs/files.ts"
import { scratch } from "../support/host.ts"

it("copies a database that is in use §docs-backup", () => {
  const printed = /^npx node -e .*vacuum into.*$/m.exec(textOf("hosts/docs/operations.md"))?.[0] ?? ""
  expect(printed).toContain(`"data/sandbox.db"`)
  expect(printed).toContain(`"/backup/sandbox.db"`)
  const folder = scratch()
  // A path with a quote in it is a path all the same.
  const [from, to] = [join(folder, "sandbox.db"), join(folder, "o'copy.db")]
  const writer = new DatabaseSync(from)
  try {
    writer.exec("pragma journal_mode = wal; create table kept (id integer); insert into kept values (1), (2)")
    expect(existsSync(`${from}-wal`)).toBe(true)
    const command = printed.replace("data/sandbox.db", from).replace("/backup/sandbox.db", to.replace("'", `'"'"'`))
    execFileSync("bash", ["-c", command], { cwd: root, stdio: "pipe" })
    writer.exec("insert into kept values (3)")
  } finally {
    writer.close()
  }
  const copy = new DatabaseSync(to)
  expect(copy.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" })
  expect(copy.prepare("select count(*) as rows from kept").get()).toEqual({ rows: 2 })
  copy.close()
})
