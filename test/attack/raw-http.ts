// Raw HTTP: bytes on a connection that a proxy and a server could read in two ways. None is, and no request that is hidden in
// another one is ever answered.
import { declared, keyOf, openHost, sqliteDatabase } from "../support/host.ts"
import { exchange, send } from "../support/http.ts"
import { type Outcome, Score } from "./attempt.ts"
import { type RawAttempt, rawAttempts } from "./raw-http-rows.ts"

const key = keyOf("victim")

const hidden = (): string => {
  const body = JSON.stringify({ name: "smuggled" })
  return [
    "POST /api/subaccount HTTP/1.1",
    "Host: x",
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    "",
    body
  ].join("\r\n")
}

const last = "GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

const statusesIn = (raw: string): ReadonlyArray<number> =>
  [...raw.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const meets = (expected: RawAttempt["expected"], statuses: ReadonlyArray<number>): boolean => {
  const [first = 0, ...others] = statuses
  switch (expected) {
    case "closed":
      return isSame(statuses, [])
    case "refused":
      return isSame(statuses, [400])
    case "refused alone":
      return first === 400 && (others.length === 0 || isSame(others, [200]))
    default:
      return isSame(statuses, [...expected, 200]) || isSame(statuses, expected)
  }
}

/**
 * Tries all of it. A connection on which nothing comes for so long is given up: nothing here waits for it, as each is closed
 * once it has its answers.
 */
export const attackRawHttp = async (silenceMs = 20_000): Promise<Outcome> => {
  const rows = sqliteDatabase()
  const host = await openHost({
    accounts: [declared("victim")],
    variables: { DATABASE_URL: rows.url },
    worker: false
  })
  const score = new Score()
  await send(host.base, { path: "/api/subaccount", key })
  const before = await rows.count()
  for (const { bytes, expected, name } of rawAttempts) {
    const raw = await exchange(
      host.port,
      [Buffer.concat([Buffer.from(bytes(hidden()) as string), Buffer.from(last)])],
      silenceMs
    )
    const statuses = statusesIn(raw)
    const isClean = !/^X-Injected/im.test(raw) && !raw.includes("root:")
    score.note(name, isClean && meets(expected, statuses), expected, statuses)
  }
  score.expect("what is stored", before, await rows.count())
  // What is hidden does get through where it is not hidden.
  const [plain] = statusesIn(await exchange(host.port, [hidden() + last], silenceMs))
  score.expect("the hidden request by itself", 201, plain)
  await host.close()
  return score.outcome()
}
