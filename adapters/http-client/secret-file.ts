// Secrets that are files, as systemd, Docker and Kubernetes hand them out. A file is read again when it changes, so that a renewed
// certificate or a rotated secret needs no restart.
import { Data, Effect, Redacted } from "effect"
import { open, stat } from "node:fs/promises"

/** A file of settings that is not used as it is; `problem` says why and what to do, and holds nothing of its content. */
export class FileUnusable
  extends Data.TaggedError("FileUnusable")<{ readonly path: string; readonly problem: string }>
{}

/** A secret, or the path of the file that holds it. */
export type SecretSource = Redacted.Redacted | { readonly file: string }

/** A secret as it is now. */
export interface Secret {
  readonly text: Redacted.Redacted
  /** Another value than that of the reading before says that the secret may have changed. */
  readonly version: string
}

/** Reads a secret; a file again only when it changed. */
export type ReadSecret = Effect.Effect<Secret, FileUnusable>

/** More than any certificate chain has. */
const mostBytes = 65_536

// Windows tells nothing of groups and others in the mode. A group may read: Kubernetes mounts secrets for one.
const isOpenToOthers = (mode: number): boolean => process.platform !== "win32" && (mode & 0o007) !== 0

const problemOf = (cause: unknown): string => {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined
  if (code === "ENOENT") return "there is no such file"
  if (code === "EACCES" || code === "EPERM") return "this process may not read it"
  return cause instanceof Error ? cause.message : String(cause)
}

/** Who may read a file: of a secret, not everybody on the machine. */
type Readers = "private" | "public"

const readFileOnce = async (path: string, readers: Readers): Promise<string> => {
  // Opening a pipe would wait for whoever writes to it.
  if (!(await stat(path)).isFile()) throw new Error("it is not a file")
  const file = await open(path, "r")
  try {
    const { mode, size } = await file.stat()
    if (readers === "private" && isOpenToOthers(mode)) {
      throw new Error(`everybody on this machine may read it: chmod o= ${path}`)
    }
    if (size > mostBytes) throw new Error(`it is longer than ${mostBytes} bytes`)
    const text = (await file.readFile("utf8")).trim()
    if (text === "") throw new Error("it is empty")
    return text
  } finally {
    await file.close()
  }
}

const versionOf = async (path: string): Promise<string> => {
  const { ino, mode, mtimeMs, size } = await stat(path)
  return `${ino}/${mode}/${mtimeMs}/${size}`
}

const textOfFile = (readers: Readers) => (path: string): Effect.Effect<Redacted.Redacted, FileUnusable> =>
  Effect.tryPromise({
    try: async () => Redacted.make(await readFileOnce(path, readers)),
    catch: (cause) => new FileUnusable({ path, problem: problemOf(cause) })
  })

/** The secret of a file now: what a start checks. */
export const secretOfFile = textOfFile("private")

/** The same of a file that everybody may read, such as the certificates of authorities. */
export const publicTextOfFile = textOfFile("public")

const reading = (readers: Readers) => (source: SecretSource): ReadSecret => {
  if (Redacted.isRedacted(source)) return Effect.succeed({ text: source, version: "given" })
  const { file: path } = source
  let last: Secret | undefined
  return Effect.tryPromise({
    try: async () => {
      const version = await versionOf(path)
      if (last?.version !== version) last = { text: Redacted.make(await readFileOnce(path, readers)), version }
      return last
    },
    catch: (cause) => new FileUnusable({ path, problem: problemOf(cause) })
  }).pipe(Effect.catch((problem) => last === undefined ? Effect.fail(problem) : Effect.succeed(last)))
}

/** How a secret is read. What was read last counts while its file cannot be read, as in the middle of its replacement. */
export const readSecret = reading("private")

/** The same of what everybody may read. */
export const readPublic = reading("public")
