// What the account statement has to do.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "statement-get",
    text: "GET /api/account/statement answers the main account's",
    source: "spec Account statement"
  },
  { id: "statement-post", text: "POST takes the same fields and subAccountId", source: "C25" },
  {
    id: "statement-full-kyc",
    text: "the latest attempt has to be APPROVED and FULL, else 403",
    source: "spec Account statement"
  },
  { id: "statement-gate-order", text: "shape, then scope, then KYC", source: "C13" },
  {
    id: "statement-scope",
    text: "no one sees another's rows, and a foreign id is a missing one",
    source: "spec Status codes"
  },
  { id: "statement-window", text: "at most 90 days, to the millisecond", source: "spec Limits, Statement" },
  { id: "statement-defaults", text: "30 days ago up to now by default", source: "spec Limits, Statement" },
  { id: "statement-instants", text: "ISO dates and datetimes", source: "spec Account statement" },
  { id: "statement-limit", text: "1 to 200 rows a page, 50 by default", source: "spec Limits, Statement" },
  { id: "statement-cursor", text: "nextCursor leads on and is null on the last page", source: "C25" },
  { id: "statement-pages", text: "page, pageSize and total are of the whole", source: "C25" },
  { id: "statement-order", text: "newest first", source: "0084" },
  { id: "statement-concurrent", text: "rows are shown once and in order while others write", source: "C25" },
  { id: "statement-type", text: "filters show their operations", source: "C25" },
  {
    id: "statement-rows",
    text: "every operation has the fields of the specification",
    source: "spec Account statement"
  },
  { id: "statement-fee-rows", text: "a fee has a row beside its operation", source: "C25" },
  { id: "statement-reconciliation", text: "rows carry txHash and endToEndId", source: "spec Account statement" },
  { id: "statement-balances", text: "what the wallets hold, by asset and network", source: "spec Account statement" },
  { id: "statement-replay", text: "an Idempotency-Key gives the first answer again", source: "C1" }
]
