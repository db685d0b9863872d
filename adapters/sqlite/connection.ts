// One connection to one database file: durable (WAL, full synchronisation by default), integers as bigint,
// closed with its scope. What SQLite throws is told apart here.
import { Effect, Schedule, type Scope } from "effect"
import { closeSync, openSync } from "node:fs"
import { DatabaseSync, type SQLInputValue } from "node:sqlite"
import { StoreUnavailable } from "../../core/engine/store/store.ts"

export interface SqliteConfig {
  /** Path of the database file, or ":memory:". */
  readonly filename: string
  /** FULL (the default) survives the loss of power; NORMAL survives the death of the process only. */
  readonly synchronous?: "FULL" | "NORMAL"
  /** How a group of writes comes to the next turn, in which it is written; `setImmediate` by default. */
  readonly nextTurn?: NextTurn
}

/** Runs something once everything that is under way now has had its turn. */
export type NextTurn = (run: () => void) => void

/** How long a statement waits for another process, in milliseconds. */
const busyTimeoutMs = 5_000
const cacheKiB = 16_384
const walLimitBytes = 67_108_864

/** A prepared statement with the shape of its rows. */
export interface Statement<Row> {
  readonly get: (...values: ReadonlyArray<SQLInputValue>) => Row | undefined
  readonly all: (...values: ReadonlyArray<SQLInputValue>) => ReadonlyArray<Row>
  readonly iterate: (...values: ReadonlyArray<SQLInputValue>) => Iterable<Row>
  readonly run: (...values: ReadonlyArray<SQLInputValue>) => {
    readonly changes: bigint
    readonly lastInsertRowid: bigint
  }
}

/** Prepares a statement; `Row` is what its columns hold, integers as bigint. */
export const statement = <Row = never>(db: DatabaseSync, sql: string): Statement<Row> =>
  db.prepare(sql) as unknown as Statement<Row>

/** The same for rows that are read often or many at a time, which come as arrays: half the cost of objects. */
export const arrays = <Row extends ReadonlyArray<unknown>>(db: DatabaseSync, sql: string): Statement<Row> => {
  const prepared = db.prepare(sql)
  prepared.setReturnArrays(true)
  return prepared as unknown as Statement<Row>
}

// https://www.sqlite.org/rescode.html
const resultCodes = {
  ERROR: 1,
  BUSY: 5,
  LOCKED: 6,
  FULL: 13,
  CONSTRAINT: 19,
  MISMATCH: 20,
  MISUSE: 21,
  RANGE: 25
} as const

/** What only a mistake of ours can bring about, such as a time that is not a whole number. */
const defects: ReadonlySet<number> = new Set([
  resultCodes.ERROR,
  resultCodes.CONSTRAINT,
  resultCodes.MISMATCH,
  resultCodes.MISUSE,
  resultCodes.RANGE
])

/** The primary result code of an error of SQLite; undefined when it is not one. */
const resultCode = (cause: unknown): number | undefined => {
  if (!(cause instanceof Error) || !("errcode" in cause) || typeof cause.errcode !== "number") return undefined
  return cause.errcode & 0xff
}

/** Whether the file, the disk or another process stood in the way; anything else that is thrown is a defect of ours. */
export const isUnavailable = (cause: unknown): boolean => {
  const code = resultCode(cause)
  return code !== undefined && !defects.has(code)
}

const isBusy = (cause: unknown): boolean => resultCode(cause) === resultCodes.BUSY

/**
 * Whether a failed COMMIT has certainly not been stored. After any other failure (a disk that failed to synchronise) the
 * commit may be in the log already and stand after a crash.
 */
export const isCertainlyRolledBack = (cause: unknown): boolean => {
  const code = resultCode(cause)
  return code === resultCodes.BUSY || code === resultCodes.LOCKED || code === resultCodes.FULL
}

const ownerOnly = 0o600

/** Whether a filename is the path of a file: neither a database in memory nor a URI. */
export const isPath = (filename: string): boolean =>
  filename !== "" && filename !== ":memory:" && !filename.startsWith("file:")

/** Makes the file of a new database for its owner alone; SQLite gives its log the same mode. */
const makeFile = (filename: string): void => {
  if (!isPath(filename)) return
  try {
    closeSync(openSync(filename, "wx", ownerOnly))
  } catch {
    // It is there already, or it cannot be made: then SQLite says why.
  }
}

const opened = (config: SqliteConfig, prepare: (db: DatabaseSync) => void): DatabaseSync => {
  makeFile(config.filename)
  const db = new DatabaseSync(config.filename, { timeout: busyTimeoutMs, readBigInts: true })
  try {
    db.exec("pragma journal_mode = wal")
    db.exec(`pragma synchronous = ${config.synchronous ?? "FULL"}`)
    db.exec(`pragma cache_size = -${cacheKiB}`)
    db.exec(`pragma journal_size_limit = ${walLimitBytes}`)
    prepare(db)
    return db
  } catch (cause) {
    db.close()
    throw cause
  }
}

/** Opens the database and prepares it; at the end of the scope the log is folded into the file and the file closed. */
export const open = (
  config: SqliteConfig,
  prepare: (db: DatabaseSync) => void
): Effect.Effect<DatabaseSync, StoreUnavailable, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.try({
      try: () => opened(config, prepare),
      catch: (cause) => new StoreUnavailable({ cause })
    }).pipe(
      // The switch to WAL does not wait for other processes by itself.
      Effect.retry({
        while: ({ cause }) => isBusy(cause),
        schedule: Schedule.upTo(Schedule.spaced(20), { duration: busyTimeoutMs })
      })
    ),
    (db) =>
      Effect.sync(() => {
        try {
          db.exec("pragma wal_checkpoint(truncate)")
        } catch (cause) {
          // What is not folded in stays in the log, which is read at the next start.
          if (!isUnavailable(cause)) throw cause
        } finally {
          db.close()
        }
      })
  )

const storeClosed = (): StoreUnavailable => new StoreUnavailable({ cause: new Error("The store is closed") })

// Connections whose last rollback failed: a transaction that no one wants is open on them.
const stuck = new WeakSet<DatabaseSync>()

/** Ends what is open and leaves nothing of it; what SQLite rolled back by itself is no failure. Never throws. */
export const rollBack = (db: DatabaseSync): void => {
  try {
    if (db.isTransaction) db.exec("rollback")
    stuck.delete(db)
  } catch {
    stuck.add(db)
  }
}

/** Why the connection cannot be used now; one whose rollback failed is rolled back first. */
export const problemOf = (db: DatabaseSync): StoreUnavailable | undefined => {
  if (!db.isOpen) return storeClosed()
  if (stuck.has(db)) rollBack(db)
  return stuck.has(db) ? new StoreUnavailable({ cause: new Error("A transaction cannot be rolled back") }) : undefined
}
