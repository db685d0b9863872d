// Our own identifiers: `<prefix>_<UUIDv7 without dashes>`. They sort by creation and reveal it, so none is a secret.

/** Every prefix in use, with the record it names. */
export const prefixes = {
  acc: "account",
  key: "API key",
  sub: "subaccount",
  kyc: "KYC attempt",
  dep: "deposit (its charge: `walletCharge`)",
  tkt: "sandbox ticket of a charge (`trackId`)",
  ext: "externalId made for a caller who gave none",
  ret: "return of a PIX that we send back",
  pay: "payout (`transactionId`; its PIX goes out under it)",
  inv: "Lightning invoice (its PIX goes out under it; in the interface the payment hash names it)",
  trf: "wallet transfer",
  quo: "quote (`quoteToken`)",
  swp: "DePix swap",
  rfd: "manual refund",
  doc: "KYC document",
  lvs: "liveness session",
  psn: "session that sets or resets a PIN",
  usr: "user behind a subaccount",
  ent: "journal entry",
  evt: "event",
  whk: "webhook endpoint",
  dlv: "delivery of an event to an endpoint"
} as const

export type IdPrefix = keyof typeof prefixes

/** An identifier of ours with its prefix in the type. */
export type Id<P extends IdPrefix> = `${P}_${string}`
