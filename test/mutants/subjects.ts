// What is changed, and the tests that have to notice: those nearest to it, as quick ones as there are.
import { matchesGlob } from "node:path"

interface Subject {
  /** Patterns of the files that decide. */
  readonly files: ReadonlyArray<string>
  /** Tests that replace a module and run alone, one after the other; they come first. */
  readonly rows: ReadonlyArray<string>
  /** Tests that share what they load. */
  readonly units: ReadonlyArray<string>
}

const unit = (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.map((name) => `test/unit/${name}.test.ts`)
const rows = (...names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.map((name) => `test/machines/${name}.rows.test.ts`)

const subjects: ReadonlyArray<Subject> = [
  {
    files: ["core/payments/movement/*.ts"],
    rows: rows("movement"),
    units: unit("payments/movement/{after-refusal,another-amount,float,held-long,one-proof,resolve-movement}")
  },
  {
    files: ["core/payments/deposit/{hear,refund}-deposit.ts"],
    rows: [],
    units: unit(
      "payments/deposit/{deliver-deposit,failed-return,lightning-delivery,refund-deposit,return-surplus,settle-deposit}"
    )
  },
  {
    files: ["core/payments/deposit/*.ts"],
    rows: [...rows("deposit"), ...unit("payments/deposit/decide-deposit")],
    units: unit("payments/deposit/*")
  },
  {
    files: ["core/payments/pix-payment/*.ts"],
    rows: rows("payout", "lightning-invoice"),
    units: unit("payments/payout/*", "payments/lightning-invoice/*")
  },
  { files: ["core/payments/payout/*.ts"], rows: rows("payout"), units: unit("payments/payout/*") },
  {
    files: ["core/payments/lightning-invoice/*.ts"],
    rows: rows("lightning-invoice"),
    units: unit("payments/lightning-invoice/*")
  },
  { files: ["core/payments/swap/*.ts"], rows: rows("swap"), units: unit("payments/swap/*") },
  { files: ["core/payments/transfer/*.ts"], rows: rows("transfer"), units: unit("payments/transfer/*") },
  { files: ["core/payments/dispute/*.ts"], rows: rows("dispute"), units: unit("payments/dispute/*") },
  {
    files: ["core/payments/treasury-sweep/*.ts"],
    rows: rows("treasury-sweep"),
    units: unit("payments/treasury-sweep/*")
  },
  { files: ["core/customers/kyc/*.ts"], rows: rows("kyc", "other"), units: unit("customers/kyc/*") },
  { files: ["core/inbox/balance-drift.ts"], rows: [], units: unit("inbox/balance-drift", "inbox/compare-rail-books") },
  { files: ["core/inbox/rail-journal.ts"], rows: [], units: unit("inbox/rail-journal", "inbox/compare-rail-books") },
  { files: ["core/inbox/watch-movements.ts"], rows: [], units: unit("inbox/watch-movements") },
  { files: ["adapters/evm/*.ts"], rows: [], units: unit("adapters/evm-{outflows,receipt,status,verify}") },
  { files: ["adapters/tron/*.ts"], rows: [], units: unit("adapters/tron/{outflows,status}") },
  { files: ["adapters/solana/*.ts"], rows: [], units: unit("adapters/solana/{attempt-status,evidence,outflows}") },
  { files: ["adapters/bitcoin/*.ts"], rows: [], units: unit("adapters/bitcoin/status") },
  { files: ["adapters/liquid/*.ts"], rows: [], units: ["test/chain/liquid/evidence.test.ts"] },
  {
    files: ["core/inbox/decide-approval.ts", "core/engine/approval/*.ts"],
    rows: rows("other"),
    units: unit("engine/approval/*")
  },
  { files: ["core/engine/review/*.ts"], rows: rows("other"), units: unit("engine/review/*") },
  { files: ["core/engine/command/*.ts"], rows: rows("other"), units: unit("engine/command/*") },
  { files: ["core/operations/operator/*.ts"], rows: rows("other"), units: unit("operations/operator/lifecycle") },
  { files: ["core/webhooks/webhook/*.ts"], rows: rows("other"), units: unit("webhooks/webhook/*") }
]

/** The files that decide what becomes of money, as far as every mutant of theirs was looked at. */
const deciding = [
  "core/payments/movement/{decide-movement,movement.states}.ts",
  "core/payments/deposit/{decide-deposit,deposit.states,hear-deposit,refund-deposit}.ts",
  "core/payments/pix-payment/{decide-pix-payment,pix-payment.states}.ts",
  "core/payments/payout/{decide-payout,payout.states,refund-payout}.ts",
  "core/payments/lightning-invoice/{decide-lightning-invoice,lightning-invoice.states}.ts",
  "core/payments/swap/{decide-swap,swap.states}.ts",
  "core/payments/transfer/{decide-transfer,transfer.states}.ts",
  "core/payments/dispute/{decide-dispute,dispute.states}.ts",
  "core/payments/treasury-sweep/{decide-treasury-sweep,treasury-sweep.states}.ts",
  "core/customers/kyc/{decide-kyc,kyc-attempt.states,kyc-import,kyc-import.states}.ts",
  "core/inbox/{balance-drift,decide-approval,rail-journal,watch-movements}.ts",
  "core/engine/approval/{approval,approval.states}.ts",
  "core/engine/command/command.states.ts",
  "core/engine/review/{review-ends,review.states}.ts",
  "core/operations/operator/operator.states.ts",
  "core/webhooks/webhook/delivery.states.ts",
  // What the answers of nodes come to.
  "adapters/evm/{receipt,status}.ts",
  "adapters/tron/status.ts",
  "adapters/solana/{attempt-status,evidence}.ts",
  "adapters/bitcoin/status.ts",
  "adapters/liquid/status.ts"
]

export const isDeciding = (file: string): boolean => deciding.some((pattern) => matchesGlob(file, pattern))

/** The subject that a file belongs to. */
export const subjectOf = (file: string): Subject => {
  const subject = subjects.find(({ files }) => files.some((pattern) => matchesGlob(file, pattern)))
  if (subject === undefined) throw new Error(`no tests are named for ${file}`)
  return subject
}
