// The document stores: what every one of them does, and what those that outlive their process owe to who finds the disk.
import { mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Layer, Option } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { layer as memory } from "../../../adapters/memory/document-store.ts"
import { layer as files } from "../../../adapters/node/document-store.ts"
import { DocumentStore } from "../../../core/ports/document-store.ts"
import { secretsOfTests } from "../../support/secrets.ts"

const folder = mkdtempSync(join(tmpdir(), "pontepay-documents-"))
afterAll(() => rmSync(folder, { recursive: true }))

let made = 0
const freshDirectory = (): string => join(folder, String(++made), "documents")
const node = (directory: string, byte = 7) => files({ directory }).pipe(Layer.provide(secretsOfTests(byte)))

type Work<A> = (store: DocumentStore["Service"]) => Effect.Effect<A, unknown>
const on = (layer: Layer.Layer<DocumentStore, unknown>) => <A>(work: Work<A>): Promise<A> =>
  Effect.runPromise(Effect.provide(DocumentStore.use(work), layer))

const plain = Buffer.from("the photo of a person, in the clear")

describe.each([
  ["memory", () => memory],
  ["the file system", () => node(freshDirectory())]
])("a document store in %s", (_what, fresh) => {
  it("gives back what was put, whatever its size", () =>
    on(fresh())((store) =>
      Effect.gen(function*() {
        const files = [new Uint8Array(), Uint8Array.of(0), plain, Buffer.alloc(10 * 1_024 * 1_024, 3)]
        for (const [n, file] of files.entries()) yield* store.put(`doc_${n}-front`, file)
        for (const [n, file] of files.entries()) {
          const found = Option.getOrThrow(yield* store.get(`doc_${n}-front`))
          expect(Buffer.from(found).equals(Buffer.from(file))).toBe(true)
        }
      })
    ))

  it("has nothing under an id that was never put, and forgets what is removed", () =>
    on(fresh())((store) =>
      Effect.gen(function*() {
        expect(yield* store.get("doc_1")).toEqual(Option.none())
        yield* store.remove("doc_1")
        yield* store.put("doc_1", plain)
        yield* store.remove("doc_1")
        expect(yield* store.get("doc_1")).toEqual(Option.none())
        yield* store.put("doc_1", Uint8Array.of(2))
        expect(Option.getOrThrow(yield* store.get("doc_1"))[0]).toBe(2)
      })
    ))

  it("keeps the first of several under one id, at the same time or not", () =>
    on(fresh())((store) =>
      Effect.gen(function*() {
        const puts = Array.from({ length: 8 }, (_, n) => store.put("doc_1", Buffer.alloc(4_096, n)))
        yield* Effect.all(puts, { concurrency: "unbounded" })
        const first = Buffer.from(Option.getOrThrow(yield* store.get("doc_1")))
        expect(first.equals(Buffer.alloc(4_096, first[0]))).toBe(true)
        yield* store.put("doc_1", plain)
        expect(Buffer.from(Option.getOrThrow(yield* store.get("doc_1"))).equals(first)).toBe(true)
      })
    ))

  it("does not change when the bytes that were put do", () =>
    on(fresh())((store) =>
      Effect.gen(function*() {
        const bytes = Buffer.from(plain)
        yield* store.put("doc_1", bytes)
        bytes.fill(0)
        expect(Buffer.from(Option.getOrThrow(yield* store.get("doc_1"))).equals(plain)).toBe(true)
      })
    ))
})

describe("files at rest §kyc-document-at-rest", () => {
  const put = async (directory: string, id: string) => {
    await on(node(directory))((store) => store.put(id, plain))
    return join(directory, `${id}.sealed`)
  }
  const read = (directory: string, id: string, byte = 7) =>
    on(node(directory, byte))((store) => Effect.exit(store.get(id)))

  it("hold no plain bytes, belong to their owner alone, and nothing else is left", async () => {
    const directory = freshDirectory()
    const path = await put(directory, "doc_1")
    expect(readdirSync(directory)).toEqual(["doc_1.sealed"])
    const file = readFileSync(path)
    for (let start = 0; start + 4 <= plain.length; start++) {
      expect(file.includes(plain.subarray(start, start + 4))).toBe(false)
    }
    expect([statSync(path).mode & 0o777, statSync(directory).mode & 0o777]).toEqual([0o600, 0o700])
  })

  it("are sealed anew each time: the same bytes are not seen to be the same", async () => {
    const directory = freshDirectory()
    const [one, two] = [await put(directory, "doc_1"), await put(directory, "doc_2")]
    expect(readFileSync(one).equals(readFileSync(two))).toBe(false)
  })

  it("open after a restart, and with no other key", async () => {
    const directory = freshDirectory()
    await put(directory, "doc_1")
    expect(Exit.map(await read(directory, "doc_1"), (found) => Buffer.from(Option.getOrThrow(found)).toString()))
      .toEqual(Exit.succeed(plain.toString()))
    expect(Exit.isFailure(await read(directory, "doc_1", 8))).toBe(true)
  })

  it("do not open under another name", async () => {
    const directory = freshDirectory()
    renameSync(await put(directory, "doc_1"), join(directory, "doc_2.sealed"))
    expect(Exit.isFailure(await read(directory, "doc_2"))).toBe(true)
  })

  it("do not open when a byte was changed or cut", async () => {
    const directory = freshDirectory()
    const path = await put(directory, "doc_1")
    const whole = readFileSync(path)
    for (const at of [0, 12, whole.length - 17, whole.length - 1]) {
      writeFileSync(path, whole.map((byte, place) => place === at ? byte ^ 1 : byte))
      expect([at, Exit.isFailure(await read(directory, "doc_1"))]).toEqual([at, true])
    }
    for (const length of [0, 27, whole.length - 1]) {
      writeFileSync(path, whole.subarray(0, length))
      expect([length, Exit.isFailure(await read(directory, "doc_1"))]).toEqual([length, true])
    }
  })

  it("are never put where an id could lead outside", async () => {
    const directory = freshDirectory()
    for (const id of ["../x", "a/b", "", ".", "a\0b", "a".repeat(201)]) {
      const exit = await on(node(directory))((store) => Effect.exit(store.put(id, plain)))
      expect([id, Exit.isFailure(exit) && exit.cause.reasons.map(({ _tag }) => _tag)]).toEqual([id, ["Die"]])
    }
  })

  it("cannot be kept where the directory is a file: nothing happened, and it is said", async () => {
    const directory = join(folder, "a-file")
    writeFileSync(directory, "")
    const exit = await on(node(directory))((store) => Effect.exit(store.put("doc_1", plain)))
    expect(Exit.isFailure(exit) && exit.cause.reasons).toMatchObject([
      { _tag: "Fail", error: { _tag: "DocumentStoreUnavailable" } }
    ])
  })
})
