// The limits of the interface (spec "Limits"; C1, C7, C15, C23, C27), one constant a row. Windows are half-open; sizes of
// text count Unicode code points (C43).

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export const limits = {
  /** Characters of a subaccount's name. */
  subaccountName: { minimum: 1, maximum: 64 },
  /** Cents of a deposit. The ceiling is what a PIX can carry: ten digits of reais and two of cents. */
  depositValue: { minimum: 1, maximum: 999_999_999_999 },
  /** Characters of a caller's own id of a deposit. */
  externalId: { minimum: 1, maximum: 255 },
  /** Rows of one page of subaccounts. */
  subaccountPage: 50,
  /** How long a charge can be paid, unless the account says otherwise. */
  chargeLifetimeMs: day,
  /** What an account may pay out at once, unless it says otherwise, in cents. */
  perTransactionCents: 300_000n,
  /** How far the timestamp of a signed message may be from now, in both directions. */
  signatureToleranceMs: 5 * minute,
  /** How long deposit failure and refund events are tried again. */
  webhookRetryMs: 3 * day,
  /** Characters of an Idempotency-Key. */
  idempotencyKey: { minimum: 1, maximum: 255 },
  /** Bytes of a request body, and levels of its JSON. */
  body: { bytes: 65_536, depth: 32 }
} as const
