// Which Node.js the package needs. Without imports, so that an older one can still load it and say so.

/** The first version with all that is used: Argon2 came with 24.7.0. */
export const neededNode = "24.7.0"

const numbersOf = (version: string): ReadonlyArray<number> =>
  version.replace(/^v/, "").split(".").map((part) => Number.parseInt(part, 10))

/** What to say to whoever runs this version (`process.version`); undefined when it is new enough. */
export const olderNode = (version: string): string | undefined => {
  const [major = 0, minor = 0] = numbersOf(version)
  const [neededMajor = 0, neededMinor = 0] = numbersOf(neededNode)
  const isEnough = major > neededMajor || (major === neededMajor && minor >= neededMinor)
  return isEnough ? undefined : `Pontepay needs Node.js ${neededMajor}.${neededMinor} or newer; this is ${version}.`
}
