// Secrets kept in files: made once, whole, for their owner alone, also by processes that start together.
import { it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { spawn } from "node:child_process"
import { chmod, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect } from "vitest"
import { sandboxSecretsKey, secretFile } from "../../../../adapters/node/secrets-key.ts"

const folder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "pontepay-secret-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true }))
)

/** What another process reads or makes at a path. */
const byAnotherProcess = (path: string): Promise<string> => {
  const module = new URL("../../../../adapters/node/secrets-key.ts", import.meta.url).href
  const script = `const { Effect, Redacted } = await import("effect")
    const { sandboxSecretsKey } = await import(${JSON.stringify(module)})
    process.stdout.write(Redacted.value(await Effect.runPromise(sandboxSecretsKey(${JSON.stringify(path)}))))`
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", "pipe", "inherit"]
  })
  return new Promise((resolve) => {
    let output = ""
    child.stdout.on("data", (chunk: Buffer) => output += chunk.toString())
    child.on("close", () => resolve(output))
  })
}

describe("secretFile", () => {
  it.effect("makes the file with its folder, for its owner alone, and reads it ever after", () =>
    Effect.gen(function*() {
      const path = join(yield* folder, "data", "secrets.key")
      const made = Redacted.value(yield* sandboxSecretsKey(path))
      expect(Buffer.from(made, "base64")).toHaveLength(32)
      expect((yield* Effect.promise(() => stat(path))).mode & 0o777).toBe(0o600)
      expect(yield* Effect.promise(() => readFile(path, "utf8"))).toBe(made)
      expect(Redacted.value(yield* sandboxSecretsKey(path))).toBe(made)
    }))

  it.effect("makes secrets of any length, each another one", () =>
    Effect.gen(function*() {
      const path = yield* folder
      const one = Redacted.value(yield* secretFile(join(path, "one"), 24))
      const two = Redacted.value(yield* secretFile(join(path, "two"), 24))
      expect(Buffer.from(one, "base64")).toHaveLength(24)
      expect(one).not.toBe(two)
    }))

  it.effect("gives one secret to all who start together, and leaves no draft", () =>
    Effect.gen(function*() {
      const path = yield* folder
      const file = join(path, "secrets.key")
      const here = Effect.forEach(
        Array.from({ length: 16 }),
        () => Effect.map(sandboxSecretsKey(file), Redacted.value),
        { concurrency: "unbounded" }
      )
      const there = Effect.promise(() => Promise.all(Array.from({ length: 4 }, () => byAnotherProcess(file))))
      const all = (yield* Effect.all([there, here], { concurrency: "unbounded" })).flat()
      expect(all).toHaveLength(20)
      expect(new Set(all).size).toBe(1)
      expect(yield* Effect.promise(() => readdir(path))).toEqual(["secrets.key"])
    }))

  it.effect("reads what an operator wrote, with a line end and through a link", () =>
    Effect.gen(function*() {
      const path = yield* folder
      const text = Buffer.alloc(32, 5).toString("base64")
      yield* Effect.promise(() => writeFile(join(path, "real"), `${text}\n`, { mode: 0o400 }))
      yield* Effect.promise(() => symlink(join(path, "real"), join(path, "link")))
      expect(Redacted.value(yield* sandboxSecretsKey(join(path, "link")))).toBe(text)
    }))

  const refusals = {
    "is readable by others": { content: Buffer.alloc(32, 5).toString("base64"), mode: 0o640, problem: /others/ },
    "is empty": { content: "", mode: 0o600, problem: /32 bytes of base64/ },
    "is too short": { content: Buffer.alloc(31, 5).toString("base64"), mode: 0o600, problem: /32 bytes of base64/ },
    "holds other text": { content: "BQUFBQUFBQUFBQUFBQUFBQ!!", mode: 0o600, problem: /32 bytes of base64/ }
  }
  for (const [name, { content, mode, problem }] of Object.entries(refusals)) {
    it.effect(`refuses a file that ${name}, keeps it and does not show it`, () =>
      Effect.gen(function*() {
        const path = join(yield* folder, "secrets.key")
        yield* Effect.promise(() => writeFile(path, content))
        yield* Effect.promise(() => chmod(path, mode))
        const failure = yield* Effect.flip(sandboxSecretsKey(path))
        expect(failure).toMatchObject({ _tag: "SecretFileUnusable", path })
        expect(failure.problem).toMatch(problem)
        expect(failure.problem).not.toContain("BQUF")
        expect(yield* Effect.promise(() => readFile(path, "utf8"))).toBe(content)
      }))
  }

  it.effect("says when nothing can be made there", () =>
    Effect.gen(function*() {
      const path = yield* folder
      yield* Effect.promise(() => writeFile(join(path, "file"), ""))
      const failure = yield* Effect.flip(sandboxSecretsKey(join(path, "file", "secrets.key")))
      expect(failure._tag).toBe("SecretFileUnusable")
      expect(failure.problem).toContain("ENOTDIR")
    }))
})
