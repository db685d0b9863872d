// Documents as files of one directory, sealed with AES-256-GCM under the kept key of the environment (0203). Invariant: plain bytes never reach the disk, a file appears whole and once, and one that was moved
// to another name or altered does not open.
import { Effect, Layer, Option, Redacted } from "effect"
import { type KeyObject, createCipheriv, createDecipheriv, createSecretKey, randomBytes } from "node:crypto"
import { link, mkdir, open, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { DocumentStore, DocumentStoreUnavailable } from "../../core/ports/document-store.ts"
import { Secrets } from "../../core/engine/store/secrets.ts"

export interface DocumentStoreConfig {
  /** Made when the first document comes. */
  readonly directory: string
}

const algorithm = "aes-256-gcm"
const nonceBytes = 12
const tagBytes = 16
const ownerOnly = 0o600

/** The documents of a data plane, in a directory of their own. */
export const layer = (config: DocumentStoreConfig): Layer.Layer<DocumentStore, never, Secrets> =>
  Layer.effect(
    DocumentStore,
    Effect.map(Secrets, (secrets) => {
      const keyed = Effect.map(
        secrets.keptKey("document"),
        (key) => createSecretKey(Buffer.from(Redacted.value(key), "hex"))
      )
      const placeOf = (id: string): string => join(config.directory, `${nameOf(id)}.sealed`)
      return {
        put: (id, bytes) =>
          Effect.flatMap(keyed, (key) =>
            attempt(async () => {
              await mkdir(config.directory, { recursive: true, mode: 0o700 })
              await writeOnce(placeOf(id), sealed(key, bytes, id))
            })),
        get: (id) =>
          Effect.flatMap(keyed, (key) =>
            Effect.map(
              attempt(() => readFile(placeOf(id)).catch(unless("ENOENT"))),
              (file) => file === undefined ? Option.none() : Option.some(opened(key, file, id))
            )),
        remove: (id) => attempt(() => rm(placeOf(id), { force: true }))
      }
    })
  )

// Ids are ours, so one that could name another place is a defect.
const nameOf = (id: string): string => {
  if (!/^[\w-]{1,200}$/.test(id)) throw new Error("An id of a document is no file name")
  return id
}

const isRefusalOfTheSystem = (cause: unknown): cause is Error => cause instanceof Error && "syscall" in cause

const attempt = <A>(work: () => Promise<A>): Effect.Effect<A, DocumentStoreUnavailable> =>
  Effect.tryPromise({ try: work, catch: (cause) => cause }).pipe(
    Effect.catch((cause) =>
      isRefusalOfTheSystem(cause)
        ? Effect.fail(new DocumentStoreUnavailable({ reason: cause.message }))
        : Effect.die(cause)
    )
  )

// A link to a finished file either makes the name or finds it taken: the first file stays, and no one ever reads half.
const writeOnce = async (path: string, bytes: Uint8Array): Promise<void> => {
  const draft = `${path}.${randomBytes(8).toString("hex")}`
  const file = await open(draft, "wx", ownerOnly)
  try {
    await file.writeFile(bytes)
    await file.sync()
    await link(draft, path).catch(unless("EEXIST"))
  } finally {
    await file.close()
    await rm(draft, { force: true })
  }
}

/** Turns one expected refusal of the file system into undefined. */
const unless = (code: string) => (cause: unknown): undefined => {
  if (cause instanceof Error && "code" in cause && cause.code === code) return undefined
  throw cause
}

// Random nonces are safe for 2^32 files under one key, more than a service ever keeps.
const sealed = (key: KeyObject, bytes: Uint8Array, id: string): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(id))
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

const opened = (key: KeyObject, file: Buffer, id: string): Uint8Array => {
  if (file.length < nonceBytes + tagBytes) throw new Error(`The document ${id} is cut`)
  const decipher = createDecipheriv(algorithm, key, file.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(id)).setAuthTag(file.subarray(-tagBytes))
  return Buffer.concat([decipher.update(file.subarray(nonceBytes, -tagBytes)), decipher.final()])
}
