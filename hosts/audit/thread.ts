// An audit in a thread of its own, for a service that goes on meanwhile: reads the data store that it is given, judges it, and
// answers once.
import { parentPort, workerData } from "node:worker_threads"
import type { AuditFinding } from "../../core/ports/auditor.ts"
import { audit } from "./audit.ts"
import type { Verdict } from "./invariant.ts"
import { openPlane } from "./open.ts"

/** How many places of a broken invariant are told. */
const places = 10

const finding = ({ looked, name, violations }: Verdict): AuditFinding => ({
  invariant: name,
  looked,
  violations: violations.length,
  places: violations.slice(0, places).map(({ expected, found, problem, record }) => ({
    record,
    problem: `${problem}: expected ${expected}, found ${found}`
  }))
})

const plane = await openPlane(String(workerData))
try {
  parentPort?.postMessage((await audit(plane)).map(finding))
} finally {
  await plane.close()
}
