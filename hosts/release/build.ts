// Makes dist/package: what npm installs. Node strips no types below node_modules, so a package holds JavaScript and
// declarations, in the folders of the repository, and its manifest names those (0150). The service and the command line
// run from a bundle beside them (0162). What it is made of is in sbom.cdx.json (0211).
import { execFileSync } from "node:child_process"
import { cpSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { bundle, commands, writeBundle } from "./bundle.ts"
import { type Bundled, licencesOf, packagesOf } from "./licences.ts"
import { packedManifest } from "./manifest.ts"
import { type ShippedManifest, problemsOfBill, shippedBillOfMaterials, wholeBillOfMaterials } from "./sbom.ts"
import { isExample, isShipped, rootFiles } from "./shipped.ts"

const root = join(import.meta.dirname, "../..")
const output = join(root, "dist/package")

const compiled = ["core", "adapters", "hosts"]

const filesUnder = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const compile = (): void => {
  rmSync(output, { recursive: true, force: true })
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  execFileSync(process.execPath, [tsc, "-p", join(import.meta.dirname, "tsconfig.build.json")], { stdio: "inherit" })
}

// The compiler rewrites imports; addresses of threads, and imports within declarations, it leaves as they are.
const ownFile = /(?<quote>["'])(?<path>\.{1,2}\/[^"'\n]*?)\.tsx?\k<quote>/g
const rewrite = (file: string): void => {
  const text = readFileSync(file, "utf8")
  const rewritten = text.replace(ownFile, "$<quote>$<path>.js$<quote>")
  if (rewritten !== text) writeFileSync(file, rewritten)
}

const copyRest = (): void => {
  for (const name of rootFiles) cpSync(join(root, name), join(output, name))
  // As they are written: the documents lead to them, and they are to be read and copied.
  for (const path of filesUnder(join(root, "examples")).map((file) => relative(root, file)).filter(isExample)) {
    cpSync(join(root, path), join(output, path))
  }
  for (const folder of compiled) {
    for (const file of filesUnder(join(root, folder))) {
      const path = relative(root, file)
      if (isShipped(path)) cpSync(file, join(output, path))
    }
  }
  const dashboard = "hosts/dashboard/dist"
  if (!existsSync(join(root, dashboard))) {
    throw new Error("the dashboard is not built: npm run build:dashboard")
  }
  cpSync(join(root, dashboard), join(output, dashboard), { recursive: true })
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, "utf8"))
const writeJson = (path: string, value: unknown): void => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)

const bundleHost = async (): Promise<ReadonlyArray<Bundled>> => {
  const made = await bundle(commands)
  writeBundle(join(output, "dist/host"), made)
  writeFileSync(join(output, "dist/host/LICENSES.txt"), licencesOf(made.modules))
  return packagesOf(made.modules)
}

const writeBill = (bundled: ReadonlyArray<Bundled>): void => {
  const manifest = readJson(join(root, "package.json")) as ShippedManifest
  const bill = shippedBillOfMaterials(wholeBillOfMaterials(root), manifest, bundled)
  const problems = problemsOfBill(bill)
  if (problems.length > 0) throw new Error(problems.join("\n"))
  writeJson(join(output, "sbom.cdx.json"), bill)
}

compile()
filesUnder(output).filter((file) => /\.(?:js|d\.ts)$/.test(file)).forEach(rewrite)
copyRest()
const inDashboard = readJson(join(output, "hosts/dashboard/dist/licences.json")) as ReadonlyArray<Bundled>
writeBill([...await bundleHost(), ...inDashboard])
writeJson(join(output, "package.json"), packedManifest(readJson(join(root, "package.json"))))
