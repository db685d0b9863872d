// Data that a backup is made of and that goes back: the same file, or the same server.
import { copyFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Client } from "pg"
import { scratch } from "../../support/host.ts"
import { freshDatabase } from "../../support/postgres.ts"

/** Where the data is, and how it is copied and put back. */
export interface Data {
  readonly url: string
  readonly backup: () => Promise<void>
  readonly restore: () => Promise<void>
}

/** A file of SQLite. */
export const sqliteData = (): Data => {
  const file = join(scratch(), "sandbox.db")
  const copy = join(scratch(), "copy.db")
  return {
    url: `sqlite:${file}`,
    backup: () => {
      const db = new DatabaseSync(file)
      db.prepare("vacuum into ?").run(copy)
      db.close()
      return Promise.resolve()
    },
    restore: () => {
      for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true })
      copyFileSync(copy, file)
      return Promise.resolve()
    }
  }
}

/** A database of PostgreSQL. */
export const postgresData = async (): Promise<Data> => {
  const url = new URL(await freshDatabase())
  const name = url.pathname.slice(1)
  const asked = async (text: string) => {
    const client = new Client(Object.assign(new URL(url), { pathname: "/postgres" }).href)
    await client.connect()
    await client.query(text)
    await client.end()
  }
  return {
    url: url.href,
    backup: () => asked(`create database "${name}_copy" template "${name}"`),
    restore: async () => {
      await asked(`drop database "${name}"`)
      await asked(`alter database "${name}_copy" rename to "${name}"`)
    }
  }
}
