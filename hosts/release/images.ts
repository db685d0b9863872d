// The images that the service is built on and runs beside, by digest: a tag can be moved to another image, a digest cannot.
import { spawnSync } from "node:child_process"

const isDigest = (text: string): boolean => /^sha256:[0-9a-f]{64}$/.test(text)

/** The digest that an image's tag leads to, as Docker has it from the image's registry; throws where Docker cannot say. */
export const digestOf = (image: string): string => {
  const args = ["buildx", "imagetools", "inspect", image, "--format", "{{.Manifest.Digest}}"]
  const { error, stderr, stdout } = spawnSync("docker", args, { encoding: "utf8" })
  const digest = (stdout ?? "").trim()
  if (!isDigest(digest)) throw new Error(`docker does not say which image ${image} is: ${error?.message ?? stderr}`)
  return digest
}

/** The Dockerfile and the composition, as texts. */
export interface Deployed {
  readonly dockerfile: string
  readonly compose: string
}

// The base of every stage is one image: its tag is in the first FROM, its digest an argument of the build.
const nodeVersion = /^ARG NODE_VERSION=(\S+)$/m
const nodeDigest = /^ARG NODE_DIGEST(?:=(\S+))?$/m
const nodeTag = /^FROM node:\$\{NODE_VERSION\}(-[a-z-]+)@/m
const postgresImage = /^ +image: (postgres:[\w.-]+)(?:@(\S+))?$/m

/** What is not held by a digest; empty when everything is. */
export const unpinned = ({ compose, dockerfile }: Deployed): ReadonlyArray<string> => [
  ...(isDigest(nodeDigest.exec(dockerfile)?.[1] ?? "") ? [] : ["hosts/deploy/Dockerfile names no NODE_DIGEST"]),
  ...(isDigest(postgresImage.exec(compose)?.[2] ?? "") ? [] : ["hosts/deploy/compose.yaml names Postgres by no digest"])
]

/** Both with the digests that their tags lead to now. */
export const pinned = ({ compose, dockerfile }: Deployed, resolve: (image: string) => string): Deployed => {
  const node = `node:${nodeVersion.exec(dockerfile)?.[1]}${nodeTag.exec(dockerfile)?.[1]}`
  return {
    dockerfile: dockerfile.replace(nodeDigest, `ARG NODE_DIGEST=${resolve(node)}`),
    compose: compose.replace(
      postgresImage,
      (line, image: string) => `${line.slice(0, line.indexOf("postgres:"))}${image}@${resolve(image)}`
    )
  }
}
