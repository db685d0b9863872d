// Sequences of payouts on a real PostgreSQL.
import { planes } from "../support/planes.ts"
import { describePostgres } from "../support/postgres.ts"
import { payoutSequencesOn } from "./payout.model.ts"

await describePostgres("PostgreSQL", () => {
  payoutSequencesOn("PostgreSQL", planes.PostgreSQL, 0.1)
})
