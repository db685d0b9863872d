// Sequences of deposits on the store in memory.
import { planes } from "../support/planes.ts"
import { sequencesOn } from "./deposit.model.ts"

sequencesOn("memory", planes.memory, { share: 4.5, perPlane: 10 })
