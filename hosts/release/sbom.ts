// The package's bill of materials, as CycloneDX 1.5: what an install brings and what is bundled into the package, with
// version, licence and hash of each. npm writes one of the whole lock file, development included; this keeps what is shipped.
import { execFileSync } from "node:child_process"
import type { Bundled } from "./licences.ts"

/** A package in a bill of materials. */
interface Component {
  readonly "bom-ref": string
  readonly name: string
  readonly version: string
  readonly properties: ReadonlyArray<{ readonly name: string; readonly value: string }>
  readonly licenses?: ReadonlyArray<{ readonly license?: { readonly id?: string }; readonly expression?: string }>
  readonly hashes?: ReadonlyArray<{ readonly alg: string; readonly content: string }>
}

interface BillOfMaterials {
  readonly bomFormat: string
  readonly specVersion: string
  readonly metadata: { readonly component: Component }
  readonly components: ReadonlyArray<Component>
  readonly dependencies: ReadonlyArray<{ readonly ref: string; readonly dependsOn: ReadonlyArray<string> }>
}

/** What of the package's manifest decides what is shipped. */
export interface ShippedManifest {
  readonly name: string
  readonly dependencies: Readonly<Record<string, string>>
}

/** The bill of materials of everything in the lock file of a folder. */
export const wholeBillOfMaterials = (folder: string): BillOfMaterials => {
  const printed = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1_024 * 1_024
  })
  return JSON.parse(printed) as BillOfMaterials
}

/** What is shipped, of a whole bill of materials: `bundled` are the packages whose code is in the package itself. */
export const shippedBillOfMaterials = (
  whole: BillOfMaterials,
  manifest: ShippedManifest,
  bundled: ReadonlyArray<Bundled>
): BillOfMaterials => {
  const { component: own } = whole.metadata
  const needs = new Map(whole.dependencies.map(({ dependsOn, ref }) => [ref, dependsOn]))
  const within = new Set(bundled.map(({ name, version }) => `${name}@${version}`))
  const shipped = new Set<string>()
  const ship = (ref: string): void => {
    if (shipped.has(ref)) return
    shipped.add(ref)
    needs.get(ref)?.forEach(ship)
  }
  Object.entries(manifest.dependencies).forEach(([name, version]) => ship(`${name}@${version}`))
  within.forEach(ship)
  return {
    ...whole,
    // npm names it after the folder that it is in.
    metadata: { ...whole.metadata, component: { ...own, name: manifest.name } },
    components: whole.components.filter((component) => shipped.has(component["bom-ref"])).map((component) => ({
      ...component,
      properties: within.has(component["bom-ref"]) ? [{ name: "cdx:npm:package:bundled", value: "true" }] : []
    })),
    dependencies: whole.dependencies
      .filter(({ ref }) => ref === own["bom-ref"] || shipped.has(ref))
      .map(({ dependsOn, ref }) => ({ ref, dependsOn: dependsOn.filter((other) => shipped.has(other)) }))
  }
}

/** Licences that ask for no more than their text and a notice. */
const allowedLicences: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "Unlicense"
])

const isAllowed = ({ licenses = [] }: Component): boolean =>
  licenses.length > 0 &&
  licenses.every(({ expression, license }) =>
    (license?.id ?? expression ?? "").split(" OR ").some((id) => allowedLicences.has(id))
  )

/** What keeps a bill of materials from being shipped; empty when nothing does. */
export const problemsOfBill = ({ components }: BillOfMaterials): ReadonlyArray<string> =>
  components.flatMap((component) => {
    const { hashes = [], name, version } = component
    return [
      isAllowed(component)
        ? []
        : [`${name} ${version} has no licence that we ship: ${JSON.stringify(component.licenses)}`],
      hashes.some(({ alg }) => alg === "SHA-512") ? [] : [`${name} ${version} has no SHA-512`]
    ].flat()
  })
