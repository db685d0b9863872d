// What an operator does, and what he is let in by.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  { id: "admin-token", text: "/admin takes the operator's token and nothing else", source: "0089" },
  { id: "admin-environment", text: "/admin works on the environment that the host names", source: "0089" },
  { id: "admin-not-found", text: "an unknown id answers 404 everywhere", source: "0089" },
  { id: "admin-account-create", text: "an account is made with its main subaccount", source: "0089" },
  { id: "admin-account-update", text: "flags, limits, fees and the block change, whichever are named", source: "0089" },
  {
    id: "account-main-subaccount",
    text: "the account's own subaccount takes its name and email, now and whenever they change",
    source: "C34; 0089"
  },
  {
    id: "admin-flags",
    text: "flags have the interface's names, THIRD_PARTY_DISABLED included",
    source: "spec Authentication 6"
  },
  { id: "admin-key-once", text: "a key is shown where it is made and never again", source: "0089" },
  { id: "admin-key-masked", text: "lists show a key's prefix and last four characters", source: "0089" },
  { id: "admin-key-rotate", text: "a rotated key opens for a day beside the new one", source: "0087" },
  { id: "admin-key-revoke", text: "a revoked key opens nothing, within a second", source: "0087" },
  { id: "key-operator", text: "an owner's key creates, rotates and revokes no key", source: "C57; 0089" },
  { id: "key-scope", text: "a key with scopes does what they name and answers 403 elsewhere", source: "0186" },
  { id: "key-address", text: "a key with an allow-list works from its addresses alone", source: "0186" },
  { id: "key-expiry", text: "a key opens nothing from its expiry on", source: "0186" },
  { id: "key-last-use", text: "when a key was last used is noted, at most once a minute", source: "0186" },
  {
    id: "key-cascade",
    text: "a revocation ends the sessions and hosted links that the key made, never payments",
    source: "C57; 0186"
  },
  { id: "admin-audit-record", text: "every action is written down in its commit, without secrets", source: "0089" },
  {
    id: "admin-explain",
    text: "any record is explained: what happened, was booked and told, and comes next",
    source: "0094"
  },
  { id: "admin-balance", text: "the trial balance sums every asset and says whether all are zero", source: "0094" },
  {
    id: "sweep-order",
    text:
      "an operator sends what is above the high mark of a treasury to its one address, and nothing is swept by itself",
    source: "0247"
  },
  { id: "sweep-once", text: "one reference is one sweep, and at most one of a treasury is open", source: "0247" },
  {
    id: "sweep-marks",
    text: "a sweep starts above the high mark and leaves the low one, also after it waited",
    source: "0247"
  },
  {
    id: "sweep-limits",
    text: "a sweep counts in the limits of its treasury and waits above them",
    source: "C51; 0247"
  },
  { id: "sweep-booked", text: "a sweep is booked when it has left, and not when it was refused", source: "0247" },
  { id: "float-reserved", text: "no two deliveries count on the same units of a treasury", source: "0183" },
  {
    id: "movement-held",
    text:
      "a movement that is not sent for a reason of our own waits; an operator releases it, or cancels what was not sent",
    source: "C51; 0169"
  },
  {
    id: "second-operator",
    text:
      "above the environment's amount an operator's order waits until another person approves it, which carries it out once",
    source: "C62; 0217"
  },
  {
    id: "movement-by-hand",
    text:
      "a movement that the other side takes no order for waits; no job sends it, and an operator says what was done there",
    source: "0233"
  },
  {
    id: "movement-after-refusal",
    text:
      "what turns out to have happened after it was refused is booked on its record, and nothing goes back beside it",
    source: "C9; 0070"
  },
  {
    id: "another-amount",
    text:
      "another amount, receiver, asset, network, time or id than was ordered is never final by the other side's word alone, and a difference is in suspense",
    source: "C71; decision 0263"
  },
  { id: "one-proof", text: "one proof settles one movement", source: "C71; decision 0264" },
  {
    id: "movement-resolve",
    text: "an operator says, with evidence, what became of a movement that was sent and is not known",
    source: "0166"
  },
  { id: "admin-refund", text: "an operator refunds a payout or an invoice by hand", source: "spec States, Payout" },
  {
    id: "admin-duplicate-policy",
    text: "an account may refuse payments equal to one in doubt; off by default",
    source: "0116"
  },
  { id: "account-blocked", text: "no money leaves a blocked account: 403", source: "spec Status codes; 0093" },
  {
    id: "person-map",
    text:
      "every place where a person can be named is in the map of personal data, and no key, journal or job names one",
    source: "0208"
  },
  {
    id: "person-export",
    text: "a person is exported whole, without what is another's and without secrets; the export is a action",
    source: "0208"
  },
  {
    id: "person-erasure",
    text: "an erasure takes at once what no law keeps, the rest on its day, and the journal and its seals stay",
    source: "0209"
  },
  {
    id: "person-erasure-open",
    text: "an erasure is refused while a payment, a dispute, an examination or money is open",
    source: "0209"
  },
  { id: "audit-line", text: "a refused call leaves one line in the log, without input or secret", source: "C13; 0092" },
  { id: "unknown-path", text: "a path that is not there answers 404, with or without a key", source: "0092" }
]
