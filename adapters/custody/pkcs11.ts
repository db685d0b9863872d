// Keys in a module of hardware, or anything else that speaks PKCS#11 (OASIS, version 3.0), by their labels: CKM_ECDSA over digests on
// secp256k1, CKM_EDDSA over messages on ed25519. Keys never leave the module; signing runs on a thread of the pool.
import type { Handle, Template } from "pkcs11js"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { Effect } from "effect"
import { audited } from "./audit.ts"
import { type OpenSession, type Pkcs11Settings, makePkcs11Session } from "./pkcs11-session.ts"
import { checkedDigest, edSignature, secpSignature } from "./signature.ts"
import { type KeyStore, SignerRefused } from "./signer.ts"

interface KeyKind {
  readonly name: string
  /** CKK of PKCS#11. */
  readonly type: number
  /** What CKA_EC_PARAMS may be, in hex: the curve's object identifier, or its name. */
  readonly parameters: ReadonlyArray<string>
  /** CKM of PKCS#11. */
  readonly mechanism: number
  /** The public key as signers give it, of the point; undefined where it is none. */
  readonly publicKey: (point: Uint8Array) => Uint8Array | undefined
}

const compressed = (point: Uint8Array): Uint8Array | undefined => {
  try {
    return secp256k1.Point.fromBytes(point).toBytes(true)
  } catch {
    return undefined
  }
}

const secp: KeyKind = {
  name: "secp256k1",
  type: 0x03,
  parameters: ["06052b8104000a"],
  mechanism: 0x1041,
  publicKey: compressed
}

const ed: KeyKind = {
  name: "ed25519",
  type: 0x40,
  // 1.3.101.112 of RFC 8410, the older 1.3.6.1.4.1.11591.15.1, and PrintableString "edwards25519".
  parameters: ["06032b6570", "06092b06010401da470f01", "130c656477617264733235353139"],
  mechanism: 0x1057,
  publicKey: (point) => point.length === 32 ? point : undefined
}

const signatureBytes = 64

/** More of one label than this are not looked for: two are already one too many. */
const mostFound = 2

const objectsOf = ({ handle, pkcs11 }: OpenSession, template: Template): ReadonlyArray<Handle> => {
  pkcs11.C_FindObjectsInit(handle, template)
  try {
    return pkcs11.C_FindObjects(handle, mostFound)
  } finally {
    pkcs11.C_FindObjectsFinal(handle)
  }
}

// CKA_EC_POINT is an OCTET STRING in DER that holds the point; some modules give the point as it is.
const pointOf = (value: Uint8Array): Uint8Array =>
  value[0] === 0x04 && value[1] === value.length - 2 ? value.subarray(2) : value

const refuse = (reason: string): never => {
  throw new SignerRefused({ reason })
}

const isOf = async (session: OpenSession, object: Handle, { parameters, type }: KeyKind): Promise<boolean> => {
  const { default: { CKA_EC_PARAMS, CKA_KEY_TYPE } } = await import("pkcs11js")
  const read = (attribute: number): Buffer => {
    const [found] = session.pkcs11.C_GetAttributeValue(session.handle, object, [{ type: attribute }])
    return Buffer.isBuffer(found?.value) ? found.value : Buffer.alloc(0)
  }
  const given = read(CKA_KEY_TYPE)
  return given.length > 0 && given.readUIntLE(0, Math.min(given.length, 6)) === type &&
    parameters.includes(read(CKA_EC_PARAMS).toString("hex"))
}

const only = (objects: ReadonlyArray<Handle>, what: string): Handle => {
  const [object, other] = objects
  if (object === undefined) return refuse(`there is no ${what}`)
  return other === undefined ? object : refuse(`there is more than one ${what}`)
}

const privateKeyOf = async (session: OpenSession, label: string, kind: KeyKind): Promise<Handle> => {
  const { default: { CKA_CLASS, CKA_LABEL, CKO_PRIVATE_KEY } } = await import("pkcs11js")
  const found = objectsOf(session, [
    { type: CKA_CLASS, value: CKO_PRIVATE_KEY },
    { type: CKA_LABEL, value: label }
  ])
  const key = only(found, `private key with the label ${label}`)
  return await isOf(session, key, kind) ? key : refuse(`the key ${label} is not on ${kind.name}`)
}

const publicKeyOf = async (session: OpenSession, label: string, kind: KeyKind): Promise<Uint8Array> => {
  const { default: { CKA_CLASS, CKA_EC_POINT, CKA_LABEL, CKO_PUBLIC_KEY } } = await import("pkcs11js")
  await privateKeyOf(session, label, kind)
  const found = objectsOf(session, [
    { type: CKA_CLASS, value: CKO_PUBLIC_KEY },
    { type: CKA_LABEL, value: label }
  ])
  const object = only(found, `public key with the label ${label}`)
  const [point] = session.pkcs11.C_GetAttributeValue(session.handle, object, [{ type: CKA_EC_POINT }])
  const key = Buffer.isBuffer(point?.value) ? kind.publicKey(pointOf(point.value)) : undefined
  return key === undefined ? refuse(`the public key ${label} is not on ${kind.name}`) : Uint8Array.from(key)
}

/** The keys of one token. */
export const pkcs11Keys = (settings: Pkcs11Settings): KeyStore => {
  const { use } = makePkcs11Session(settings)

  const keyOf = Effect.fnUntraced(function*(label: string, kind: KeyKind) {
    const publicKey = yield* use((session) => publicKeyOf(session, label, kind))
    // A handle is of one session, and is looked up again in the next.
    let found: { readonly session: OpenSession; readonly key: Handle } | undefined
    const signed = (bytes: Uint8Array) =>
      use(async (session) => {
        if (found?.session !== session) found = { session, key: await privateKeyOf(session, label, kind) }
        session.pkcs11.C_SignInit(session.handle, { mechanism: kind.mechanism }, found.key)
        return await session.pkcs11.C_SignAsync(session.handle, Buffer.from(bytes), Buffer.alloc(signatureBytes))
      })
    return { publicKey, signed }
  })

  return {
    secpSigner: (label) =>
      Effect.map(keyOf(label, secp), ({ publicKey, signed }) => ({
        publicKey,
        sign: audited(`pkcs11 ${label}`, (digest) =>
          checkedDigest(digest).pipe(
            Effect.flatMap(signed),
            Effect.flatMap((bytes) => secpSignature(publicKey, digest, bytes, "compact"))
          ))
      })),
    edSigner: (label) =>
      Effect.map(keyOf(label, ed), ({ publicKey, signed }) => ({
        publicKey,
        sign: audited(`pkcs11 ${label}`, (message) =>
          Effect.flatMap(signed(message), (bytes) => edSignature(publicKey, message, bytes)))
      }))
  }
}
