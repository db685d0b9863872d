// Lightning addresses, user@domain (LUD-16): the user is a-z0-9-_. with an optional +tag, the domain has a dot.
// The user is case-sensitive in the standard and must be lower case; the domain is returned in lower case.
import { Result } from "effect"
import { isHostName } from "./host-name.ts"
import { type Parsed, readText, refuse } from "./problem.ts"

export interface LightningAddress {
  readonly kind: "lightningAddress"
  readonly text: string
  readonly user: string
  readonly domain: string
}

const maxUserLength = 64
const userForm = /^[a-z0-9\-_.]+(?:\+[a-z0-9\-_.]+)?$/

/** The user becomes a path segment of a URL, where these two would name another path. */
const pathNames: ReadonlyArray<string> = [".", ".."]

/** Reads a Lightning address; nothing is asked of the domain. */
export const parseLightningAddress = (text: string): Parsed<LightningAddress> =>
  Result.flatMap(readText(text, 320), () => {
    const at = text.indexOf("@")
    if (at === -1) return refuse("form", "A Lightning address has the form user@domain.")
    const user = text.slice(0, at)
    const domain = text.slice(at + 1).toLowerCase()
    if (!userForm.test(user) || user.length > maxUserLength || pathNames.includes(user)) {
      return refuse(
        "user",
        "The part before @ has 1 to 64 characters from a-z, 0-9, -, _ and ., and may end in + and a tag.",
        0
      )
    }
    if (!isHostName(domain)) return refuse("domain", "The part after @ is not a domain name.", at + 1)
    return Result.succeed({ kind: "lightningAddress", text: `${user}@${domain}`, user, domain })
  })
