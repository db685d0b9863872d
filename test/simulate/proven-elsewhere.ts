// Rows and faults that no seed is sure to take, each with where it is proven instead.

export const provenElsewhere: Readonly<Record<string, string>> = {
  "deposit 3": "test/machines/deposit.rows.test.ts: no simulated price is so high that a PIX is worth nothing",
  "deposit 4": "as deposit 3",
  "deposit 16": "test/machines/deposit.rows.test.ts: a bank that returns a part before our own return is sent",
  "payout 2":
    "test/machines/payout.rows.test.ts: a debit that its chain finds after the payout had failed for want of it",
  "swap 2": "test/machines/swap.rows.test.ts: an authorization that ends before any worker has begun",
  "swap 14": "test/machines/swap.rows.test.ts: the last Lightning payment, found paid after the swap was stranded"
}
