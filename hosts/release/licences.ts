// The licences of what a bundle holds: their texts have to go wherever the code goes.
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"

const folderOf = (module: string): string | undefined => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(module)?.[0]

/** A package that is part of a bundle. */
export interface Bundled {
  readonly name: string
  readonly version: string
}

interface Manifest extends Bundled {
  readonly license: string
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest

const licenceOf = (folder: string): string => {
  const { license, name, version } = manifestOf(folder)
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(entry))
  const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim()
  return `${name} ${version}\n${license}\n\n${text}\n`
}

const foldersOf = (modules: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(modules.map(folderOf).filter((folder) => folder !== undefined))
]

/** Every package that a module belongs to. */
export const packagesOf = (modules: ReadonlyArray<string>): ReadonlyArray<Bundled> => foldersOf(modules).map(manifestOf)

/** One text with the licence of every package that a module belongs to. */
export const licencesOf = (modules: ReadonlyArray<string>): string =>
  foldersOf(modules).map(licenceOf).toSorted().join(`\n${"-".repeat(80)}\n\n`)
