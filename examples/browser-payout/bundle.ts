// The page as a browser gets it, made in memory by Vite: address of each file, and its bytes.
import { extname } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "vite"

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8"
}

export interface File {
  readonly type: string
  readonly content: string | Uint8Array
}

/** Bundles the page. */
export const bundle = async (): Promise<ReadonlyMap<string, File>> => {
  const made = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: "silent",
    // Here we are the package itself; elsewhere it is found as any other.
    resolve: { alias: { "pontepay/client": fileURLToPath(import.meta.resolve("pontepay/client")) } },
    worker: { format: "es" },
    build: {
      write: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: `${import.meta.dirname}/page.html` }
    }
  })
  if (!("output" in made)) throw new Error("Vite made no bundle")
  return new Map(made.output.map((file) => [
    `/${file.fileName}`,
    {
      type: types[extname(file.fileName)] ?? "application/octet-stream",
      content: file.type === "chunk" ? file.code : file.source
    }
  ]))
}
