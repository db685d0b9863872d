// Accounts and their keys, as everybody else has to know them.
import { still } from "../../engine/resource/explanation.ts"
import { none } from "../../engine/resource/none.ts"
import { resource } from "../../engine/resource/resource.ts"
import { Accounts } from "./account.ts"
import { ApiKeys } from "./api-key.ts"

export const accountResource = resource(Accounts, {
  explanation: still,
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: true,
  isInner: false
})

export const apiKeyResource = resource(ApiKeys, {
  explanation: still,
  browsable: none,
  statement: none,
  booked: none,
  sealed: none,
  isAnnounced: true,
  isInner: false
})
