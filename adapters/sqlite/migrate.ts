// Brings a database to the schema of this code. All missing migrations are applied in one transaction that takes the
// write lock first, so of two processes that start at once one migrates and the other finds it done.
import { createHash } from "node:crypto"
import type { DatabaseSync } from "node:sqlite"
import { statement } from "./connection.ts"
import type { Migration } from "./schema.ts"

interface Applied {
  readonly version: bigint
  readonly name: string
  readonly checksum: string
}

const checksum = (migration: Migration): string => createHash("sha256").update(migration.sql).digest("hex")

/** Throws when the database is newer than this code, or when an applied migration is not the one that we know. */
const missing = (
  migrations: ReadonlyArray<Migration>,
  applied: ReadonlyArray<Applied>
): ReadonlyArray<Migration> => {
  if (applied.length > migrations.length) {
    throw new Error(
      `The database has schema version ${applied.length}, but this code knows only ${migrations.length}: start a newer one`
    )
  }
  applied.forEach(({ checksum: found, name, version }, index) => {
    const known = migrations[index]
    if (known === undefined || version !== BigInt(index + 1) || known.name !== name || checksum(known) !== found) {
      throw new Error(`Migration ${version} ("${name}") of the database is not the one of this code`)
    }
  })
  return migrations.slice(applied.length)
}

/** Applies what is missing; throws what SQLite throws, and errors that say why a database is refused. */
export const migrate = (db: DatabaseSync, migrations: ReadonlyArray<Migration>): void => {
  db.exec("begin immediate")
  try {
    db.exec(`create table if not exists migration (
      version integer primary key,
      name text not null,
      checksum text not null
    ) strict`)
    const applied = statement<Applied>(db, "select version, name, checksum from migration order by version").all()
    const insert = statement(db, "insert into migration (version, name, checksum) values (?, ?, ?)")
    missing(migrations, applied).forEach((migration, index) => {
      db.exec(migration.sql)
      insert.run(applied.length + index + 1, migration.name, checksum(migration))
    })
    db.exec("commit")
  } catch (cause) {
    if (db.isTransaction) db.exec("rollback")
    throw cause
  }
}
