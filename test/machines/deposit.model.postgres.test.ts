// Sequences of deposits on a real PostgreSQL.
import { planes } from "../support/planes.ts"
import { describePostgres } from "../support/postgres.ts"
import { sequencesOn } from "./deposit.model.ts"

await describePostgres("PostgreSQL", () => {
  sequencesOn("PostgreSQL", planes.PostgreSQL, { share: 0.75, perPlane: 50 })
})
