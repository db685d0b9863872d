// What an id of the service is of, by its prefix, and the page that shows it.
const kinds: Readonly<Record<string, readonly [kind: string, page: string]>> = {
  acc: ["account", "accounts"],
  dep: ["deposit", "records"],
  evt: ["event", "events"],
  inv: ["lightningInvoice", "records"],
  key: ["apiKey", "records"],
  kyc: ["kycAttempt", "records"],
  pay: ["payout", "records"],
  sub: ["subaccount", "subaccounts"],
  swp: ["swap", "records"],
  trf: ["transfer", "records"],
  tsw: ["treasurySweep", "records"],
  whk: ["webhook", "webhooks"]
}

const named = (id: string) => kinds[/^([a-z]{3})_[0-9a-f]{32}$/.exec(id)?.[1] ?? ""]

/** The place that shows what an id is of; undefined for a text that is no such id. */
export const placeOfId = (id: string): ReadonlyArray<string> | undefined => {
  const page = named(id)?.[1]
  return page === undefined ? undefined : [page, id]
}

/** The kind of the record of an id. */
export const kindOfId = (id: string): string | undefined => named(id)?.[0]

// The entry of the navigation that a kind of record belongs to, where its page has another address.
const lists: Readonly<Record<string, string>> = {
  deposit: "deposits",
  payout: "payouts",
  lightningInvoice: "invoices",
  transfer: "transfers",
  swap: "swaps",
  dispute: "disputes",
  kycAttempt: "kyc"
}

/** The list of the navigation where a record is found. */
export const listOfId = (id: string): string | undefined => {
  // A dispute is known by the PIX that it contests.
  const kind = kindOfId(id) ?? (/^E[0-9A-Z]{31}$/.test(id) ? "dispute" : "")
  return lists[kind]
}
