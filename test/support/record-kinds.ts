// Every kind of record of the core and the adapters, read of the sources that declare one.
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type PersonalData, isPersonalData } from "../../core/engine/store/personal.ts"
import type { RecordKind } from "../../core/engine/store/records.ts"

const root = join(import.meta.dirname, "../..")

/** A source that declares kinds. */
interface Declaring {
  readonly path: string
  readonly text: string
}

/** The sources that declare kinds, without those of the conformance kit. */
export const declaring: ReadonlyArray<Declaring> = globSync("{core,adapters}/**/*.ts", { cwd: root })
  .filter((path) => !path.includes("conformance")).toSorted()
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
  .filter(({ text }) => text.includes("= recordKind({"))

/** The kinds that a source declares. */
export const declaredIn = ({ text }: Declaring): ReadonlyArray<string> =>
  [...text.matchAll(/= recordKind\(\{\s*kind: "(\w+)"/g)].flatMap(([, kind]) => kind ?? [])

type AnyKind = RecordKind<never, string, string>

const isKind = (value: unknown): value is AnyKind =>
  typeof value === "object" && value !== null && "kind" in value && "personal" in value && "encode" in value

const modules = await Promise.all(
  declaring.map(({ path }) => import(join(root, path)) as Promise<Readonly<Record<string, unknown>>>)
)

/** The kinds that other modules can name. */
const exported: ReadonlyArray<AnyKind> = modules.flatMap((module) => Object.values(module).filter(isKind))

/** A kind that keeps personal data. */
export interface PersonalKind {
  readonly kind: string
  readonly fields: AnyKind["fields"]
  readonly personal: PersonalData
}

/** Kinds with personal data, by their names. */
export const personalKinds: ReadonlyMap<string, PersonalKind> = new Map(
  exported.flatMap(({ fields, kind, personal }): ReadonlyArray<readonly [string, PersonalKind]> =>
    isPersonalData(personal) ? [[kind, { kind, fields, personal }]] : []
  ).toSorted(([one], [other]) => one < other ? -1 : 1)
)

const declaration =
  /= recordKind\(\{\s*kind: "(\w+)",\s*schema: \w+,\s*personal: noPersonalData\(\s*"((?:[^"\\]|\\.)*)"\s*\)/g

/** Kinds without personal data, with what they hold. */
export const otherKinds: ReadonlyMap<string, string> = new Map(
  declaring.flatMap(({ text }) =>
    [...text.matchAll(declaration)].map(([, kind = "", holds = ""]): readonly [string, string] => [kind, holds])
  ).toSorted(([one], [other]) => one < other ? -1 : 1)
)
