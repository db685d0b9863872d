// Where else personal data can be: beside the records (decision 0208). What an erasure does not reach is named here with the reason.

interface OtherPlace {
  readonly where: string
  readonly what: string
  readonly howLong: string
  readonly atErasure: string
}

/** Every place beside the records of the data store. */
export const otherPlaces: ReadonlyArray<OtherPlace> = [
  {
    where: "Document store",
    what: "pictures of documents and proofs, sealed with a key of the service",
    howLong: "`PONTEPAY_DOCUMENT_RETENTION_DAYS`; seven days where no submission names them",
    atErasure: "at once where no submission names them, else on the date"
  },
  {
    where: "Journal and its seals",
    what: "nothing: ids, amounts, instants",
    howLong: "always",
    atErasure: "untouched: the seals hold, and the trial balance is the same"
  },
  {
    where: "Names that callers give: `externalId`, `reference`, `clientRequestId`, `Idempotency-Key`, ids of commands",
    what: "whatever a caller puts there; they are keys, so put no personal data there",
    howLong: "always",
    atErasure: "not covered: a key never leaves the data store"
  },
  {
    where: "Addresses and transactions of chains, Spark and Lightning invoices",
    what: "pseudonyms, public on their chain; a Lightning address with an @ is in the table above",
    howLong: "always",
    atErasure: "not covered: what led from them to a person is erased"
  },
  {
    where: "Keyed digests of PIX keys, end-to-end ids",
    what: "pseudonyms that say nothing without the service's key or the bank",
    howLong: "always",
    atErasure: "not covered: they find payments to one key, which a payment's audit needs"
  },
  {
    where: "Webhook deliveries",
    what: "the body of the event; the log of tries has status and kind of problem alone",
    howLong: "a delivery reads the body of its event when it is sent",
    atErasure: "with the event; what a receiver has got is the account's to erase"
  },
  {
    where: "Answers by Idempotency-Key",
    what: "ids, amounts and links; wallet keys sealed",
    howLong: "always",
    atErasure: "nothing of a person is in them"
  },
  {
    where: "Search",
    what: "no index of names, addresses or tax numbers: a search reads records",
    howLong: "while it answers",
    atErasure: "with the records"
  },
  {
    where: "Logs, traces, metrics",
    what: "ids, codes and counts; no names, tax numbers, e-mail addresses or keys",
    howLong: "as the operator's own systems keep them",
    atErasure: "nothing of a person is in them"
  },
  {
    where: "Identity provider, PIX provider, bank",
    what: "what they were handed in",
    howLong: "their own terms",
    atErasure: "not covered: the operator asks them"
  },
  {
    where: "Backups, replicas and pages that a database has not reused yet",
    what: "the state of their time",
    howLong: "the operator's plan of backups",
    atErasure: "not covered: keep a backup no longer than 30 days, and order the erasures again after restoring one"
  }
]
