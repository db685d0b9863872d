// Stores in files of their own.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Gives the path of a new file of SQLite, which is gone afterwards. */
export const onFile = async <A>(use: (url: string) => Promise<A>): Promise<A> => {
  const directory = await mkdtemp(join(tmpdir(), "pontepay-steps-"))
  try {
    return await use(join(directory, "plane.sqlite"))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
