// Bundles the host and the command line into a few files of JavaScript: Node loads those in a third of the time and with
// half of the memory that nine hundred sources and the modules of Effect take (0162). Packages that only one adapter
// needs stay outside.
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { type OutputAsset, type OutputChunk, type Plugin, rolldown } from "rolldown"
import manifest from "../../package.json" with { type: "json" }
import { replaceFile } from "./replace-file.ts"

const root = join(import.meta.dirname, "../..")

/** What a process or a thread of the service begins with, by the name it has in the bundle. */
export const commands = {
  host: "hosts/http/main.ts",
  cli: "hosts/cli/main.ts",
  thread: "hosts/audit/thread.ts",
  "checkpoint-thread": "adapters/sqlite/checkpoint-thread.ts"
}

/** Packages that only one adapter needs, with what is below them. */
const optional = (id: string): boolean =>
  Object.keys(manifest.peerDependencies).some((name) => id === name || id.startsWith(`${name}/`))

/** Files of an earlier bundle are kept this long: a service that started from it loads some of them later. */
const keptMs = 24 * 60 * 60 * 1_000

// A bundler does not follow the URL of a thread. Each thread is an entry above, named as its file.
const threadAddress: Plugin = {
  name: "thread-address",
  transform: (code) => {
    const rewritten = code.replace(/(?<=new URL\("\.\/[\w-]+)\.ts(?=", import\.meta\.url\))/g, ".js")
    return rewritten === code ? null : rewritten
  }
}

export interface Bundle {
  readonly files: ReadonlyArray<OutputChunk | OutputAsset>
  /** Every module that is in it, by its path. */
  readonly modules: ReadonlyArray<string>
}

/** Bundles sources of this checkout: one file for each entry, and files that they share. */
export const bundle = async (entries: Readonly<Record<string, string>>): Promise<Bundle> => {
  const build = await rolldown({
    cwd: root,
    input: { ...entries },
    platform: "node",
    external: optional,
    plugins: [threadAddress],
    onLog: (level, { message }) => {
      if (level === "warn") throw new Error(message)
    }
  })
  try {
    const { output } = await build.generate({
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "[name]-[hash].js"
    })
    const modules = output.flatMap((file) => file.type === "chunk" ? file.moduleIds : [])
    // The bundler's own helpers have no file.
    return { files: output, modules: modules.filter((id) => !id.startsWith("\0")) }
  } finally {
    await build.close()
  }
}

/** Writes a bundle into a folder, and removes what earlier ones left there a while ago. */
export const writeBundle = (folder: string, { files }: Bundle): void => {
  mkdirSync(folder, { recursive: true })
  // Entries last: they name the others.
  const isEntry = (file: OutputChunk | OutputAsset): boolean => file.type === "chunk" && file.isEntry
  for (const file of files.toSorted((one, other) => Number(isEntry(one)) - Number(isEntry(other)))) {
    replaceFile(join(folder, file.fileName), file.type === "chunk" ? file.code : file.source)
  }
  const written = new Set(files.map(({ fileName }) => fileName))
  for (const name of readdirSync(folder)) {
    if (written.has(name) || statSync(join(folder, name)).mtimeMs > Date.now() - keptMs) continue
    rmSync(join(folder, name), { recursive: true })
  }
}
