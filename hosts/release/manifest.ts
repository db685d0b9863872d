// The manifest of the package, of the repository's: the same names lead to compiled files, and what only a checkout needs
// is left out.

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null

/** What a reader of the package needs of the manifest. */
const kept = [
  "name",
  "version",
  "description",
  "license",
  "repository",
  "homepage",
  "bugs",
  "keywords",
  "type",
  "sideEffects",
  "engines",
  "dependencies",
  "peerDependencies",
  "peerDependenciesMeta",
  "publishConfig"
]

const compiled = (path: string): string => path.replace(/\.ts$/, ".js")

const entryOf = (target: unknown): unknown => {
  if (typeof target === "string") {
    return target.endsWith(".ts") ? { types: target.replace(/\.ts$/, ".d.ts"), default: compiled(target) } : target
  }
  if (!isObject(target)) throw new Error("an export is a path or conditions")
  return Object.fromEntries(
    Object.entries(target).map(([condition, path]) => [
      condition,
      condition === "types" && typeof path === "string" ? path.replace(/\.ts$/, ".d.ts") : entryOf(path)
    ])
  )
}

// A command runs from the bundle, whose entries have the names of their hosts.
const bundled = (path: string): string =>
  path.replace(/^\.\/hosts\/(?<host>[a-z]+)\/main\.ts$/, "./dist/host/$<host>.js")

/** The manifest that goes into the package. */
export const packedManifest = (manifest: unknown): Json => {
  if (!isObject(manifest) || !isObject(manifest["exports"])) throw new Error("the manifest has no exports")
  const { bin, exports } = manifest
  return {
    ...Object.fromEntries(kept.filter((name) => name in manifest).map((name) => [name, manifest[name]])),
    exports: Object.fromEntries(Object.entries(exports).map(([name, target]) => [name, entryOf(target)])),
    ...(isObject(bin)
      ? { bin: Object.fromEntries(Object.entries(bin).map(([name, path]) => [name, bundled(String(path))])) }
      : {})
  }
}
