// Examinations against the provider: no one is approved whom it did not approve, a decision stays whatever is said later, each
// is announced once in both of its events, and where a person stands is what became of his latest attempt.
import type { Judge, Report } from "./judge.ts"

interface Attempt {
  readonly owner: string
  readonly subAccountId: string
  readonly isProof: boolean
  readonly isHosted: boolean
  readonly isDeclared: boolean
  status: string
}

export interface KycParts {
  readonly report: Report
  /** What the provider ever decided about an attempt, first to last. */
  readonly said: (attemptId: string) => ReadonlyArray<string>
  /** Whether the provider has the attempt and decides about it. */
  readonly isExamining: (attemptId: string) => boolean
  /** Where a subaccount stands, as its owner is shown. */
  readonly shown: (
    owner: string,
    subAccountId: string
  ) => { readonly status: string; readonly lastAttemptId: string | null }
}

const open = ["PENDING", "REVIEW"]
const proofs = ["PROOF_OF_ADDRESS", "PROOF_OF_FINANCIAL_CAPACITY"]

const read = (value: Readonly<Record<string, unknown>>): Attempt => {
  const submitted = value["submitted"] as { readonly kind: string; readonly source: string } | undefined
  return {
    owner: String(value["owner"]),
    subAccountId: String(value["subAccountId"]),
    isProof: proofs.includes(submitted?.kind ?? ""),
    isHosted: submitted?.source === "HOSTED",
    isDeclared: submitted === undefined,
    status: String(value["status"])
  }
}

export class Kyc implements Judge {
  private readonly attempts = new Map<string, Attempt>()
  private readonly latest = new Map<string, string>()
  /** How often each attempt was announced: `<attempt> <event>`. */
  private readonly announced = new Map<string, number>()
  private readonly parts: KycParts

  constructor(parts: KycParts) {
    this.parts = parts
  }

  committed: NonNullable<Judge["committed"]> = (_changes, written) => {
    for (const { id, isNew, kind, value } of written) {
      if (kind === "kycAttempt") this.wrote(id, isNew, read(value))
      const name = String(value["name"])
      if (kind === "event" && isNew && (name.startsWith("KYC_") || name === "kyc.completed")) {
        const key = `${String(value["subject"])} ${name}`
        this.announced.set(key, (this.announced.get(key) ?? 0) + 1)
      }
    }
  }

  after = (): void => {
    for (const [id, attempt] of this.attempts) this.ends(id, attempt)
    for (const [subAccountId, id] of this.latest) {
      const attempt = this.attempts.get(id)
      if (attempt === undefined) continue
      const shown = this.parts.shown(attempt.owner, subAccountId)
      if (shown.lastAttemptId !== id || shown.status !== attempt.status) {
        this.parts.report(
          "kyc-latest",
          `${subAccountId} is shown as ${shown.status} by ${shown.lastAttemptId}; its latest attempt ${id} is ${attempt.status}`
        )
      }
    }
  }

  private wrote(id: string, isNew: boolean, now: Attempt): void {
    const before = this.attempts.get(id)
    this.attempts.set(id, now)
    if (isNew && !now.isProof) this.latest.set(now.subAccountId, id)
    if (before !== undefined && !open.includes(before.status) && now.status !== before.status) {
      this.parts.report("terminal-stays", `attempt ${id} was ${before.status}, and is ${now.status}`)
    }
    if (!open.includes(now.status) && before?.status !== now.status && !now.isDeclared) this.isFounded(id, now)
  }

  // Pages that no one filled in end by themselves, and what the provider never had cannot be decided.
  private isFounded(id: string, { isHosted, status }: Attempt): void {
    const said = this.parts.said(id)
    const isOwn = (status === "EXPIRED" && isHosted) || (status === "FAILED" && !this.parts.isExamining(id))
    if (said.includes(status) || isOwn) return
    this.parts.report(
      "kyc-decided",
      `attempt ${id} is ${status}, and the provider only ever said ${said.join(", ") || "nothing"}`
    )
  }

  private ends(id: string, { isDeclared, isProof, status }: Attempt): void {
    if (isDeclared) return
    if (open.includes(status)) {
      this.parts.report("kyc-decided", `attempt ${id} is still ${status} when nothing is to come any more`)
    }
    for (const name of ["KYC_APPROVED", "KYC_REJECTED", "KYC_EXPIRED", "KYC_FAILED", "kyc.completed"]) {
      const count = this.announced.get(`${id} ${name}`) ?? 0
      const isOwed = !isProof && !open.includes(status) && (name === "kyc.completed" || name === `KYC_${status}`)
      if (count !== (isOwed ? 1 : 0)) {
        this.parts.report(
          "events-at-least-once",
          `attempt ${id} is ${status}, and ${name} was announced ${count} times`
        )
      }
    }
  }
}
