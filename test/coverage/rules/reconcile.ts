// What is open: that every record comes to its end, who sees how old it is, and the audit of a plane that lives.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "owed-tables",
    text: "each state owes a job of a task that is there, or says whom it waits for",
    source: "0112"
  },
  { id: "owed-walk", text: "what is open is found without walking what is done", source: "0112" },
  { id: "reconcile-deposit", text: "a deposit whose job is gone comes to its end", source: "0112" },
  { id: "reconcile-surplus", text: "a surplus whose job is gone goes back", source: "0112; C41" },
  { id: "reconcile-payout", text: "a payout and its refunds whose jobs are gone come to their end", source: "0112" },
  { id: "reconcile-invoice", text: "a Lightning invoice whose job is gone comes to its end", source: "0112" },
  { id: "reconcile-transfer", text: "a transfer whose job is gone comes to its end", source: "0112" },
  { id: "reconcile-swap", text: "a swap whose job is gone goes on", source: "0112" },
  { id: "reconcile-kyc", text: "an attempt and an import whose jobs are gone go on", source: "0112" },
  { id: "reconcile-delivery", text: "a delivery whose job is gone is sent", source: "0112" },
  { id: "reconcile-message", text: "a provider's message whose job is gone is applied", source: "0112" },
  { id: "reconcile-once", text: "a job that came back looks up and asks for nothing twice", source: "0112; C10" },
  { id: "reconcile-quiet", text: "where every job is there nothing is changed", source: "0112" },
  { id: "reconcile-repeated", text: "a record is raised once, and its job waits longer each time", source: "0112" },
  { id: "reconcile-dead", text: "a job that was put aside stays with the operator and is counted", source: "0112" },
  { id: "reconcile-race", text: "a job that came back too late changes nothing", source: "0112" },
  {
    id: "monitor-violation",
    text: "a violation in a living plane is seen in metrics, log and reviews",
    source: "0113"
  },
  { id: "monitor-off", text: "no audit in memory, nor with an interval of 0", source: "0113" },
  { id: "monitor-interval", text: "the first audit one interval after the first start", source: "0113" },
  { id: "monitor-pause", text: "the pause is at least twenty times the last audit", source: "0113" },
  { id: "monitor-tally", text: "rows and violations are counted over all audits", source: "0113" },
  { id: "monitor-review", text: "each place is put before the operator once", source: "0113" },
  { id: "monitor-one-process", text: "one process audits at a time, until it is given up", source: "0113" },
  { id: "monitor-failed", text: "an audit that could not be made is counted and tried again", source: "0113" },
  { id: "admin-open", text: "GET /admin/open lists what is open, by kind and id, and what is unknown", source: "0114" },
  { id: "review-solved", text: "a review is solved in the commit of the event that answers it", source: "C70; 0262" },
  { id: "review-reopened", text: "what happens again opens a review again and is counted", source: "C70; 0262" },
  {
    id: "review-closed",
    text: "an operator closes a review with a note, which is in the audit log",
    source: "C70; 0262"
  },
  {
    id: "review-list",
    text: "GET /admin/reviews lists open reviews, or those of a state, with what they are about",
    source: "C70; 0262"
  },
  {
    id: "review-counted",
    text: "open reviews are counted by their age in probes, metrics and the queue",
    source: "C70; 0262"
  },
  {
    id: "review-oldest",
    text: "GET /admin/queue says since when the oldest review has been open",
    source: "C70; 0262"
  },
  {
    id: "review-unknown",
    text: "a movement whose outcome is unknown for hours is a review, until it is known",
    source: "C70; 0262"
  },
  {
    id: "review-held",
    text: "what is held for one cause for hours is one review, until none is",
    source: "C70; 0262"
  },
  {
    id: "review-kept",
    text: "a report that was accepted and cannot be applied for hours is a review, until it is",
    source: "C70; 0262"
  },
  { id: "metrics-open", text: "metrics of what is open, unknown and how old", source: "0114" }
]
