// What is kept of a data store outside of it, so that a start can tell that the store is older than it was, and a wallet that it lost can
// still be opened: a count that each process copies, and the sealed records of wallets (C68; 0253). Files of this service alone.
import { Data, Effect } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { mkdir, open, readFile, readdir, rename, rm } from "node:fs/promises"
import { join } from "node:path"

/** The folder of the witness can be neither read nor written. */
export class WitnessUnusable extends Data.TaggedError("WitnessUnusable")<{ readonly problem: string }> {}

export interface Witness {
  /** The highest count that any process copied; undefined where none did. */
  readonly count: Effect.Effect<number | undefined, WitnessUnusable>
  /** Copies the count of this process. */
  readonly note: (count: number) => Effect.Effect<void, WitnessUnusable>
  /** Keeps a record as it is stored, before it is committed. On the disk when this ends. */
  readonly keepWallet: (id: string, body: string) => Effect.Effect<void, WitnessUnusable>
  /** The wallets that were kept. */
  readonly walletIds: Effect.Effect<ReadonlyArray<string>, WitnessUnusable>
  /** The record of one of them. */
  readonly wallet: (id: string) => Effect.Effect<string, WitnessUnusable>
}

const ownerOnly = 0o600
const ending = ".json"
const countFile = /^count-[0-9a-f]{16}$/

const problemOf = (cause: unknown): WitnessUnusable =>
  new WitnessUnusable({ problem: cause instanceof Error ? cause.message : String(cause) })

const trying = <A>(run: () => Promise<A>): Effect.Effect<A, WitnessUnusable> =>
  Effect.tryPromise({ try: run, catch: problemOf })

// Whole or not at all; `isDurable`: it survives the loss of power.
const written = async (path: string, text: string, isDurable: boolean): Promise<void> => {
  const beside = `${path}.${randomBytes(4).toString("hex")}.new`
  const file = await open(beside, "wx", ownerOnly)
  try {
    await file.writeFile(text)
    if (isDurable) await file.sync()
  } finally {
    await file.close()
  }
  await rename(beside, path)
}

const synced = async (folder: string): Promise<void> => {
  const directory = await open(folder, "r")
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

const isMissing = (cause: unknown): boolean => cause instanceof Error && "code" in cause && cause.code === "ENOENT"

const entriesOf = async (folder: string): Promise<ReadonlyArray<string>> =>
  await readdir(folder).catch((cause: unknown) => {
    if (isMissing(cause)) return []
    throw cause
  })

const newCount = (): string => `count-${randomBytes(8).toString("hex")}`

/** The witness of a data store, in a folder of its own that is named by the store's address. */
export const openWitness = (directory: string, environment: string, address: string): Witness => {
  const folder = join(directory, `${environment}-${createHash("sha256").update(address).digest("hex").slice(0, 16)}`)
  const walletsIn = join(folder, "wallets")
  const own = newCount()

  // A count is taken under a name that its process does not write to, so that what it copies meanwhile is not lost. Undefined where
  // another start was faster.
  const take = async (name: string, highest: number): Promise<number | undefined> => {
    const taken = join(folder, newCount())
    try {
      await rename(join(folder, name), taken)
      const count = Number(await readFile(taken, "utf8"))
      if (!Number.isSafeInteger(count) || count < 0) throw new Error(`${taken} holds no count`)
      await written(join(folder, own), String(Math.max(highest, count)), true)
      await rm(taken, { force: true })
      return count
    } catch (cause) {
      if (isMissing(cause)) return undefined
      throw cause
    }
  }

  // One file is enough for what processes before this one copied; those that live write theirs again.
  const gathered = async (before: number | undefined): Promise<number | undefined> => {
    let [highest, isWhole] = [before, true]
    for (const name of await entriesOf(folder)) {
      if (!countFile.test(name)) continue
      const count = await take(name, highest ?? 0)
      if (count === undefined) isWhole = false
      else highest = Math.max(highest ?? 0, count)
    }
    return isWhole ? highest : await gathered(highest)
  }

  return {
    count: trying(() => gathered(undefined)),
    note: (count) =>
      trying(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await written(join(folder, own), String(count), false)
      }),
    keepWallet: (id, body) =>
      trying(async () => {
        await mkdir(walletsIn, { recursive: true, mode: 0o700 })
        await written(join(walletsIn, `${id}${ending}`), body, true)
        await synced(walletsIn)
      }),
    walletIds: trying(async () =>
      (await entriesOf(walletsIn)).flatMap((name) => name.endsWith(ending) ? [name.slice(0, -ending.length)] : [])
    ),
    wallet: (id) => trying(() => readFile(join(walletsIn, `${id}${ending}`), "utf8"))
  }
}
