// Sequences of payouts on an SQLite file.
import { planes } from "../support/planes.ts"
import { payoutSequencesOn } from "./payout.model.ts"

payoutSequencesOn("SQLite", planes.SQLite, 0.5)
