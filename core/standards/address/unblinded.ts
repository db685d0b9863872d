// An address of Liquid as the chain shows it: without the key that its amounts are blinded for. Two addresses are one receiver where these
// are the same.
import { bech32, bech32m } from "@scure/base"
import { Result } from "effect"
import { decodeBase58Check, encodeBase58Check } from "./base58.ts"
import { decodeBlech32 } from "./blech32.ts"
import { readWitness } from "./witness.ts"

/** How addresses begin with a blinding key and without one, on the main network, the test network and regtest. */
const openHrp: Readonly<Record<string, string>> = { lq: "ex", tlq: "tex", el: "ert" }
/** First byte of an address with a blinding key of the same networks; the version of the rest follows. */
const blinded: ReadonlyArray<number | undefined> = [12, 23, 4]
const keyBytes = 33
const blindedBytes = 55

/** Of any network of Liquid; what has no blinding key comes back in its canonical form, and what is no address as it is. */
export const unblindedAddress = (text: string): string => {
  const hrp = text.slice(0, Math.max(0, text.lastIndexOf("1"))).toLowerCase()
  const open = openHrp[hrp]
  if (open !== undefined) {
    const witness = Result.getOrUndefined(Result.flatMap(decodeBlech32(text, hrp.length), readWitness))
    if (witness === undefined) return text
    const coder = witness.version === 0 ? bech32 : bech32m
    return coder.encode(open, [witness.version, ...coder.toWords(witness.payload.subarray(keyBytes))])
  }
  if (Object.values(openHrp).includes(hrp)) return text.toLowerCase()
  const bytes = Result.getOrUndefined(decodeBase58Check(text, 82))
  if (bytes === undefined || bytes.length !== blindedBytes || !blinded.includes(bytes[0])) return text
  return encodeBase58Check(Uint8Array.of(bytes[1] ?? 0, ...bytes.subarray(2 + keyBytes)))
}
