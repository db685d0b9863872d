// Three hosts on one PostgreSQL, killed again and again.
import { afterAll, it } from "vitest"
import { describePostgres } from "../support/postgres.ts"
import { endAll } from "./host.ts"
import { expectNothingLost, timeLimitMs } from "./kills.ts"

afterAll(endAll)

await describePostgres("on Postgres", () => {
  it("loses nothing with three hosts on one database", () => expectNothingLost("kills on Postgres"), timeLimitMs)
})
