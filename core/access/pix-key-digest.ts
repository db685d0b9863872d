// The digest that payments to a PIX key are listed under (0160). It is keyed, so that an index row alone does not give
// away a tax number, and it names the account, so that no owner can find the payments of another.
import { Effect } from "effect"
import { type PixKeyOrBrCode, namedReceiver } from "../pix/pix-key.ts"
import { Secrets } from "../ports/secrets.ts"

/** The digest of a key, in its normal form, for the payments of an account; 64 hex characters. */
export const pixKeyDigest = (owner: string, key: string) =>
  Secrets.use((secrets) => secrets.proof("pix-key", `${owner}/${key}`))

/** The same as a record keeps it; a destination without a key has none. */
export const destinationDigest = Effect.fnUntraced(function*(owner: string, destination: PixKeyOrBrCode) {
  const { key } = namedReceiver(destination)
  return key === null ? {} : { pixKeyDigest: yield* pixKeyDigest(owner, key) }
})
