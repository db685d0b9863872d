// What a listener remembers in a file: how far it is and what it signs with, so that it goes on there the next time.
import { readFile, rename, writeFile } from "node:fs/promises"
import { failed } from "../failure.ts"

export interface ListenState {
  readonly cursor: string
  readonly secret: string
  /** Ids of the events after the cursor that are done with. */
  readonly done: ReadonlyArray<string>
}

const isState = (value: unknown): value is ListenState =>
  typeof value === "object" && value !== null && "cursor" in value && typeof value.cursor === "string" &&
  "secret" in value && typeof value.secret === "string" && "done" in value && Array.isArray(value.done)

/** What the file remembers; undefined where there is none yet. */
export const readState = async (path: string): Promise<ListenState | undefined> => {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return undefined
    throw failed(`${path} cannot be read`, "Name another file by --state")
  })
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (isState(value)) return value
  } catch {
    // Told below.
  }
  throw failed(`${path} is not the state of a listener`, "Name another file by --state, or remove it")
}

/** Writes the file whole or not at all; it holds a secret, so only its owner may read it. */
export const writeState = async (path: string, state: ListenState): Promise<void> => {
  const draft = `${path}.new`
  await writeFile(draft, JSON.stringify(state), { mode: 0o600 })
  await rename(draft, path)
}
