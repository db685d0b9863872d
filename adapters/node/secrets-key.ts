// Secrets that a sandbox makes for itself and keeps in files beside its database. Invariant: a file appears whole and
// once, so that processes which start together end with one secret, and only its owner can read it.
import { Data, Effect, Redacted } from "effect"
import { randomBytes } from "node:crypto"
import { link, mkdir, open, unlink } from "node:fs/promises"
import { dirname } from "node:path"

/** The file is there but is not used, or it can be neither read nor made. */
export class SecretFileUnusable extends Data.TaggedError("SecretFileUnusable")<{
  readonly path: string
  readonly problem: string
}> {}

/** The key of a sandbox's secrets: 32 bytes, base64, kept at this path. */
export const sandboxSecretsKey = (path: string): Effect.Effect<Redacted.Redacted, SecretFileUnusable> =>
  secretFile(path, 32)

/** The secret kept at a path, base64 of so many random bytes: made on first use, the same ever after. */
export const secretFile = (path: string, bytes: number): Effect.Effect<Redacted.Redacted, SecretFileUnusable> =>
  Effect.tryPromise({
    try: async () => {
      const text = await read(path) ?? await made(path, bytes)
      if (!isBase64Of(text, bytes)) throw new Error(`it does not hold ${bytes} bytes of base64`)
      return Redacted.make(text)
    },
    catch: (cause) => new SecretFileUnusable({ path, problem: cause instanceof Error ? cause.message : String(cause) })
  })

const ownerOnly = 0o600

/** Undefined when there is no such file. */
const read = async (path: string): Promise<string | undefined> => {
  const file = await open(path, "r").catch(unless("ENOENT"))
  if (file === undefined) return undefined
  try {
    const { mode } = await file.stat()
    if (isShared(mode)) throw new Error("others than its owner may read it: chmod 600 it, or remove it for a new one")
    return (await file.readFile("utf8")).trim()
  } finally {
    await file.close()
  }
}

// Windows tells nothing of groups and others in the mode.
const isShared = (mode: number): boolean => process.platform !== "win32" && (mode & 0o077) !== 0

// A link to a finished file either makes the name or finds it taken: no one ever sees the name of half a secret.
const made = async (path: string, bytes: number): Promise<string> => {
  const draft = `${path}.${randomBytes(8).toString("hex")}`
  await mkdir(dirname(path), { recursive: true })
  const file = await open(draft, "wx", ownerOnly)
  try {
    await file.writeFile(randomBytes(bytes).toString("base64"))
    await file.sync()
    await link(draft, path).catch(unless("EEXIST"))
  } finally {
    await file.close()
    await unlink(draft)
  }
  const text = await read(path)
  if (text === undefined) throw new Error("it was removed while it was made")
  return text
}

/** Turns one expected refusal of the file system into undefined. */
const unless = (code: string) => (cause: unknown): undefined => {
  if (cause instanceof Error && "code" in cause && cause.code === code) return undefined
  throw cause
}

const isBase64Of = (text: string, bytes: number): boolean => {
  const decoded = Buffer.from(text, "base64")
  return decoded.length === bytes && decoded.toString("base64") === text
}
