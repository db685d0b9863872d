// A service whose treasury's key is in a key service that is away when it starts: what needs the key is held, everything else works, and the
// held is sent once the key service answers. The node is a real one, the key service is simulated.
import { Effect } from "effect"
import { afterAll, beforeAll, expect, it, vi } from "vitest"
import { publicKeyToAddress } from "viem/utils"
import { bytesToHex } from "viem"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { awsKms } from "../../adapters/custody/aws-kms.ts"
import { type KmsDouble, openKms } from "../custody/kms-double.ts"
import { freshWallet } from "../support/anvil-chain.ts"
import { type TestHost, eventually, keyOf, runProcess, secretsKey, sqliteDatabase } from "../support/host.ts"
import { examine } from "../../hosts/cli/tools/examine.ts"
import { send } from "../support/http.ts"
import { asOperator } from "./as-operator.ts"
import { type BaseNetwork, openBaseNetwork } from "./base-network.ts"
import { expectAccepted, makeDeposit, settleWithKey, untilStatus } from "./sandbox.ts"

const key = keyOf("acme")
let kms: KmsDouble
let network: BaseNetwork
let host: TestHost

/** How `/ready` says that the signer is. */
const signerState = async () =>
  /"name":"base\/signer","ports":\["chain"\],"state":"(\w+)"/.exec((await send(host.base, { path: "/ready" })).text)
    ?.[1]

const signer = (name: string) => ({ kind: "aws-kms", region: "sa-east-1", key: name, endpoint: kms.base })
const parts = () => ({ limits: {}, floats: {}, treasury: signer("alias/treasury") })

beforeAll(async () => {
  vi.stubEnv("AWS_ACCESS_KEY_ID", "AKIAEXAMPLE")
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "of-a-test")
  kms = await openKms()
  network = await openBaseNetwork(0n)
  const { publicKey } = await Effect.runPromise(
    awsKms({ region: "sa-east-1", endpoint: kms.base }).secpSigner("alias/treasury")
  )
  const whole = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  await network.token.mint(publicKeyToAddress(bytesToHex(whole)), 1_000_000_000n)
  await network.devnet.mine(3)
  kms.fate = "cut"
  host = await network.openOn(parts())
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await host.close()
  await network.devnet.stop()
  await kms.close()
})

it("starts, holds what the key has to sign, and sends it once the key service answers", async () => {
  const { address } = await freshWallet()
  const order = { address, asset: "USDC", network: "base" }
  const waiting = await makeDeposit(host.base, key, order)
  expectAccepted(await settleWithKey(host.base, key, waiting.trackId))
  await eventually(
    async () => (await asOperator(host)("GET", "/admin/open")).text,
    (found) => found.includes("\"code\":\"custody\"")
  )
  expect(await signerState()).toBe("failing")
  const findings = await examine(network.variables(parts()))
  expect(findings.filter(({ check }) => check === "PONTEPAY_SANDBOX_NETWORKS")).toMatchObject([
    { state: "warning", found: expect.stringContaining("signers.treasury") as string }
  ])
  const elsewhere = await makeDeposit(host.base, key, { ...order, asset: "USDT", network: "polygon" })
  expectAccepted(await settleWithKey(host.base, key, elsewhere.trackId))
  await untilStatus(host.base, key, elsewhere.externalId, "COMPLETED")
  kms.fate = "answered"
  await untilStatus(host.base, key, waiting.externalId, "COMPLETED")
  expect(await network.token.transfers(address)).toHaveLength(1)
  expect(await signerState()).toBe("ready")
}, 120_000)

it("ends with code 2 where the key service says that the key is no such key", async () => {
  kms.fate = "answered"
  const { code, stderr } = await runProcess({
    ...network.variables({ ...parts(), treasury: signer("alias/p256") }),
    AWS_ACCESS_KEY_ID: "AKIAEXAMPLE",
    AWS_SECRET_ACCESS_KEY: "of-a-test",
    DATABASE_URL: sqliteDatabase().url,
    PORT: "0",
    LOG_LEVEL: "none",
    PONTEPAY_SECRETS_KEY: secretsKey
  })
  expect(code).toBe(2)
  expect(stderr).toContain("signers.treasury it is no key ECC_SECG_P256K1 to sign with")
})
