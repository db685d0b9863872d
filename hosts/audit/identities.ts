// Identities: `kyc-decided-once`, `kyc-ends` and `kyc-documents`.
import { type Body, readEvent } from "./bodies.ts"
import type { Evidence } from "./evidence.ts"
import { type Inspection, type Invariant, listed } from "./invariant.ts"

type Attempt = Body<"kycAttempt">
type Document = Body<"kycDocument">

const named = ({ id, status }: Attempt): string => `KYC attempt ${id} (${status})`
const isOpen = ({ status }: Attempt): boolean => status === "PENDING" || status === "REVIEW"
const isProof = ({ submitted }: Attempt): boolean => submitted?.kind.startsWith("PROOF_") === true

const requireTold = (inspection: Inspection, evidence: Evidence, attempt: Attempt): void => {
  const events = evidence.toldOf(attempt.id)
  // A declared approval was never requested, and a proof decides about no one's identity.
  const isTold = !isOpen(attempt) && !isProof(attempt) && attempt.submitted !== undefined
  const expected = isTold ? [`KYC_${attempt.status}`, "kyc.completed"] : []
  const found = events.map(({ name }) => name).toSorted()
  inspection.equal(
    named(attempt),
    "its events are not those of its decision",
    listed(expected.toSorted()),
    listed(found)
  )
  for (const event of events) {
    const data = readEvent(event)?.data ?? {}
    const record = `event ${event.id}`
    inspection.equal(record, "it tells of another attempt", attempt.id, String(data["attemptId"]))
    const subject = data["subAccountId"]
    const isOfIt = subject === null || subject === attempt.subAccountId
    inspection.require(isOfIt, record, "it tells of another subaccount", attempt.subAccountId, String(subject))
    if (event.name !== "kyc.completed") continue
    inspection.equal(record, "it tells another decision", attempt.status, String(data["status"]))
  }
}

const decidedOnce: Invariant<Evidence> = {
  name: "kyc-decided-once",
  holds:
    "an attempt is decided once and told once, and a company has what its approved proofs opened, no more and no less",
  of: "KYC attempts and subaccounts",
  inspect: (evidence, inspection) => {
    const proofs = new Map<string, Set<string>>()
    for (const attempt of evidence.of.kycAttempt.values()) {
      inspection.look()
      const { approvedAt, rejection, status, subAccountId, submitted } = attempt
      const isApproved = (approvedAt !== null) === (status === "APPROVED")
      inspection.require(
        isApproved,
        named(attempt),
        "decision and instant contradict each other",
        status,
        String(approvedAt)
      )
      const isRejected = (rejection !== undefined) === (status === "REJECTED")
      inspection.require(isRejected, named(attempt), "decision and reason contradict each other", status, "another")
      inspection.require(
        submitted !== undefined || status === "APPROVED",
        named(attempt),
        "no one requested it, and it is no declared approval",
        "APPROVED",
        status
      )
      requireTold(inspection, evidence, attempt)
      if (status !== "APPROVED" || submitted === undefined || !isProof(attempt)) continue
      proofs.set(subAccountId, (proofs.get(subAccountId) ?? new Set()).add(submitted.kind))
    }
    for (const { id, unlocked } of evidence.of.subaccount.values()) {
      inspection.look()
      const has = (kind: string) => proofs.get(id)?.has(kind) === true
      const hasCapacity = has("PROOF_OF_FINANCIAL_CAPACITY")
      const expected = [
        ...hasCapacity ? ["USD_OPERATIONS"] : [],
        ...hasCapacity && has("PROOF_OF_ADDRESS") ? ["RAISED_LIMITS"] : []
      ]
      const problem = "it has not what its approved proofs open"
      inspection.equal(`subaccount ${id}`, problem, listed(expected.toSorted()), listed([...unlocked ?? []].toSorted()))
    }
  }
}

const kycEnds: Invariant<Evidence> = {
  name: "kyc-ends",
  holds:
    "every attempt that is open has a job that asks for it, what was handed in is forgotten once it is decided, and an import that asks has a job",
  of: "KYC attempts and imports",
  inspect: (evidence, inspection) => {
    for (const attempt of evidence.of.kycAttempt.values()) {
      inspection.look()
      const { id, status, submitted } = attempt
      const job = `advance-kyc/${id}`
      if (isOpen(attempt)) evidence.requireJob(inspection, named(attempt), job, "advance-kyc-attempt", id)
      if (status === "PENDING" && submitted?.source === "HOSTED") {
        const deadline = `expire-hosted/${id}`
        // Pages that were filled in are past their deadline, and wait for the provider alone.
        const isFilled = evidence.jobs.get(deadline) === undefined && evidence.livingJob(job) !== undefined
        if (!isFilled) evidence.requireJob(inspection, named(attempt), deadline, "expire-hosted-attempt", id)
      }
      const sealed = evidence.of.kycSubmission.get(id)?.sealed ?? null
      inspection.require(
        sealed === null || isOpen(attempt) || evidence.livingJob(job) !== undefined,
        named(attempt),
        "what was handed in is kept although it is decided",
        "nothing, or a job that forgets it",
        "a sealed submission"
      )
    }
    for (const { id } of evidence.of.kycSubmission.values()) {
      const record = `KYC submission ${id}`
      inspection.require(
        evidence.of.kycAttempt.has(id),
        record,
        "its attempt is not there",
        `KYC attempt ${id}`,
        "none"
      )
    }
    for (const { attemptId, id, state } of evidence.of.kycImport.values()) {
      inspection.look()
      const record = `KYC import ${id} (${state})`
      if (state === "ASKING") {
        evidence.requireJob(inspection, record, `advance-import/${attemptId}`, "advance-kyc-import", attemptId)
      }
      if (state !== "TAKEN") continue
      const attempt = evidence.of.kycAttempt.get(attemptId)
      const found = attempt === undefined ? "none" : `one of ${attempt.subAccountId}, ${attempt.submitted?.source}`
      inspection.equal(record, "it became no attempt of its own", `one of ${id}, EXTERNAL_IMPORT`, found)
    }
  }
}

const sidesOf = ({ back, front }: Document) => back === null ? [front] : [front, back]

const kycDocuments: Invariant<Evidence> = {
  name: "kyc-documents",
  holds: "every side of a document was filled in time, with a file of a kind or by a capture",
  of: "sides of documents",
  inspect: (evidence, inspection) => {
    for (const document of evidence.of.kycDocument.values()) {
      for (const { completedAt, expiresAt, fileId, fileType } of sidesOf(document)) {
        inspection.look()
        const record = `KYC document ${document.id}`
        const isInTime = completedAt === null || completedAt < expiresAt
        inspection.require(isInTime, record, "a side was filled too late", `before ${expiresAt}`, String(completedAt))
        const hasFile = fileId !== null && fileType !== null
        const isDue = completedAt !== null && document.sessionId === null
        inspection.require(
          hasFile === isDue || document.erasedAt !== undefined,
          record,
          "a side and its file contradict each other",
          isDue ? "a file" : "none",
          hasFile ? "a file" : "none"
        )
      }
    }
  }
}

export const identityInvariants: ReadonlyArray<Invariant<Evidence>> = [decidedOnce, kycEnds, kycDocuments]
