// The command line.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  { id: "cli-help", text: "every command has a description and examples", source: "0130" },
  { id: "cli-completion", text: "completion for bash, zsh and fish", source: "0130" },
  { id: "cli-exit-codes", text: "0 done, 1 not done or something found, 2 asked for in a wrong way", source: "0130" },
  { id: "cli-errors", text: "one line says what is wrong, another what to do", source: "0130" },
  { id: "cli-flags-first", text: "flags go before variables", source: "0130" },
  { id: "cli-secrets-beside", text: "a local sandbox's keys are found beside its database", source: "0130" },
  { id: "cli-secrets-local", text: "keys found on this machine are sent to no other", source: "0130" },
  { id: "cli-secret-once", text: "a key or secret is printed when it is made, and never again", source: "0130" },
  { id: "cli-tables", text: "tables fit the terminal, and are whole where there is none", source: "0130" },
  { id: "cli-safe-text", text: "text from outside cannot steer the terminal", source: "0130" },
  { id: "cli-progress", text: "bars are drawn on a terminal and nowhere else", source: "0130" },
  { id: "cli-start", text: "start is the service of npm start", source: "0130" },
  { id: "cli-accounts", text: "accounts are listed, shown, created and changed: flags, limits, fees", source: "0130" },
  { id: "cli-keys", text: "keys are listed, created, rotated and revoked", source: "0130" },
  { id: "cli-secrets", text: "the keys that seal are shown, rotated and removed; none is printed", source: "0203" },
  { id: "cli-operators", text: "operators are listed, invited, given another role and disabled", source: "0213" },
  { id: "cli-reviews", text: "reviews are listed by state and closed with a note", source: "C70; 0262" },
  { id: "cli-service-tokens", text: "service tokens are listed, created and revoked", source: "0216" },
  {
    id: "cli-webhooks",
    text: "webhooks are listed, registered with the signed test, rotated, removed, their deliveries shown",
    source: "spec Registration"
  },
  { id: "cli-replay", text: "an event or one delivery is sent again", source: "C23" },
  { id: "cli-listen", text: "events are forwarded to a local address, signed as webhooks are", source: "spec Events" },
  { id: "cli-listen-retry", text: "each event is tried until it is taken or the tries are used up", source: "0132" },
  {
    id: "cli-listen-restart",
    text: "a listener goes on where it was left, and waits for a service that is away",
    source: "0132"
  },
  { id: "cli-trigger-list", text: "every event can be triggered", source: "0132" },
  { id: "cli-trigger-all", text: "trigger all reaches every event, and a receiver verifies each", source: "0132" },
  { id: "cli-trigger-variants", text: "cases of an event are reached by variants", source: "0132" },
  { id: "cli-trigger-again", text: "an event can be triggered again at once", source: "0132" },
  { id: "cli-trigger-sandbox", text: "nothing is triggered outside the sandbox", source: "0132" },
  { id: "cli-trigger-timeout", text: "what does not happen in time is said", source: "0132" },
  { id: "cli-decode", text: "decode prints what a text is, or where it is wrong", source: "0131" },
  { id: "cli-decode-forms", text: "every form of payment string is told from the others", source: "0131" },
  { id: "cli-decode-unknown", text: "what is nothing is said with what it was compared with", source: "0131" },
  { id: "cli-decode-br-code", text: "every field of a BR Code with its place and its check", source: "0131" },
  { id: "cli-decode-bolt11", text: "the payee of an invoice is recovered from its signature", source: "0131" },
  { id: "cli-decode-signature", text: "an invoice whose signature does not hold is refused", source: "0131" },
  { id: "cli-decode-checksums", text: "checksums, curve points and keys of addresses are shown", source: "0131" },
  { id: "cli-decode-where", text: "the character that is wrong is named where it can be known", source: "0131" },
  { id: "cli-decode-laws", text: "one changed character of a form with a checksum is found", source: "0131" },
  { id: "cli-simulate", text: "simulate runs the simulator with its flags", source: "0130" },
  { id: "cli-audit", text: "audit judges the database that the variables name", source: "0130" },
  { id: "cli-doctor", text: "doctor says what keeps a service from working, and what to do", source: "0130" }
]
