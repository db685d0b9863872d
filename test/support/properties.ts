// Set-up of every test file: how many generated cases a property runs.
import * as Arbitrary from "effect/Arbitrary"
import * as fc from "fast-check"
import { depth } from "./depth.ts"

fc.configureGlobal({ numRuns: depth.cases })
Arbitrary.configureGlobal({ check: { runs: depth.cases } })
