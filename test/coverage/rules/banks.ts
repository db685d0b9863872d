// Rules of banks of the central bank's PIX interface, and of Efí.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  {
    id: "bcb-rail",
    text: "a bank of the standard receives and returns PIX by every promise of the port, and holds payments",
    source: "0219"
  },
  { id: "efi-rail", text: "Efí receives, returns and pays PIX by every promise of the port", source: "0220" },
  {
    id: "bank-contract",
    text: "every exchange of the standard fits the central bank's document, and mistakes that are planted do not",
    source: "0219"
  },
  { id: "bank-ids", text: "ids at the bank are a function of ours, the same for ever", source: "0219" },
  {
    id: "bank-codes",
    text: "a movement is refused for a listed code alone, after a look-up, and absent by the bank's own word alone",
    source: "C49"
  },
  {
    id: "efi-callbacks",
    text: "a callback proves its sender, and each PIX in it is read back before it is a fact",
    source: "0219"
  },
  {
    id: "efi-certificate",
    text: "none, a foreign or an expired client certificate moves nothing, and a renewed one needs no restart",
    source: "0219"
  },
  { id: "efi-codes", text: "a scanned code is paid only for the amount of the order", source: "0220" },
  {
    id: "efi-amounts",
    text: "a payment of another amount, or to another key, under our id is never a receipt",
    source: "0220"
  },
  { id: "efi-lane", text: "one payment at a time is sent, and none that waited too long", source: "0220" },
  {
    id: "efi-books",
    text: "the account's books list what came in, went back, was sent and is disputed",
    source: "0220"
  },
  { id: "bank-variables", text: "variables choose a bank, and each wrong one is named", source: "0219" }
]
