// Whose everything is: `no-cross-tenant`.
import type { Evidence } from "./evidence.ts"
import type { Inspection, Invariant } from "./invariant.ts"
import type { EntryRow } from "./plane.ts"

type Same = (record: string, what: string, owner: string, found: string) => void

const sameIn = (inspection: Inspection): Same => (record, what, owner, found) => {
  inspection.look()
  inspection.require(found === owner, record, `it belongs to another key owner than its ${what}`, owner, found)
}

/** Whose an account of the books is: its kind alone is no one's, and accounts of wallets are named by the wallet. */
const holderOf = ({ of }: Evidence, account: string): string | undefined => {
  const [kind, whose] = account.split("/")
  if (kind !== "wallet" && kind !== "wallet-holds") return whose
  return whose === undefined ? undefined : of.wallet.get(whose)?.owner ?? "no wallet"
}

const requireEntries = (
  evidence: Evidence,
  same: Same,
  { owner, what }: { readonly owner: string; readonly what: string },
  entries: ReadonlyArray<EntryRow>
): void => {
  for (const entry of entries) {
    same(`entry ${entry.id}`, what, owner, entry.owner)
    for (const { account } of entry.postings) {
      const whose = holderOf(evidence, account)
      if (whose !== undefined) same(`entry ${entry.id}, account ${account}`, what, owner, whose)
    }
  }
}

const requireDeposits = (evidence: Evidence, same: Same): void => {
  for (const { deposit, entries, events, receipts, returns, reviews } of evidence.files.values()) {
    const { owner } = deposit
    for (const { id, owner: found } of [...receipts, ...returns, ...events, ...reviews]) {
      same(id, "deposit", owner, found)
    }
    requireEntries(evidence, same, { owner, what: "deposit" }, entries)
  }
}

/** What has entries, events and reviews beside deposits, with the sources of its entries. */
const othersIn = ({ of }: Evidence) => [
  ...[...of.payout.values()].map((each) => ({ ...each, what: "payout", sources: [each.id, `debit/${each.id}`] })),
  ...[...of.lightningInvoice.values()].map((each) => ({ ...each, what: "Lightning invoice", sources: [each.id] })),
  ...[...of.transfer.values()].map((each) => ({ ...each, what: "transfer", sources: [`transfer/${each.id}`] })),
  ...[...of.swap.values()].map((each) => ({ ...each, what: "swap", sources: [each.id] })),
  ...[...of.wallet.values()].map((each) => ({ ...each, what: "wallet", sources: [each.id] })),
  ...[...of.kycAttempt.values()].map((each) => ({ ...each, what: "KYC attempt", sources: [] }))
]

const requireOthers = (evidence: Evidence, same: Same): void => {
  for (const { id, owner, sources, what } of othersIn(evidence)) {
    for (const source of sources) requireEntries(evidence, same, { owner, what }, evidence.bookedFor(source))
    for (const each of [...evidence.toldOf(id), ...evidence.raisedOf(id)]) same(each.id, what, owner, each.owner)
  }
}

const requireParts = ({ of }: Evidence, same: Same): void => {
  for (const { id, owner, subject } of of.movement.values()) {
    same(id, "payout", of.payout.get(subject)?.owner ?? owner, owner)
  }
  for (const { id, owner, transferId } of of.transferReceipt.values()) {
    same(id, "transfer", of.transfer.get(transferId)?.owner ?? owner, owner)
  }
  for (const { id, owner } of of.swapAuthorization.values()) same(id, "swap", of.swap.get(id)?.owner ?? owner, owner)
  for (const { id, owner } of of.walletMirror.values()) same(id, "wallet", of.wallet.get(id)?.owner ?? owner, owner)
  for (const { eventId, id, owner, webhookId } of of.delivery.values()) {
    same(`delivery ${id}`, "event", of.event.get(eventId)?.owner ?? owner, owner)
    same(`delivery ${id}`, "webhook", of.webhook.get(webhookId)?.owner ?? owner, owner)
  }
}

const requireHolders = ({ of }: Evidence, inspection: Inspection, same: Same): void => {
  const held = [
    ...of.deposit.values(),
    ...of.payout.values(),
    ...of.lightningInvoice.values(),
    ...of.transfer.values(),
    ...of.swap.values(),
    ...of.wallet.values(),
    ...of.pinSession.values(),
    ...of.kycAttempt.values(),
    ...of.kycDocument.values(),
    ...of.statementBlock.values()
  ]
  for (const { id, owner, subAccountId } of held) {
    same(id, "subaccount", of.subaccount.get(subAccountId)?.owner ?? owner, owner)
    inspection.require(of.account.has(owner), id, "its key owner has no account", `account ${owner}`, "none")
  }
  for (
    const { id, owner, subAccountId, walletId } of [...of.payout.values(), ...of.transfer.values(), ...of.swap.values()]
  ) {
    const wallet = of.wallet.get(walletId)
    same(id, "wallet", wallet?.owner ?? owner, owner)
    inspection.equal(id, "its wallet is of another holder", subAccountId, wallet?.subAccountId ?? subAccountId)
  }
}

const noCrossTenant: Invariant<Evidence> = {
  name: "no-cross-tenant",
  holds:
    "everything on record about a deposit, payout, invoice, transfer, swap, wallet or identity belongs to the same key owner, accounts in the books included",
  of: "records",
  inspect: (evidence, inspection) => {
    const same = sameIn(inspection)
    requireDeposits(evidence, same)
    requireOthers(evidence, same)
    requireParts(evidence, same)
    requireHolders(evidence, inspection, same)
  }
}

export const tenantInvariants: ReadonlyArray<Invariant<Evidence>> = [noCrossTenant]
