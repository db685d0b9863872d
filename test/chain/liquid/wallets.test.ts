// F5: wallet reads show the holder's address and balance on Liquid, where the adapter is configured. Addresses and blinding keys are those that
// another wallet (lwk) makes of the same words; balances are those of the model of Liquid.
import { randomBytes } from "node:crypto"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { mnemonicToSeedSync } from "@scure/bip39"
import { Effect, Layer, Option, Redacted } from "effect"
import * as lwk from "lwk_wasm"
import { describe, expect, it } from "vitest"
import { blindingKeyOf, publicBlindingKey } from "../../../adapters/liquid/blinding-key.ts"
import { networks } from "../../../adapters/liquid/network.ts"
import { confidentialAddress } from "../../../adapters/liquid/receiver.ts"
import { witnessScript } from "../../../adapters/liquid/sign.ts"
import { layer as vaultLayer } from "../../../adapters/node/wallet-vault.ts"
import { Chain, ChainUnavailable } from "../../../core/ports/chain.ts"
import { find, replace } from "../../../core/engine/store/records.ts"
import { Secrets } from "../../../core/engine/store/secrets.ts"
import { Store, changeSet } from "../../../core/engine/store/store.ts"
import { WalletVault } from "../../../core/ports/wallet-vault.ts"
import { liquidKeysOf, mnemonicOf } from "../../../core/customers/wallet/derivation.ts"
import { readWallet } from "../../../core/customers/wallet/read-wallet.ts"
import { Wallets, blindingKeyPlace } from "../../../core/customers/wallet/wallet.ts"
import { openPlane } from "../../support/anvil-chain.ts"
import { walletAccount } from "../../support/wallets.ts"
import { World } from "../../support/world.ts"
import { assets, openWorld } from "./world.ts"

const addressOn = (program: Uint8Array, master: Uint8Array, network: "mainnet" | "regtest"): string => {
  const script = witnessScript(program)
  return confidentialAddress(script, publicBlindingKey(blindingKeyOf(master, script)), networks[network].forms)
}

describe("a wallet on Liquid", () => {
  it("is where another wallet of the same words is, under the same blinding key", () => {
    const entropies = [new Uint8Array(16), ...Array.from({ length: 8 }, () => new Uint8Array(randomBytes(16)))]
    for (const entropy of entropies) {
      const words = mnemonicOf(entropy)
      const { blindingKey, program } = liquidKeysOf(mnemonicToSeedSync(words))
      const descriptor = new lwk.Signer(new lwk.Mnemonic(words), lwk.Network.mainnet()).wpkhSlip77Descriptor()
      expect(descriptor.toString()).toContain(`slip77(${bytesToHex(blindingKey)})`)
      const theirs = new lwk.Wollet(lwk.Network.mainnet(), descriptor).address(0).address().toString()
      expect(addressOn(program, blindingKey, "mainnet")).toBe(theirs)
    }
  })

  it("gets its blinding key sealed beside its seed when it is made", async () => {
    const service = await World.open()
    const made = await service.run(Effect.gen(function*() {
      const secrets = yield* Secrets
      const vault = vaultLayer({ initialPin: Option.none() }).pipe(Layer.provide(Layer.succeed(Secrets, secrets)))
      const proof = { owner: "acc_1", pin: Redacted.make("123456"), email: "ana@example.com" }
      const { liquid } = yield* Effect.provide(WalletVault.use((it) => it.create("wallet", proof)), vault)
      if (liquid === undefined) throw new Error("nothing is kept for Liquid")
      return { ...liquid, opened: yield* secrets.open(liquid.sealedBlindingKey, blindingKeyPlace("wallet")) }
    }))
    expect(made.program).toMatch(/^[0-9a-f]{40}$/)
    expect(Redacted.value(made.opened)).toMatch(/^[0-9a-f]{64}$/)
    expect(made.sealedBlindingKey).not.toContain(Redacted.value(made.opened))
  })

  it("is shown with what it holds, and left out while Liquid is away or where it is not configured", async () => {
    const [service, liquid, plane] = await Promise.all([World.open(), openWorld(), openPlane()])
    try {
      const { liquid: view } = liquid.open(plane)
      if (view === undefined) throw new Error("the adapter shows no wallets")
      const caller = await service.caller(walletAccount())
      const reading = (shown: typeof view | undefined) =>
        service.run(
          Effect.flatMap(Chain, ({ liquid: _, ...chain }) =>
            Effect.provideService(
              readWallet(caller, {}),
              Chain,
              shown === undefined ? chain : { ...chain, liquid: shown }
            ))
        )
      const before = await reading(view)
      // A wallet from before blinding keys were kept.
      expect(before.addresses).not.toHaveProperty("liquid")

      const { blindingKey, program } = liquidKeysOf(mnemonicToSeedSync(mnemonicOf(new Uint8Array(16))))
      await service.run(Effect.gen(function*() {
        const wallet = Option.getOrThrow(yield* find(Wallets, "defaultOf", caller.account.mainSubAccountId))
        const sealing = (secrets: typeof Secrets.Service) =>
          secrets.seal(Redacted.make(bytesToHex(blindingKey)), blindingKeyPlace(wallet.value.id))
        const sealedBlindingKey = yield* Secrets.use(sealing)
        const next = { ...wallet.value, liquid: { program: bytesToHex(program), sealedBlindingKey } }
        yield* Store.use((store) => store.commit(changeSet({ writes: [replace(Wallets, wallet, next)] })))
      }))
      const to = witnessScript(hexToBytes(bytesToHex(program)))
      const key = Buffer.from(publicBlindingKey(blindingKeyOf(blindingKey, to)))
      liquid.model.mint({ script: Buffer.from(to), blindingKey: key }, assets.DEPIX, 1_250_000_001n)
      liquid.model.mint({ script: Buffer.from(to) }, assets.LBTC, 7n)
      // Blinded for somebody else, it shows nothing.
      liquid.model.mint(
        { script: Buffer.from(to), blindingKey: Buffer.from(publicBlindingKey(Buffer.alloc(32, 5))) },
        assets.DEPIX,
        9n
      )
      liquid.model.mine(2)

      const { addresses, balances } = await reading(view)
      expect(addresses["liquid"]).toBe(addressOn(program, blindingKey, "regtest"))
      expect(balances.filter(({ network }) => network === "liquid")).toEqual([
        { asset: "LBTC", network: "liquid", amount: "0.00000007" },
        { asset: "DEPIX", network: "liquid", amount: "12.50000001" }
      ])

      const away = await reading(() => Effect.fail(new ChainUnavailable({ reason: "away" })))
      expect(away.addresses).toEqual(before.addresses)
      expect((await reading(undefined)).addresses).toEqual(before.addresses)
    } finally {
      await liquid.close()
    }
  })
})
