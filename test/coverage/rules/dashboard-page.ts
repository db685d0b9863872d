// What the dashboard's page promises whoever looks at it.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  { id: "dashboard-token", text: "the token stays in the tab: no address, no cookie, nothing kept", source: "0140" },
  { id: "dashboard-owner", text: "an owner sees his own pages and none of the operator's", source: "0140" },
  { id: "dashboard-webhook", text: "a webhook is registered, seen to deliver, and replayed", source: "0140" },
  { id: "dashboard-failure", text: "a failure shows its code, its fields and the request id", source: "0140" },
  { id: "dashboard-keys", text: "a key is shown once, and revoked only after asking", source: "0140" },
  { id: "dashboard-account", text: "flags, limits and fees are changed, what differs alone", source: "0140" },
  { id: "dashboard-sandbox", text: "the sandbox's panel pays and moves time", source: "0140" },
  { id: "dashboard-jobs", text: "a job that was put aside is tried once more", source: "0140" },
  { id: "dashboard-statement", text: "a statement is saved as a file", source: "0140" },
  { id: "dashboard-ledger", text: "the trial balance goes back in time by a slider", source: "0140" },
  { id: "dashboard-exact", text: "amounts are shown to their last digit", source: "0140" },
  { id: "dashboard-keyboard", text: "everything can be reached and done by keyboard", source: "0140" },
  { id: "dashboard-languages", text: "English and Portuguese say the same things", source: "0140" },
  { id: "dashboard-theme", text: "light or dark, as the system has it or as is chosen", source: "0140" },
  { id: "dashboard-said", text: "what the service says is said in the reader's language", source: "0140" },
  { id: "dashboard-transitions", text: "a record shows what it went through, with its evidence", source: "0140" },
  {
    id: "dashboard-summary-first",
    text: "a payment's page begins with amount, payer, payee, status and what happened, on a phone as on a desktop",
    source: "0161"
  },
  {
    id: "dashboard-next",
    text: "a final payment has nothing next; rare later events are behind one line",
    source: "0161"
  },
  {
    id: "dashboard-refresh",
    text: "changes that no one tells of show within half a minute, and when the page is looked at again",
    source: "0140"
  },
  {
    id: "dashboard-pages",
    text: "axe finds nothing serious on any page, and each fits a phone",
    source: "0139"
  },
  { id: "dashboard-budget", text: "the whole page is below 100 kB compressed", source: "0138" },
  { id: "dashboard-policy", text: "the page has nothing inline and names no other host", source: "0138" }
]
