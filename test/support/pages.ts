// The pages that are printed from tables of the core, each by its path from the root and what it must hold.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { depositStates } from "../../core/deposit/deposit.states.ts"
import { disputeStates } from "../../core/dispute/dispute.states.ts"
import { renderErrors } from "../../core/errors/render.ts"
import { renderEvents } from "../../core/event/render.ts"
import { kycStates } from "../../core/kyc/kyc-attempt.states.ts"
import { lightningInvoiceStates } from "../../core/lightning-invoice/lightning-invoice.states.ts"
import { renderLimits } from "../../core/limits/render.ts"
import { swapLegStates } from "../../core/swap/swap-leg.states.ts"
import { swapStates } from "../../core/swap/swap.states.ts"
import { renderMarkdown } from "../../core/machine/render.ts"
import { payoutStates } from "../../core/payout/payout.states.ts"
import { transferStates } from "../../core/transfer/transfer.states.ts"
import { statusOf } from "../../hosts/http/envelope.ts"
import { renderCoverage } from "../coverage/render.ts"

const root = join(import.meta.dirname, "../..")

/** Every printed page. */
export const pages: Readonly<Record<string, () => string>> = {
  "core/deposit/deposit.states.md": () => renderMarkdown(depositStates),
  "core/dispute/dispute.states.md": () => renderMarkdown(disputeStates),
  "core/kyc/kyc-attempt.states.md": () => renderMarkdown(kycStates),
  "core/lightning-invoice/lightning-invoice.states.md": () => renderMarkdown(lightningInvoiceStates),
  "core/swap/swap.states.md": () => renderMarkdown(swapStates),
  "core/swap/swap-leg.states.md": () => renderMarkdown(swapLegStates),
  "core/payout/payout.states.md": () => renderMarkdown(payoutStates),
  "core/transfer/transfer.states.md": () => renderMarkdown(transferStates),
  "core/errors/errors.md": () => renderErrors(statusOf),
  "core/event/events.md": renderEvents,
  "core/limits/limits.md": renderLimits,
  "test/coverage/coverage.md": renderCoverage
}

/** Where a page is kept. */
export const placeOf = (path: string): string => join(root, path)

/** A page as it is kept. */
export const kept = (path: string): string => readFileSync(placeOf(path), "utf8")
