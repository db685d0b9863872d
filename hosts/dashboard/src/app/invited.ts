// The invitation that a link brings, at `#/invitation/…`. It is a credential: it is taken out of the address, and out of the
// history, before anything else happens, and kept in this page's memory alone.
import { placeOf } from "./router.ts"

/** The invitation in the address, which names none any more afterwards. */
export const takeInvitation = (): string | undefined => {
  const { path: [page, invitation] } = placeOf(location.hash)
  if (page !== "invitation" || invitation === undefined) return undefined
  history.replaceState(null, "", "#/")
  return invitation
}
