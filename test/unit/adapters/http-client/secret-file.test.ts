// Secrets that are files: who may read them, what is refused, and that a changed one is read again.
import { once } from "node:events"
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inspect } from "node:util"
import { Effect, Redacted } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import {
  type ReadSecret,
  type SecretSource,
  publicTextOfFile,
  readPublic,
  readSecret,
  secretOfFile
} from "../../../../adapters/http-client/secret-file.ts"

const folder = mkdtempSync(join(tmpdir(), "pontepay-secret-files-"))
afterAll(() => rmSync(folder, { recursive: true }))

let made = 0
const fileOf = (text: string, mode = 0o600): string => {
  const path = join(folder, `secret-${++made}`)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

const textOf = (read: ReadSecret): Promise<string> =>
  Effect.runPromise(Effect.match(read, {
    onSuccess: ({ text }) => Redacted.value(text),
    onFailure: ({ path, problem }) => `${path}: ${problem}`
  }))

const problemOf = (path: string, read = secretOfFile): Promise<string> =>
  Effect.runPromise(Effect.match(read(path), {
    onSuccess: () => "nothing is wrong",
    onFailure: ({ problem }) => problem
  }))

describe("a file of a secret §provider-secrets", () => {
  it.each([0o600, 0o400, 0o440, 0o640, 0o660])(
    "may have the mode %o: its owner and a group may read it",
    async (mode) => {
      const path = fileOf("secret\n", mode)
      expect(Redacted.value(await Effect.runPromise(secretOfFile(path)))).toBe("secret")
      expect(await textOf(readSecret({ file: path }))).toBe("secret")
    }
  )

  it.each([0o604, 0o644, 0o602, 0o601, 0o777])(
    "may not have the mode %o, and the problem says what to do",
    async (mode) => {
      const path = fileOf("secret", mode)
      expect(await problemOf(path)).toBe(`everybody on this machine may read it: chmod o= ${path}`)
      expect(await problemOf(path, publicTextOfFile)).toBe("nothing is wrong")
      expect(await textOf(readPublic({ file: path }))).toBe("secret")
    }
  )

  it("is followed where it is a link, as Kubernetes mounts it", async () => {
    const path = join(folder, "link")
    symlinkSync(fileOf("secret"), path)
    expect(await textOf(readSecret({ file: path }))).toBe("secret")
  })

  it("is refused where it is missing, empty, too long, a directory or a socket", async () => {
    const directory = join(folder, "directory")
    mkdirSync(directory)
    const socket = join(folder, "socket")
    const server = createServer().listen(socket)
    await once(server, "listening")
    expect(await problemOf(join(folder, "none"))).toBe("there is no such file")
    expect(await problemOf(fileOf(" \n"))).toBe("it is empty")
    expect(await problemOf(fileOf("x".repeat(65_537)))).toBe("it is longer than 65536 bytes")
    expect(await problemOf(fileOf("x".repeat(65_536)))).toBe("nothing is wrong")
    expect(await problemOf(directory)).toBe("it is not a file")
    expect(await problemOf(socket)).toBe("it is not a file")
    server.close()
  })

  it("is not shown by its reading", async () => {
    const read = await Effect.runPromise(readSecret({ file: fileOf("the secret itself") }))
    expect(`${JSON.stringify(read)} ${inspect(read)}`).not.toContain("the secret itself")
  })
})

describe("a secret §provider-secrets", () => {
  it("is read again when its file changed, in place or by another file", async () => {
    const path = fileOf("first")
    const read = readSecret({ file: path })
    const { version } = await Effect.runPromise(read)
    expect((await Effect.runPromise(read)).version).toBe(version)
    writeFileSync(path, "the second")
    expect(await textOf(read)).toBe("the second")
    renameSync(fileOf("third"), path)
    expect(await textOf(read)).toBe("third")
    expect((await Effect.runPromise(read)).version).not.toBe(version)
  })

  it("counts on while its file is gone, empty or open to everybody", async () => {
    const path = fileOf("first")
    const read = readSecret({ file: path })
    expect(await textOf(read)).toBe("first")
    writeFileSync(path, "")
    expect(await textOf(read)).toBe("first")
    rmSync(path)
    expect(await textOf(read)).toBe("first")
    renameSync(fileOf("open to all", 0o644), path)
    expect(await textOf(read)).toBe("first")
    chmodSync(path, 0o600)
    expect(await textOf(read)).toBe("open to all")
  })

  it("may be given as it is", async () => {
    const given: SecretSource = Redacted.make("given")
    expect(await textOf(readSecret(given))).toBe("given")
  })
})
