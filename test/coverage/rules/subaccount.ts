// Subaccounts (spec "Subaccount"; C26, C27, C34).
import type { Rule } from "../rule.ts"

export const rules: ReadonlyArray<Rule> = [
  { id: "subaccount-create", text: "creation answers 201 with subAccountId", source: "spec Endpoints, Subaccounts" },
  {
    id: "subaccount-permanent",
    text: "an id is permanent: it is readable from then on, and nothing deletes it",
    source: "spec Subaccount"
  },
  { id: "subaccount-name", text: "name is required, 1 to 64 code points", source: "spec Subaccount; C43" },
  { id: "subaccount-fields", text: "each wrong field is named, unknown ones included", source: "spec Subaccount; C15" },
  { id: "subaccount-email", text: "email is optional and an address", source: "spec Subaccount" },
  {
    id: "subaccount-account-type",
    text: "accountType is INDIVIDUAL unless COMPANY is said, and stays",
    source: "spec Enumerations"
  },
  { id: "subaccount-replay", text: "an Idempotency-Key makes one subaccount of any number of requests", source: "C1" },
  {
    id: "subaccount-list",
    text: "the list has subAccountId, email, owner and createdAt",
    source: "spec Endpoints, Subaccounts"
  },
  { id: "subaccount-list-page", text: "50 a page, nextCursor beside them, null on the last", source: "C27" },
  { id: "subaccount-list-steady", text: "no row is repeated or hidden when others come between pages", source: "C27" },
  { id: "subaccount-list-cursor", text: "what is no cursor is refused", source: "spec Endpoints, Subaccounts" },
  {
    id: "subaccount-list-own",
    text: "the list holds no one else's, with anybody's cursor",
    source: "spec Status codes"
  },
  {
    id: "subaccount-list-name",
    text: "name filters by a part of it, whatever its case",
    source: "spec Endpoints, Subaccounts"
  },
  {
    id: "subaccount-owner",
    text: "owner is SELF for the key owner's own and CUSTOMER for others",
    source: "spec Enumerations"
  },
  {
    id: "subaccount-main",
    text: "the main account is the key owner's own subaccount, first in the list",
    source: "C34"
  },
  { id: "subaccount-detail", text: "the detail has name, email, type, owner, KYC and wallets", source: "C26" },
  {
    id: "subaccount-foreign",
    text: "a foreign subaccount answers like a missing one, byte for byte",
    source: "spec Status codes"
  }
]
