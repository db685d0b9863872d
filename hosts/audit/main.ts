// `npm run audit -- <database url> [--json]`: reads a data plane, changes nothing, and says what it read and which
// invariants of the ledger and of every resource hold in it. Exit code 0: all of them; 1: a violation; 2: it could not be
// asked.
import { audit, isClean } from "./audit.ts"
import { openPlane, withoutPassword } from "./open.ts"
import { Unreadable } from "./plane.ts"
import { asJson, asText } from "./print.ts"

const usage = `usage: npm run audit -- <database url> [--json]

  <database url>  sqlite:PATH or postgres://..., as in DATABASE_URL
  --json          the report as JSON
`

const refuse = (problem: string): never => {
  process.stderr.write(`audit: ${problem}\n`)
  process.exit(2)
}

const run = async (url: string, print: typeof asText): Promise<void> => {
  const plane = await openPlane(url)
  try {
    const verdicts = await audit(plane)
    process.stdout.write(`${print(withoutPassword(url), verdicts)}\n`)
    process.exitCode = isClean(verdicts) ? 0 : 1
  } finally {
    await plane.close()
  }
}

const words = process.argv.slice(2)
const [url, ...others] = words.filter((word) => word !== "--json")
if (url === undefined || others.length > 0 || url.startsWith("-")) refuse(`one database url is needed\n\n${usage}`)
else {
  await run(url, words.includes("--json") ? asJson : asText).catch((cause: unknown) =>
    refuse(cause instanceof Unreadable ? cause.message : `the data plane cannot be read: ${String(cause)}`)
  )
}
