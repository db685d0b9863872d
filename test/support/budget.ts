// How many generated cases a property runs: PONTEPAY_RUNS, 100 unless told; CI and nightly runs raise it.
import * as Arbitrary from "effect/Arbitrary"
import * as fc from "fast-check"

const numRuns = Number(process.env["PONTEPAY_RUNS"] ?? 100)

fc.configureGlobal({ numRuns })
Arbitrary.configureGlobal({ check: { runs: numRuns } })
