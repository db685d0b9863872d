// Children that simulate, so that they use the cores there are and each can have a bug of its own.
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** What a child said and how it ended. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly problem: string
}

/** Runs a file of this folder, or any other by its whole path, with a bug planted where one is named. */
export const child = (file: string, words: ReadonlyArray<string> = [], bug?: string): Promise<Ended> =>
  new Promise((resolve) => {
    const plant = bug === undefined ? [] : ["--import", "./test/simulate/plant.ts"]
    const env = { ...process.env, NO_COLOR: "1", ...(bug === undefined ? {} : { PLANT: bug }) }
    const name = file.startsWith("/") ? file : `./test/simulate/${file}`
    execFile(
      process.execPath,
      [...plant, name, ...words],
      { cwd: root, env, maxBuffer: 256 * 1_024 * 1_024 },
      (error, out, problem) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1
        resolve({ code, out, problem })
      }
    )
  })

/** Does something with each, so many at a time, in any order; answers stand in the order of the items. */
export const atOnce = async <A, B>(
  items: ReadonlyArray<A>,
  count: number,
  work: (item: A) => Promise<B>
): Promise<ReadonlyArray<B>> => {
  const done = new Map<number, B>()
  const left = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) done.set(index, await work(item))
  }
  await Promise.all(Array.from({ length: count }, worker))
  return [...done].toSorted(([a], [b]) => a - b).map(([, answer]) => answer)
}
