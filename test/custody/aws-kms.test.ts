// Keys in AWS KMS, which is simulated: the real client against a server on loopback.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type AwsKmsSettings, awsKms } from "../../adapters/custody/aws-kms.ts"
import { depth } from "../support/depth.ts"
import { type KmsDouble, type KmsFate, openKms } from "./kms-double.ts"
import { type Trouble, problemOf, purpose, quietly, signerSuite } from "./signer-laws.ts"

let kms: KmsDouble
beforeAll(async () => {
  kms = await openKms()
})
afterAll(() => kms.close())

const keys = (settings: Partial<AwsKmsSettings> = {}) =>
  awsKms({
    region: "sa-east-1",
    endpoint: kms.base,
    credentials: { accessKeyId: "AKIAEXAMPLE", secretAccessKey: "canary-of-the-credentials" },
    ...settings
  })

const trouble = (name: string, fate: KmsFate, expects: Trouble["expects"]): Trouble => ({
  name,
  expects,
  begin: () => void (kms.fate = fate),
  end: () => void (kms.fate = "answered")
})

signerSuite("AWS KMS, simulated", () => ({
  secp: () => keys().secpSigner("alias/treasury"),
  ed: () => keys().edSigner("alias/fees"),
  wrong: {
    "ed25519 as secp256k1": () => keys().secpSigner("alias/fees"),
    "secp256k1 as ed25519": () => keys().edSigner("alias/treasury"),
    "P-256": () => keys().secpSigner("alias/p256"),
    "a key to agree on keys with": () => keys().secpSigner("alias/agreement"),
    "P-256 that is called secp256k1": () => keys().secpSigner("alias/mixed"),
    "a key that is not there": () => keys().secpSigner("alias/none")
  },
  troubles: [
    trouble("throttled", { error: "ThrottlingException" }, "SignerAway"),
    trouble("the key's store is away", { error: "KeyUnavailableException", status: 500 }, "SignerAway"),
    trouble("an error of its own", { error: "KMSInternalException", status: 500 }, "SignerAway"),
    trouble("a gateway", { error: "ServiceUnavailable", status: 503 }, "SignerAway"),
    trouble("an error that no one knows", { error: "SomethingNewException" }, "SignerAway"),
    trouble("credentials that have expired", { error: "ExpiredTokenException" }, "SignerAway"),
    trouble("cut", "cut", "SignerAway"),
    trouble("access denied", { error: "AccessDeniedException" }, "SignerRefused"),
    trouble("the key is disabled", { error: "DisabledException" }, "SignerRefused"),
    trouble("the key is to be deleted", { error: "KMSInvalidStateException" }, "SignerRefused"),
    trouble("a signature of another key", "foreign", "SignerRefused")
  ],
  runs: Math.min(depth.cases, 40)
}))

describe("calls of KMS", () => {
  it("are made once, and given up after their time", async () => {
    const signer = await quietly(keys({ timeoutMs: 2_000 }).secpSigner("alias/treasury"))
    const before = kms.asked.length
    kms.fate = "silent"
    expect(await problemOf(signer.sign(new Uint8Array(32), purpose))).toMatchObject({ _tag: "SignerAway" })
    kms.fate = { error: "ThrottlingException" }
    await problemOf(signer.sign(new Uint8Array(32), purpose))
    expect(kms.asked.length - before).toBe(2)
    kms.fate = "answered"
  })

  it("say what is signed: digests as they are, messages whole", async () => {
    const [secp, ed] = [
      await quietly(keys().secpSigner("alias/treasury")),
      await quietly(keys().edSigner("alias/fees"))
    ]
    const before = kms.asked.length
    await quietly(secp.sign(new Uint8Array(32).fill(1), purpose))
    await quietly(ed.sign(new Uint8Array(3), purpose))
    expect(kms.asked.slice(before)).toMatchObject([
      { MessageType: "DIGEST", SigningAlgorithm: "ECDSA_SHA_256", Message: Buffer.alloc(32, 1).toString("base64") },
      { MessageType: "RAW", SigningAlgorithm: "ED25519_SHA_512", Message: "AAAA" }
    ])
  })

  it("fail by the name of an error alone, for its words name accounts", async () => {
    kms.fate = { error: "AccessDeniedException" }
    expect(await problemOf(keys().secpSigner("alias/treasury"))).toMatchObject({ reason: "AccessDeniedException" })
    kms.fate = "answered"
  })
})
