// `npm run audit -- <database url> [--head <number>:<hash>] [--json]`: reads a data plane, changes nothing, and says what
// it read, which invariants of the ledger and of every resource hold in it, and where the chain over its journal ends.
// Exit code 0: all hold; 1: a violation; 2: it could not be asked.
import { parseArgs } from "node:util"
import { isClean, survey } from "./audit.ts"
import type { Head } from "./chain.ts"
import { openPlane } from "./open.ts"
import { withoutPassword } from "./shown-address.ts"
import { Unreadable } from "./plane.ts"
import { asJson, asText } from "./print.ts"

const usage = `usage: npm run audit -- <database url> [--head <number>:<hash>] [--json]

  <database url>  sqlite:PATH or postgres://..., as in DATABASE_URL
  --head          a head of the chain that an earlier audit printed: it must still be there; may be given again
  --json          the report as JSON
`

const refuse = (problem: string): never => {
  process.stderr.write(`audit: ${problem}\n`)
  process.exit(2)
}

const headOf = (text: string): Head => {
  const [, number = "", hash = ""] = /^([1-9]\d*):([0-9a-f]{64})$/.exec(text) ?? []
  if (hash === "") return refuse(`a head is a number, a colon and 64 hex characters, not ${text}\n\n${usage}`)
  return { number: Number(number), hash }
}

const run = async (url: string, kept: ReadonlyArray<Head>, isJson: boolean): Promise<void> => {
  const plane = await openPlane(url)
  try {
    const found = await survey(plane, kept)
    const database = withoutPassword(url)
    process.stdout.write(`${isJson ? asJson(database, found) : asText(database, found, Date.now())}\n`)
    process.exitCode = isClean(found.verdicts) ? 0 : 1
  } finally {
    await plane.close()
  }
}

const asked = () => {
  try {
    const options = { json: { type: "boolean" }, head: { type: "string", multiple: true } } as const
    return parseArgs({ options, allowPositionals: true })
  } catch (cause) {
    return refuse(`${cause instanceof Error ? cause.message : String(cause)}\n\n${usage}`)
  }
}

const { positionals: [url, ...others], values } = asked()
if (url === undefined || others.length > 0) refuse(`one database url is needed\n\n${usage}`)
else {
  await run(url, (values.head ?? []).map(headOf), values.json ?? false).catch((cause: unknown) =>
    refuse(cause instanceof Unreadable ? cause.message : `the data plane cannot be read: ${String(cause)}`)
  )
}
