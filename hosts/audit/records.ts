// Records among each other: `idempotent-replay` and `sandbox-isolated`.
import { type Promised, promiseOf } from "./bodies.ts"
import type { DepositFile, Evidence } from "./evidence.ts"
import type { Inspection, Invariant } from "./invariant.ts"

const named = ({ deposit }: DepositFile): string => `deposit ${deposit.id} (${deposit.state})`

const distinct = (
  inspection: Inspection,
  files: Iterable<DepositFile>,
  field: string,
  of: (file: DepositFile) => string
): void => {
  const first = new Map<string, string>()
  for (const file of files) {
    const value = of(file)
    const other = first.get(value)
    inspection.require(
      other === undefined,
      named(file),
      `another deposit has its ${field}`,
      "one deposit",
      `${other} has it too`
    )
    first.set(value, file.deposit.id)
  }
}

const idempotentReplay: Invariant<Evidence> = {
  name: "idempotent-replay",
  holds:
    "no two deposits share an externalId of one owner or a trackId, and every remembered answer names a record that exists",
  of: "deposits and remembered answers",
  inspect: (evidence, inspection) => {
    inspection.look(evidence.files.size)
    distinct(
      inspection,
      evidence.files.values(),
      "externalId",
      ({ deposit }) => `${deposit.owner}/${deposit.externalId}`
    )
    distinct(inspection, evidence.files.values(), "trackId", ({ deposit }) => deposit.trackId)
    const invoices = new Map([...evidence.of.lightningInvoice.values()].map((each) => [each.paymentHash, each]))
    const ownerOf = ({ id, kind }: Promised): string | undefined =>
      (kind === "lightningInvoice" ? invoices.get(id) : evidence.of[kind].get(id))?.owner
    for (const answer of evidence.of.answer.values()) {
      const promise = promiseOf(answer)
      if (promise === undefined) continue
      inspection.look()
      const owner = ownerOf(promise)
      inspection.require(
        owner === answer.owner,
        `answer ${answer.id}`,
        `it promised a ${promise.kind} that its owner does not have`,
        `${promise.kind} ${promise.id} of ${answer.owner}`,
        owner === undefined ? "none" : `one of ${owner}`
      )
    }
  }
}

const sandboxIsolated: Invariant<Evidence> = {
  name: "sandbox-isolated",
  holds: "a data plane holds accounts and keys of one environment, and production holds nothing that was simulated",
  of: "accounts and API keys",
  inspect: (evidence, inspection) => {
    const both = [...evidence.of.account.values(), ...evidence.of.apiKey.values()]
    inspection.look(both.length)
    const [first] = both
    for (const { environment, id } of both) {
      inspection.require(
        environment === first?.environment,
        id,
        "it is of another environment than the data plane",
        first?.environment ?? "",
        environment
      )
    }
    if (evidence.isSandbox) return
    for (const { id } of [...evidence.of.sandboxTransfer.values(), ...evidence.of.sandboxReturn.values()]) {
      inspection.violation(id, "a simulated movement in a data plane of production", "none", id)
    }
  }
}

export const recordInvariants: ReadonlyArray<Invariant<Evidence>> = [idempotentReplay, sandboxIsolated]
