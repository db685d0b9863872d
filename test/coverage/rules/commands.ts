// Commands of a backend that shares the database.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  { id: "command-transaction", text: "a command stands exactly when the backend's transaction does", source: "0110" },
  {
    id: "command-request",
    text: "what is wrong with the call is refused at the call, by the argument",
    source: "0110"
  },
  { id: "command-same", text: "one id is one command; other content under it is refused", source: "0110" },
  { id: "command-names", text: "five names can be commanded", source: "0110" },
  { id: "command-create-deposit", text: "create-deposit makes a charge", source: "0110" },
  { id: "command-create-payout", text: "create-payout pays a PIX out", source: "0110" },
  { id: "command-create-transfer", text: "create-transfer moves a stablecoin", source: "0110" },
  { id: "command-create-swap", text: "create-swap begins a swap where there are swaps", source: "0110" },
  { id: "command-provider-event", text: "provider-event is believed as a signed event is", source: "0111" },
  { id: "command-run", text: "the answer of the endpoint is reported by COMMAND_SUCCEEDED", source: "0110" },
  { id: "command-refused", text: "a refusal of the endpoint is reported by COMMAND_FAILED", source: "0110" },
  { id: "command-once", text: "a crash at any point leaves one effect and one event", source: "0110" },
  { id: "command-waits", text: "what passes by itself is waited for, a locked wallet is not", source: "0110" },
  { id: "command-scope", text: "a foreign subaccount answers as a missing one", source: "0111" },
  { id: "command-seal", text: "PIN and key come sealed for the command and are wiped at its end", source: "0204" },
  { id: "command-forgets", text: "the payload of a refused command is erased", source: "0198" },
  {
    id: "command-grants",
    text: "EXECUTE is the only right needed; the provider's word is another, which SET ROLE does not bring",
    source: "0198"
  },
  { id: "command-wakes", text: "a sleeping worker is woken by the commit", source: "0110" }
]
