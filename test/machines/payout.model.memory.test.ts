// Sequences of payouts on the store in memory.
import { planes } from "../support/planes.ts"
import { payoutSequencesOn } from "./payout.model.ts"

payoutSequencesOn("memory", planes.memory, 3)
