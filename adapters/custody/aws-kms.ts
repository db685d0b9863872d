// Keys in AWS KMS: ECC_SECG_P256K1 over digests, ECC_NIST_EDWARDS25519 over messages. Each call is made once and within a time; what may be
// asked again is said, and what is refused is refused by a name that KMS documents.
import type * as Sdk from "@aws-sdk/client-kms"
import { createPublicKey } from "node:crypto"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { Effect } from "effect"
import { audited } from "./audit.ts"
import { checkedDigest, edSignature, secpSignature } from "./signature.ts"
import { type KeyStore, SignerAway, type SignerProblem, SignerRefused } from "./signer.ts"

export interface AwsKmsSettings {
  readonly region: string
  /** Where the environment, the machine's role or a file of AWS do not give them. */
  readonly credentials?: NonNullable<Sdk.KMSClientConfig["credentials"]>
  /** Another address than that of the region, such as an endpoint of a private network. */
  readonly endpoint?: string
  /** For one call. Milliseconds, 5,000 unless given. */
  readonly timeoutMs?: number
}

const kinds = {
  secp: { spec: "ECC_SECG_P256K1", curve: "secp256k1" },
  ed: { spec: "ECC_NIST_EDWARDS25519", curve: "Ed25519" }
} as const

/** Names of errors after which the same call fails again: the key, the policy or our credentials have to change first. */
const refusals: ReadonlySet<string> = new Set([
  "AccessDeniedException",
  "CredentialsProviderError",
  "DisabledException",
  "IncompleteSignature",
  "InvalidArnException",
  "InvalidClientTokenId",
  "InvalidGrantTokenException",
  "InvalidKeyUsageException",
  "InvalidSignatureException",
  "KMSInvalidStateException",
  "MissingAuthenticationToken",
  "NotFoundException",
  "OptInRequired",
  "UnrecognizedClientException",
  "UnsupportedOperationException",
  "ValidationException"
])

// The name alone: the words of an error name accounts and keys.
const problemOf = (cause: unknown): SignerProblem => {
  if (cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND") {
    return new SignerRefused({ reason: "the package @aws-sdk/client-kms is not installed" })
  }
  const reason = cause instanceof Error ? cause.name : "no answer"
  return refusals.has(reason) ? new SignerRefused({ reason }) : new SignerAway({ reason })
}

const keyBytes = (coordinate: string | undefined): Uint8Array => Buffer.from(coordinate ?? "", "base64url")

// Of the structure that X.509 has for public keys (RFC 5280); undefined where it holds no key of the curve.
const publicKeyOf = (spki: Uint8Array, curve: string): Uint8Array | undefined => {
  try {
    const { crv, x, y } = createPublicKey({ key: Buffer.from(spki), format: "der", type: "spki" }).export({
      format: "jwk"
    })
    if (crv !== curve) return undefined
    if (y === undefined) return keyBytes(x)
    return secp256k1.Point.fromBytes(Uint8Array.from([4, ...keyBytes(x), ...keyBytes(y)])).toBytes(true)
  } catch {
    return undefined
  }
}

/** The keys of one region. Needs the package `@aws-sdk/client-kms`, which is loaded with the first call. */
export const awsKms = ({ timeoutMs = 5_000, ...settings }: AwsKmsSettings): KeyStore => {
  let client: Sdk.KMSClient | undefined

  const call = <A>(
    ask: (sdk: typeof Sdk, client: Sdk.KMSClient, abortSignal: AbortSignal) => Promise<A>
  ): Effect.Effect<A, SignerProblem> =>
    Effect.tryPromise({
      try: async (signal) => {
        const sdk = await import("@aws-sdk/client-kms")
        // Who wants a signature knows best whether to ask again.
        client ??= new sdk.KMSClient({ ...settings, maxAttempts: 1 })
        return await ask(sdk, client, signal)
      },
      catch: problemOf
    }).pipe(
      Effect.timeoutOrElse({
        duration: timeoutMs,
        orElse: () => Effect.fail(new SignerAway({ reason: `no answer within ${timeoutMs} ms` }))
      })
    )

  const publicKey = Effect.fnUntraced(function*(KeyId: string, { curve, spec }: (typeof kinds)["secp" | "ed"]) {
    const answer = yield* call((sdk, kms, abortSignal) =>
      kms.send(new sdk.GetPublicKeyCommand({ KeyId }), { abortSignal })
    )
    const key = answer.KeySpec === spec && answer.KeyUsage === "SIGN_VERIFY"
      ? publicKeyOf(answer.PublicKey ?? new Uint8Array(), curve)
      : undefined
    return key ?? (yield* new SignerRefused({ reason: `it is no key ${spec} to sign with` }))
  })

  const signed = Effect.fnUntraced(function*(input: Sdk.SignCommandInput) {
    const { Signature } = yield* call((sdk, kms, abortSignal) => kms.send(new sdk.SignCommand(input), { abortSignal }))
    return Signature ?? new Uint8Array()
  })

  return {
    secpSigner: (KeyId) =>
      Effect.map(publicKey(KeyId, kinds.secp), (key) => ({
        publicKey: key,
        sign: audited(`aws-kms ${KeyId}`, (digest) =>
          checkedDigest(digest).pipe(
            Effect.flatMap((Message) =>
              signed({ KeyId, Message, MessageType: "DIGEST", SigningAlgorithm: "ECDSA_SHA_256" })
            ),
            Effect.flatMap((bytes) => secpSignature(key, digest, bytes, "der"))
          ))
      })),
    edSigner: (KeyId) =>
      Effect.map(publicKey(KeyId, kinds.ed), (key) => ({
        publicKey: key,
        sign: audited(`aws-kms ${KeyId}`, (Message) =>
          Effect.flatMap(
            signed({ KeyId, Message, MessageType: "RAW", SigningAlgorithm: "ED25519_SHA_512" }),
            (bytes) => edSignature(key, Message, bytes)
          ))
      }))
  }
}
