// Bundles for tests of code that runs in browsers, made in memory by Vite with nothing configured, as a newcomer would.
import { join } from "node:path"
import { type Rolldown, build } from "vite"

export const clientEntry = join(import.meta.dirname, "../../hosts/client/index.ts")

export interface BundledFile {
  readonly name: string
  readonly text: string
  readonly isEntry: boolean
}

const entry = "pontepay-entry.ts"

/** The files that Vite makes of a module's text, and the modules that are in them. */
export const bundleOf = async (
  text: string
): Promise<{ readonly files: ReadonlyArray<BundledFile>; readonly modules: ReadonlyArray<string> }> => {
  const built = await build({
    configFile: false,
    logLevel: "error",
    root: import.meta.dirname,
    plugins: [{
      name: "entry",
      resolveId: (id) => id === entry ? `\0${entry}` : undefined,
      load: (id) => id === `\0${entry}` ? text : undefined
    }],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict" }
    }
  })
  const { output } = built as Rolldown.RolldownOutput
  return {
    files: output.map((file) => ({
      name: file.fileName,
      text: file.type === "chunk" ? file.code : String(file.source),
      isEntry: file.type === "chunk" && file.isEntry
    })),
    modules: output.flatMap((file) => file.type === "chunk" ? file.moduleIds : [])
  }
}
