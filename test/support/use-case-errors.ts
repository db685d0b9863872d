// Prints which errors each use case of the core can fail with, as the compiler infers them. Fails on an error that neither
// the catalogue nor the store knows, so no use case can fail with something that hosts have no answer for.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, posix, relative } from "node:path"
import { catalogue } from "../../core/base/errors/catalogue.ts"
import type { CommitError } from "../../core/engine/store/store.ts"
import { importsOf } from "../tidy/judge.ts"
import { projectSources, root } from "../tidy/sources.ts"

/** An exported use case: the file that declares it, from the root, and its name. */
interface UseCase {
  readonly path: string
  readonly name: string
}

const storeErrors: Readonly<Record<CommitError["_tag"], null>> = {
  VersionConflict: null,
  DuplicateKey: null,
  Overdraft: null,
  LeaseLost: null,
  StoreUnavailable: null,
  CommitUnknown: null
}
/** Errors that one use case reports to another, which handles them. */
const internal = ["PaymentNotAsked", "ReturnIsEarly"]
const known = [...Object.keys(catalogue), ...Object.keys(storeErrors), ...internal]

/** Where requests, jobs and messages of providers enter the core. */
const entries = ["hosts/http/api", "hosts/http/pages", "hosts/worker", "core/inbox"]
const rooms = /^core\/(?:customers|webhooks|payments|inbox|operations|reports|upkeep)\//

const valuesOf = (path: string): ReadonlyArray<string> =>
  [...readFileSync(join(root, path), "utf8").matchAll(/^export const (\w+)/gm)].map(([, name = ""]) => name)

/** What hosts and the inbox call of the rooms that decide: a use case is what is called from there, whatever its file is called. */
const exported = (): ReadonlyArray<UseCase> => {
  const called = entries.flatMap((entry) => projectSources(entry)).flatMap((source) =>
    importsOf(source).flatMap(({ names, target = "" }) => {
      const path = posix.join(posix.dirname(source.path), target)
      if (!target.startsWith(".") || !rooms.test(path)) return []
      return (names.length === 0 ? valuesOf(path) : names).map((name) => `${path} ${name}`)
    })
  )
  return [...new Set(called)].toSorted().map((line) => {
    const [path = "", name = ""] = line.split(" ")
    return { path, name }
  }).filter(({ name, path }) => valuesOf(path).includes(name))
}

// The declarations that the compiler writes hold each inferred type in full, however long it is.
const program = (useCases: ReadonlyArray<UseCase>): string =>
  [
    `import type { Effect } from "effect"`,
    `type ErrorsOf<F> = F extends Effect.Effect<infer _A, infer E, infer _R> ? E`,
    `  : F extends (...args: never) => infer R ? ErrorsOf<R> : "none"`,
    `type TagOf<E> = E extends { readonly _tag: infer T } ? T : E`,
    `declare const tagsOf: <F>(useCase: F) => TagOf<ErrorsOf<F>>`,
    ...useCases.flatMap(({ name, path }, index) => [
      `import { ${name} as useCase${index} } from "${join(root, path)}"`,
      `export const tags${index} = tagsOf(useCase${index})`
    ])
  ].join("\n")

const declarationsOf = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), "use-case-errors-"))
  try {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
    writeFileSync(join(folder, "errors.mts"), text)
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: join(root, "core/tsconfig.json"),
        compilerOptions: {
          noEmit: false,
          declaration: true,
          emitDeclarationOnly: true,
          rewriteRelativeImportExtensions: false,
          allowImportingTsExtensions: true,
          rootDir: "/",
          outDir: "out"
        },
        files: ["errors.mts"]
      })
    )
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" })
    if (status !== 0) throw new Error(`The core does not compile:\n${stdout}`)
    return readFileSync(join(folder, "out", folder, "errors.d.mts"), "utf8")
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The tags of each export that is an effect or makes one; of any other export `none`. */
export const errorTags = (useCases: ReadonlyArray<UseCase>): ReadonlyArray<ReadonlyArray<string>> =>
  [...declarationsOf(program(useCases)).matchAll(/^export declare const tags\d+: (.+);$/gm)].map(([, type = ""]) =>
    type === "never" ? [] : type.split(" | ").map((tag) => tag.replace(/^"(.*)"$/, "$1"))
  )

/** Puts tags in the order of the catalogue, then of the store. Throws on one that neither has. */
export const inOrder = ({ name, path }: UseCase, tags: ReadonlyArray<string>): ReadonlyArray<string> => {
  const strange = tags.filter((tag) => !known.includes(tag))
  if (strange.length > 0) throw new Error(`${path}: ${name} fails with ${strange.join(", ")}, which no host can answer`)
  return known.filter((tag) => tags.includes(tag))
}

const rowOf = (useCase: UseCase, tags: ReadonlyArray<string>): string => {
  const all = inOrder(useCase, tags)
  const commit = Object.keys(storeErrors)
  const ofStore = all.filter((tag) => commit.includes(tag))
  const others = all.filter((tag) => !commit.includes(tag))
  const file = relative("core/base/errors", useCase.path)
  const store = ofStore.length === commit.length ? "all of `CommitError`" : ofStore.join(", ")
  return `| [${useCase.name}](${file}) | ${others.join(", ")} | ${store} |`
}

/** The page of use cases and their errors. */
export const renderUseCaseErrors = (): string => {
  const useCases = exported()
  const tags = errorTags(useCases)
  const rows = useCases.flatMap((useCase, index) => {
    const own = tags[index] ?? []
    return own.includes("none") ? [] : [rowOf(useCase, own)]
  })
  return [
    "# Errors of each use case",
    "",
    "Printed from the types that the compiler infers; the tests fail when it is stale. [Errors](errors.md) explains the",
    "refusals, and `core/engine/store/store.ts` the errors of the store.",
    "",
    "| Use case | Refusals | Errors of the store |",
    "| --- | --- | --- |",
    ...rows,
    ""
  ].join("\n")
}
