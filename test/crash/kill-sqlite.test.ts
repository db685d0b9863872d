// One host on SQLite, killed again and again.
import { afterAll, it } from "vitest"
import { endAll } from "./host.ts"
import { expectNothingLost, timeLimitMs } from "./kills.ts"

afterAll(endAll)

it("loses nothing on SQLite §deposit-crash", () => expectNothingLost("kills on SQLite"), timeLimitMs)
