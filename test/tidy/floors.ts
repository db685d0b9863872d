// The drawing of floors at the beginning of ARCHITECTURE.md, read as the rule of imports: a folder imports what stands below
// it, and neither what stands beside it nor what stands above. What else is refused stands in a short list with its reason.
// No name of a file decides anything.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./sources.ts"

/** One line of the drawing: folders that stand side by side, or one folder with the folders in it. */
interface Floor {
  /** Paths from the root; a file where the path has an ending. */
  readonly folders: ReadonlyArray<string>
  /** The folders inside the only folder of the line. */
  readonly inside: ReadonlyArray<string>
}

/** What a drawing shows, the lowest floor first. */
export type Drawing = ReadonlyArray<Floor>

/** `core`: pure packages only. `shipped`: what package.json installs with us. `public`: our exports, and what they bring along. `any`: everything. */
export type Packages = "core" | "shipped" | "public" | "any"

const line = /^(\S+)?\s+(?:([\w.-]+): )?([\w. -]+)$/

/** Reads a drawing. Throws on a line that is none of a drawing. */
export const readDrawing = (text: string): Drawing => {
  let group = ""
  return text.trimEnd().split("\n").map((row): Floor => {
    const [, named, folder, names] = line.exec(row) ?? []
    if (names === undefined) throw new Error(`No line of a drawing: ${row}`)
    group = named ?? group
    const paths = names.split(" ").map((name) =>
      folder === undefined ? `${group}/${name}` : `${group}/${folder}/${name}`
    )
    return folder === undefined ? { folders: paths, inside: [] } : { folders: [`${group}/${folder}`], inside: paths }
  }).toReversed()
}

const page = readFileSync(join(root, "ARCHITECTURE.md"), "utf8")

/** The project's drawing: the first one of ARCHITECTURE.md. */
export const drawing: Drawing = readDrawing(/```text\n([\s\S]*?)```/.exec(page)?.[1] ?? "")

/** A folder of the drawing, and the index of its floor, from below. */
interface Place {
  readonly floor: number
  readonly folder: string
}

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** Where a path stands: the folders of the drawing that it is in, the outermost first. */
export const placesOf = (path: string): ReadonlyArray<Place> =>
  drawing.flatMap(({ folders }, floor) =>
    folders.filter((folder) => isIn(path, folder)).map((folder) => ({ floor, folder }))
  ).toSorted((one, other) => one.folder.length - other.folder.length)

// Of two files of one folder that has floors itself, those floors decide; what is in none of them stands above them.
const isAbove = (own: ReadonlyArray<Place>, target: ReadonlyArray<Place>): boolean => {
  const [[place, ...deeper], [other, ...deeperOther]] = [own, target]
  if (place === undefined) return true
  if (other === undefined) return false
  return place.folder === other.folder ? isAbove(deeper, deeperOther) : place.floor > other.floor
}

/** Folders that a folder inside `core` or `hosts/http` consists of, which form a hierarchy of their own. */
export const insideOf = (path: string): string | undefined =>
  drawing.flatMap(({ inside }) => inside).find((folder) => isIn(path, folder))

/** Imports that the floors would allow, and why they are refused all the same. */
const refusals: ReadonlyArray<{ readonly from: RegExp; readonly to: RegExp; readonly why: string }> = [
  {
    from: /^core\/(?!index\.ts|ports\/moving\/|payments\/movement\/)/,
    to: /^core\/ports\/moving\//,
    why: "only movements move value"
  },
  {
    from: /^hosts\/(?!http\/environments\/|simulate\/|telemetry\/observed-ports\.ts)/,
    to: /^core\/ports\/moving\//,
    why: "only movements move value"
  },
  {
    from: /^hosts\/(?!http\/[a-z-]+\.ts|simulate\/)/,
    to: /^core\/index\.ts$/,
    why: "the entry names ports that move value"
  },
  {
    from: /^adapters\//,
    to: /^core\/(?:index\.ts$|webhooks\/|payments\/|inbox\/|operations\/|resources\.ts$|reports\/|upkeep\/)/,
    why: "an adapter translates and decides nothing"
  },
  {
    from: /^hosts\/(?!http\/(?:environments\/|[a-z-]+\.ts)|simulate\/|cli\/tools\/|devnet\/)/,
    to: /^adapters\//,
    why: "adapters are chosen where an environment is put together"
  },
  {
    from: /^hosts\/http\/(?!environments\/|settings\/|[a-z-]+\.ts)/,
    to: /^hosts\/(?:worker|audit|client)\//,
    why: "hosts meet where a process is put together"
  },
  {
    from: /^hosts\/cli\/(?!main\.ts|tools\/)/,
    to: /^hosts\/(?!cli\/|client\/)/,
    why: "the command line asks the service as any client does"
  },
  { from: /^hosts\/client\//, to: /^(?:core|adapters)\//, why: "a client takes nothing of the service" },
  {
    from: /^hosts\/frameworks\//,
    to: /^(?!hosts\/(?:frameworks\/|http\/index\.ts))/,
    why: "it mounts what `embed` gives"
  },
  {
    from: /^hosts\/release\//,
    to: /^(?!hosts\/(?:release\/|http\/main\.ts))/,
    why: "it starts a host and knows no part of it"
  },
  { from: /^hosts\/dashboard\//, to: /^core\/(?!base\/)/, why: "a page shows what the service decides" },
  { from: /^hosts\/dashboard\//, to: /^hosts\/http\/(?!api\/)/, why: "a page knows the interface alone" }
]

/** Why a file may not import another; undefined where it may. Tests, and the settings of their runner, may import everything. */
export const refusalOf = (from: string, to: string): string | undefined => {
  if (/^test\/|^vitest\.config\.ts$/.test(from)) return undefined
  const [own, target] = [placesOf(from), placesOf(to)]
  if (from.startsWith("examples/")) {
    const isOwn = to === "examples/customer.ts" || target[0] !== undefined && target[0].folder === own[0]?.folder
    return isOwn ? undefined : "an example uses public exports alone"
  }
  if (own.length === 0 || target.length === 0) return "which is in no folder of the drawing"
  if (!isAbove(own, target)) return `${own.at(-1)?.folder} does not stand above ${target.at(-1)?.folder}`
  return refusals.find((row) => row.from.test(from) && row.to.test(to))?.why
}

const packages: ReadonlyArray<readonly [files: RegExp, packages: Packages]> = [
  [/^core\//, "core"],
  [/^hosts\/(?:dashboard|release)\/|^test\/|^vitest\.config\.ts$/, "any"],
  [/^examples\//, "public"]
]

/** The packages that a file may import. */
export const packagesOf = (path: string): Packages => packages.find(([files]) => files.test(path))?.[1] ?? "shipped"

/** The rows of `refusals`, for the test that looks for one that is idle. */
export const refusalReasons: ReadonlyArray<string> = refusals.map(({ why }) => why)
