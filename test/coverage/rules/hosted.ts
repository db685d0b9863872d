// Rules of the pages of end users: charge, identity, company, PIN.
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  { id: "charge-link", text: "an unguessable link per charge, in the header Link and in the record", source: "0141" },
  {
    id: "charge-shown",
    text: "amount, receiver, QR code, copy and paste and time left, in two languages",
    source: "0141"
  },
  { id: "charge-live", text: "the page turns to paid and delivered by itself", source: "0141" },
  { id: "charge-missing", text: "a wrong, foreign or ended link answers like a missing page", source: "0141" },
  { id: "charge-qr", text: "the QR code as SVG and PNG reads as the BR Code", source: "0141" },
  {
    id: "hosted-form",
    text: "the pages of KYC and KYB take every field of the form, with messages at the field",
    source: "0145"
  },
  { id: "hosted-documents", text: "documents and capture are made with the session alone", source: "0145" },
  {
    id: "hosted-outcome",
    text: "a page shows how its attempt ended, and no screening detail",
    source: "0145; spec KYC"
  },
  { id: "hosted-proofs", text: "an approved company hands in its proofs on its page", source: "0145; C28" },
  {
    id: "hosted-browser",
    text: "pages work on a phone of 320 pixels, without errors or findings of axe",
    source: "0145"
  },
  { id: "hosted-not-logged", text: "tokens in paths are in no log", source: "0141, 0143" },
  { id: "public-url", text: "PONTEPAY_PUBLIC_URL is where links of each environment begin", source: "0142" }
]
