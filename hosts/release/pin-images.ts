// `npm run images`: writes into the Dockerfile and the composition which images their tags lead to now, by digest. Needs Docker
// and the network. For whoever builds from a checkout, and after a version in them was changed.
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { digestOf, pinned } from "./images.ts"

const at = (name: string): string => join(import.meta.dirname, "../deploy", name)
const read = (name: string): string => readFileSync(at(name), "utf8")

const { compose, dockerfile } = pinned({ compose: read("compose.yaml"), dockerfile: read("Dockerfile") }, digestOf)
writeFileSync(at("Dockerfile"), dockerfile)
writeFileSync(at("compose.yaml"), compose)
