// What the dashboard's interface promises, beside what the use cases behind it promise on their own.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "dashboard-viewer",
    text: "the operator's token or an API key opens it, and nothing else does",
    source: "0133"
  },
  { id: "dashboard-operator", text: "what is the operator's alone is not there for owners", source: "0133" },
  { id: "dashboard-foreign", text: "what is somebody else's answers as if it were not there", source: "0133" },
  {
    id: "dashboard-lists",
    text: "operations are listed by owner or all together, with filters and cursors",
    source: "0133"
  },
  { id: "dashboard-merge", text: "the newest of many lists are the newest of all", source: "0133" },
  {
    id: "dashboard-search",
    text: "anything is found by its exact id, also the caller's and the world's",
    source: "0133"
  },
  {
    id: "dashboard-search-pix-key",
    text: "payments to a PIX key are found by any spelling of it, each owner's own",
    source: "0160"
  },
  {
    id: "dashboard-search-name",
    text: "payments and customers are found by a part of a name, payers only by viewers who may see them",
    source: "0160"
  },
  { id: "dashboard-search-amount", text: "payments are found by an amount as people write it", source: "0160" },
  { id: "dashboard-search-bound", text: "a search says how far it went, and goes on from there", source: "0160" },
  {
    id: "dashboard-summary",
    text: "a payment's page has a sentence for each thing that can have happened",
    source: "0161"
  },
  { id: "dashboard-explain", text: "an owner reads what is his, tax numbers masked", source: "0133" },
  { id: "dashboard-series", text: "plots are bounded and say what they are of", source: "0133" },
  {
    id: "dashboard-live",
    text: "changes are sent to whoever may see them, and ends come with the host",
    source: "0134"
  },
  { id: "dashboard-live-key", text: "a stream ends with the key that opened it", source: "0134" },
  { id: "dashboard-live-bound", text: "a viewer has so many streams at once", source: "0134" },
  { id: "dashboard-panel", text: "the panel says what the providers of the sandbox would say", source: "0135" },
  { id: "dashboard-time", text: "the clock of the sandbox moves forward, where one process has it", source: "0135" },
  { id: "dashboard-production", text: "production has no panel", source: "0135" },
  {
    id: "dashboard-trial-balance",
    text: "the books at an instant are what was booked before its hour",
    source: "0136"
  },
  { id: "dashboard-books-once", text: "each entry is added up once, late or by several at once", source: "0136" },
  {
    id: "journal-export",
    text: "the journal of a month has every posting once, comes to the kept totals, and reads the same again",
    source: "0227"
  },
  {
    id: "declared-kept",
    text: "what is declared of an operation is kept with it, and another declaration is another request",
    source: "0228"
  },
  {
    id: "declared-required",
    text: "a field that the environment requires is refused by name where it is missing",
    source: "0228"
  },
  {
    id: "operation-limit",
    text: "one operation is worth no more than the limit in dollars at the official rate of the day",
    source: "0229"
  },
  {
    id: "reserves",
    text: "what is owed stands against what is held, and no difference rests on what was not read",
    source: "0230"
  },
  { id: "journal-lacking", text: "what a report of the month lacks is listed by operation and field", source: "0227" },
  {
    id: "transfers-export",
    text:
      "what arrived at addresses outside in a month is exported once, whether the journal has it or not, and reads the same again",
    source: "0231"
  },
  {
    id: "travel-rule",
    text: "each transfer to an address outside has a travel rule message that keeps to IVMS101, or says what it lacks",
    source: "0231"
  },
  { id: "dashboard-csv", text: "a statement is CSV that reads back, and no cell a formula", source: "0137" },
  { id: "dashboard-ofx", text: "a statement is OFX whose balance is what its operations come to", source: "0137" },
  { id: "dashboard-refund", text: "a refund does what its preview said, or is refused", source: "0098" },
  { id: "dashboard-audit", text: "each action is written down, an owner's under his key", source: "0089" },
  {
    id: "dashboard-files",
    text: "the page loads nothing from elsewhere, and its files are kept by their hashes",
    source: "0133"
  }
]
