// Wallets of production on Solana: what the command line prepares, and a wallet without any SOL that pays through the whole service.
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Context, Effect, Option } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { get } from "../../core/engine/store/records.ts"
import { Wallets } from "../../core/customers/wallet/wallet.ts"
import { createTransfer } from "../../hosts/http/api/definition/transfer.ts"
import type { RequestServices } from "../../hosts/http/environments/plane.ts"
import { hasSurfnet, notRun } from "../chain/solana/surfnet.ts"
import { type Keys, type World, freshWallet, openWorld } from "../chain/solana/world.ts"
import {
  type TestHost,
  declared,
  eventually,
  keyOf,
  openHost,
  runProcess,
  scratch,
  secretsKey
} from "../support/host.ts"
import { dataOf, expectSuccess, send } from "../support/http.ts"
import { cliJson } from "./cli-run.ts"

const live = keyOf("acme", "production")
const host = "live.example"
const pin = "482913"

describe.skipIf(!hasSurfnet)(`a wallet of production on Solana${notRun}`, () => {
  let world: World
  let keys: Keys
  let variables: Readonly<Record<string, string>>
  let service: TestHost

  const fileOf = (): string => {
    const path = join(scratch(), "networks.json")
    const solana = {
      nodes: [{ name: "own", url: world.node.url }],
      agree: 1,
      genesis: world.genesisHash,
      signers: { fees: "fees", treasury: "treasury" },
      tokens: Object.values(world.tokens),
      nonceAccounts: 2,
      accountsPerHolderAndDay: 5,
      fees: { floor: "1000", ceiling: "1000000" }
    }
    const signers = {
      fees: { kind: "local", key: "{NETWORK_FEES}" },
      treasury: { kind: "local", key: "{NETWORK_TREASURY}" }
    }
    writeFileSync(path, JSON.stringify({ signers, networks: { solana } }))
    chmodSync(path, 0o600)
    return path
  }

  beforeAll(async () => {
    world = await openWorld()
    keys = await world.freshKeys()
    variables = {
      NETWORK_FEES: keys.fees,
      NETWORK_TREASURY: keys.treasury,
      PONTEPAY_PRODUCTION_DATABASE_URL: "memory:",
      PONTEPAY_PRODUCTION_HOST: host,
      PONTEPAY_PRODUCTION_NETWORKS: fileOf(),
      PONTEPAY_SECRETS_KEY: secretsKey,
      PONTEPAY_OPERATOR_TOKEN: "operator-token-of-the-tests-0123456789"
    }
  })
  afterAll(async () => {
    await service?.close()
    world?.close()
  })

  it("cannot be opened before its nonce accounts are made: the start ends with code 2", async () => {
    const { code, stderr } = await runProcess({ ...variables, DATABASE_URL: "memory:", PORT: "0", LOG_LEVEL: "none" })
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^PONTEPAY_PRODUCTION_NETWORKS: \S+networks\.json: networks\.solana 2 of 2 nonce accounts are missing: prepare them first\n$/
    )
  })

  it("has them by `pontepay networks prepare`, once", async () => {
    const first = await cliJson(["networks", "prepare"], { env: variables })
    expect(first).toMatchObject({ code: 0, err: "" })
    const [made] = first.json["networks"] as ReadonlyArray<{ readonly network: string; readonly made: Array<string> }>
    expect(made).toMatchObject({ environment: "production", network: "solana" })
    expect(made?.made).toHaveLength(2)
    await world.slots(40)
    const again = await cliJson(["networks", "prepare"], { env: variables })
    expect(again.json).toEqual({ networks: [{ environment: "production", network: "solana", made: [] }] })
  })

  it("pays without any SOL, once for each reference", async () => {
    await world.slots(40)
    service = await openHost({
      accounts: [declared("acme", { environment: "production", flags: ["WALLET_PAYOUT_API"] })],
      variables
    })
    const post = (path: string, body: object) => send(service.base, { path, body, key: live, headers: { host } })
    const { url } = dataOf(await post("/api/wallet/pin-session", {}))
    const [, session] = /#set\.([0-9a-f]{64})$/.exec(String(url)) ?? []
    await post("/hosted/api/pin", { session, pin })
    const { protectedSymmetricKey, walletId } = dataOf(await post("/api/wallet/keys", {}))

    // What the file does not name is left out of what a wallet holds, and Solana is never shown.
    const shown = await send(service.base, { path: "/api/wallet", key: live, headers: { host } })
    expect([shown.status, shown.text.includes("solana")]).toEqual([200, false])
    const inProduction = service.service.planes[1]?.services as Context.Context<RequestServices>
    const wallet = await Effect.runPromise(Effect.provide(get(Wallets, String(walletId)), inProduction))
    const { solana } = Option.getOrThrow(wallet).value.addresses
    await world.give(world.tokens.USDC, solana, 20_000_000n)

    const receiver = await freshWallet()
    const order = {
      recipientAddress: receiver.address,
      amount: "12.5",
      asset: "USDC",
      network: "solana",
      reference: "rent-1",
      walletPin: pin,
      protectedSymmetricKey
    }
    const paid = await post("/api/wallet/transfer", order)
    expect(expectSuccess(createTransfer, paid)["data"]).toMatchObject({ amount: "12.5", asset: "USDC" })
    await eventually(() => world.tokensOf(world.tokens.USDC, receiver.address), (units) => units === 12_500_000n)
    await post("/api/wallet/transfer", order)
    expect(await world.received(world.tokens.USDC, receiver.address)).toEqual([12_500_000n])
    expect(await world.tokensOf(world.tokens.USDC, solana)).toBe(7_500_000n)
    expect(await world.lamportsOf(solana)).toBe(0n)
  })
})
