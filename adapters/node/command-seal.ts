// What the holder of a wallet proves, sealed for one command with the public key of the environment (0204): X25519 with a
// key of its own for each seal (RFC 7748), HKDF-SHA256 over both public keys, AES-256-GCM with the place as additional data.
// A backend needs no secret of the service, and the text opens for that command of that account and nowhere else.
import {
  type KeyObject,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync
} from "node:crypto"
import { Redacted } from "effect"
import { packSecrets } from "../../core/engine/command/command-request.ts"
import { sealPlace } from "../../core/engine/command/command.ts"
import type { Environment } from "../../core/base/environment/environment.ts"
import { decrypted, derived, encrypted, partsOf, sealedText } from "./sealing.ts"

export interface CommandSeal {
  /** The public key that commands of the environment are sealed with, as `pontepay secrets status` prints it. */
  readonly commandKey: string
  /** The id of the command that the text is for. */
  readonly commandId: string
  /** The account that the command names. */
  readonly account: string
  readonly walletPin: string
  /** From the keys endpoint, exactly as it was returned. */
  readonly protectedSymmetricKey: string
}

/** What a text begins with that was sealed with a public key. */
export const commandForm = "c1"
const publicForm = "k1"
const keyBytes = 32
const info = "pontepay/command-seal/v1"

// A raw key with what stands before it in DER (RFC 8410).
const privateHead = Buffer.from("302e020100300506032b656e04220420", "hex")
const publicHead = Buffer.from("302a300506032b656e032100", "hex")

/** The text for `sealed`; throws where `commandKey` is none. */
export const sealForCommand = (
  { account, commandId, commandKey, protectedSymmetricKey, walletPin }: CommandSeal
): string => {
  const parts = partsOf(commandKey)
  if (parts?.form !== publicForm || parts.bytes.length !== keyBytes) {
    throw new Error("commandKey is no public key of commands: pontepay secrets status prints it")
  }
  const once = generateKeyPairSync("x25519")
  const sender = rawOf(once.publicKey)
  const key = sharedKey(once.privateKey, publicKeyOf(parts.bytes), sender, parts.bytes)
  const secrets = Redacted.value(packSecrets({ walletPin, protectedSymmetricKey }))
  const body = encrypted(key, secrets, sealPlace({ commandId, owner: account }))
  return sealedText(commandForm, parts.keyId, Buffer.concat([sender, body]))
}

/** The private key of commands under a data key. */
export const commandPrivateKey = (dataKey: Uint8Array, environment: Environment): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([privateHead, derived(dataKey, environment, "command").export()]),
    format: "der",
    type: "pkcs8"
  })

/** The public half of it, as backends are given it. */
export const commandKeyOf = (keyId: string, dataKey: Uint8Array, environment: Environment): string =>
  sealedText(publicForm, keyId, rawOf(createPublicKey(commandPrivateKey(dataKey, environment))))

/** What was sealed with the public half; undefined when it was not, or not for this place. */
export const openedCommand = (privateKey: KeyObject, bytes: Buffer, place: string): string | undefined => {
  if (bytes.length < keyBytes) return undefined
  const sender = bytes.subarray(0, keyBytes)
  try {
    const key = sharedKey(privateKey, publicKeyOf(sender), sender, rawOf(createPublicKey(privateKey)))
    return decrypted(key, bytes.subarray(keyBytes), place)
  } catch {
    // Some texts of 32 bytes are no point that a secret can be shared with.
    return undefined
  }
}

const publicKeyOf = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([publicHead, raw]), format: "der", type: "spki" })

const rawOf = (publicKey: KeyObject): Buffer =>
  publicKey.export({ format: "der", type: "spki" }).subarray(publicHead.length)

const sharedKey = (
  privateKey: KeyObject,
  publicKey: KeyObject,
  sender: Uint8Array,
  receiver: Uint8Array
): KeyObject => {
  const shared = diffieHellman({ privateKey, publicKey })
  const salt = Buffer.concat([sender, receiver])
  return createSecretKey(Buffer.from(hkdfSync("sha256", shared, salt, info, keyBytes)))
}
