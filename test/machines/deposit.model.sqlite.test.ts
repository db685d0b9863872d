// Sequences of deposits on an SQLite file.
import { planes } from "../support/planes.ts"
import { sequencesOn } from "./deposit.model.ts"

sequencesOn("SQLite", planes.SQLite, { share: 1.5, perPlane: 25 })
