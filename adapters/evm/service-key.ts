// Private keys of the service's own accounts on development and test networks, derived from its secrets key (HKDF-SHA256,
// RFC 5869), so that the same data plane always has the same accounts. Production keys come from where production keeps them.
import { hkdfSync } from "node:crypto"
import { Redacted } from "effect"
import { localSecpSigner } from "../custody/local.ts"
import type { SecpSigner } from "../custody/signer.ts"

const keyBytes = 32

/** The key of one of the service's accounts; `secret` is 32 bytes of base64. */
export const serviceKey = (secret: Redacted.Redacted, account: "relayer" | "treasury"): SecpSigner => {
  const material = Buffer.from(Redacted.value(secret), "base64")
  const key = hkdfSync("sha256", material, Buffer.alloc(0), `pontepay/evm/${account}/v1`, keyBytes)
  return localSecpSigner(Redacted.make(new Uint8Array(key)))
}
