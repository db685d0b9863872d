// A token of a development node with other decimals than its asset.
import { Effect, Redacted } from "effect"
import { afterAll, expect, it } from "vitest"
import { openEvm } from "../../../adapters/evm/index.ts"
import { deploy } from "../../../adapters/evm/devnet/deploy.ts"
import { devnetChainId, emptyDevnet } from "../../support/anvil.ts"
import { freshKeys, signerOf } from "../../support/anvil-chain.ts"
import { deployBadToken } from "./bad-token.ts"

const devnet = await emptyDevnet(devnetChainId)
afterAll(() => devnet.stop())

it("is found at the start", async () => {
  await deploy(devnet.url)
  const [keys, { token }] = [await freshKeys(devnet), await deployBadToken(devnet)]
  const problemWith = (asset: "USDC" | "BRLA") =>
    openEvm({
      network: "base",
      chainId: devnetChainId,
      nodes: [{ name: "only", url: Redacted.make(devnet.url) }],
      agree: 1,
      tokens: [{ ...token, asset }],
      relayer: signerOf(keys.relayer),
      treasury: signerOf(keys.treasury)
    }).verify.pipe(
      Effect.match({ onSuccess: () => "none", onFailure: (failure) => JSON.stringify(failure) }),
      Effect.runPromise
    )
  expect(await problemWith("USDC")).toBe("none")
  expect(await problemWith("BRLA")).toContain(`BRLA at ${token.address} has 6 decimals, not 18`)
})
