// AWS KMS as it answers GetPublicKey and Sign, simulated: keys in this process behind the JSON interface of the service.
import { type KeyObject, generateKeyPairSync, sign } from "node:crypto"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { ed25519 } from "@noble/curves/ed25519.js"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { type Loopback, onLoopback } from "../support/loopback.ts"

/** What becomes of calls: answered; an error of this name; nothing, though the connection stands; a connection that is cut; another key's signature. */
export type KmsFate = "answered" | "silent" | "cut" | "foreign" | { readonly error: string; readonly status?: number }

interface Key {
  readonly spec: string
  readonly usage: string
  readonly publicKey: KeyObject
  readonly sign: (message: Buffer) => Uint8Array
}

export interface KmsDouble extends Loopback {
  fate: KmsFate
  readonly asked: Array<Readonly<Record<string, unknown>>>
}

const pair = (namedCurve: string) => generateKeyPairSync("ec", { namedCurve })

const secpKey = (): Key => {
  const { privateKey, publicKey } = pair("secp256k1")
  const secret = Buffer.from(privateKey.export({ format: "jwk" }).d ?? "", "base64url")
  return {
    spec: "ECC_SECG_P256K1",
    usage: "SIGN_VERIFY",
    publicKey,
    // KMS takes no care of the upper half, and signs each time with another number.
    sign: (digest) => secp256k1.sign(digest, secret, { prehash: false, lowS: false, extraEntropy: true, format: "der" })
  }
}

const edKey = (): Key => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const seed = Buffer.from(privateKey.export({ format: "jwk" }).d ?? "", "base64url")
  return {
    spec: "ECC_NIST_EDWARDS25519",
    usage: "SIGN_VERIFY",
    publicKey,
    sign: (message) => ed25519.sign(message, seed)
  }
}

const p256Key = (usage: string): Key => {
  const { privateKey, publicKey } = pair("prime256v1")
  return { spec: "ECC_NIST_P256", usage, publicKey, sign: (message) => sign(null, message, privateKey) }
}

/** Keys: `alias/treasury` on secp256k1, `alias/fees` on ed25519, and others that are none of these. */
export const openKms = async (): Promise<KmsDouble> => {
  const keys: Readonly<Record<string, Key>> = {
    "alias/treasury": secpKey(),
    "alias/fees": edKey(),
    "alias/p256": p256Key("SIGN_VERIFY"),
    "alias/agreement": { ...secpKey(), usage: "KEY_AGREEMENT" },
    // What it says of itself is not what it is.
    "alias/mixed": { ...p256Key("SIGN_VERIFY"), spec: "ECC_SECG_P256K1" }
  }
  const foreign = { secp: secpKey(), ed: edKey() }
  const answerOf = (target: string, asked: Readonly<Record<string, unknown>>): readonly [number, unknown] => {
    const { fate } = double
    if (typeof fate === "object") return [fate.status ?? 400, { __type: fate.error, message: "arn:aws:kms:canary" }]
    const key = keys[String(asked["KeyId"])]
    if (key === undefined) return [400, { __type: "NotFoundException" }]
    if (target === "TrentService.GetPublicKey") {
      const PublicKey = key.publicKey.export({ format: "der", type: "spki" }).toString("base64")
      return [200, { KeyId: asked["KeyId"], PublicKey, KeySpec: key.spec, KeyUsage: key.usage }]
    }
    const signer = fate === "foreign" ? asked["MessageType"] === "RAW" ? foreign.ed : foreign.secp : key
    const signature = signer.sign(Buffer.from(String(asked["Message"]), "base64"))
    return [200, { KeyId: asked["KeyId"], Signature: Buffer.from(signature).toString("base64") }]
  }
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const asked = JSON.parse(body) as Readonly<Record<string, unknown>>
      double.asked.push({ ...asked, target: request.headers["x-amz-target"] })
      if (double.fate === "silent") return
      if (double.fate === "cut") return void request.socket.destroy()
      const [status, answer] = answerOf(String(request.headers["x-amz-target"]), asked)
      response.writeHead(status, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify(answer))
    })
  })
  const double: KmsDouble = { ...await onLoopback(server), fate: "answered", asked: [] }
  return double
}
