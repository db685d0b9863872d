// The licences of what a bundle holds: their texts have to go wherever the code goes.
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

const folderOf = (module: string): string | undefined => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module)?.[0]

const licenceOf = (folder: string): string => {
  const { license, name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly name: string
    readonly version: string
    readonly license: string
  }
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(entry))
  const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim()
  return `${name} ${version}\n${license}\n\n${text}\n`
}

/** One text with the licence of every package that a module belongs to. */
export const licencesOf = (modules: ReadonlyArray<string>): string => {
  const folders = new Set(modules.map(folderOf).filter((folder) => folder !== undefined))
  const texts = [...folders].map(licenceOf).toSorted()
  return texts.join(`\n${"-".repeat(80)}\n\n`)
}
