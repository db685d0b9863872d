// A real node as `networks.base` of a service's file of networks: a token that the treasury holds, and the file that leads there. What is
// tried over HTTP on a chain stands on it.
import { chmodSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { privateKeyToAccount } from "viem/accounts"
import { deployBadToken } from "../chain/evm/bad-token.ts"
import { devnetChainId, startDevnet } from "../support/anvil.ts"
import { freshKeys } from "../support/anvil-chain.ts"
import { declared, openHost, scratch } from "../support/host.ts"

/** What the file says of the network beside where it is. */
export interface Parts {
  readonly chainId?: number
  readonly limits: Readonly<Record<string, object>>
  readonly floats: Readonly<Record<string, object>>
  /** Who signs for the treasury, in place of the key that holds the units. */
  readonly treasury?: object
}

/** Opens the node, with so many smallest units of USDC in the treasury. */
export const openBaseNetwork = async (units: bigint) => {
  const devnet = await startDevnet()
  const [token, keys] = [await deployBadToken(devnet), await freshKeys(devnet)]
  const treasury = privateKeyToAccount(keys.treasury).address
  await token.mint(treasury, units)
  // What is in no final block cannot be promised.
  await devnet.mine(3)

  /** Writes a file of networks, and gives the variables of a service that reads it. */
  const variables = ({ chainId = devnetChainId, floats, limits, treasury: signer }: Parts) => {
    const path = join(scratch(), "networks.json")
    const { level: _, ...known } = token.token
    const base = {
      nodes: [{ name: "own", url: devnet.url }],
      agree: 1,
      signers: { relayer: "relayer", treasury: "treasury" },
      tokens: [known],
      chainId,
      done: 1,
      fees: { leastTip: "0", ceiling: "1000000000000" },
      limits,
      floats
    }
    const signers = {
      relayer: { kind: "local", key: "{NETWORK_RELAYER}" },
      treasury: signer ?? { kind: "local", key: "{NETWORK_TREASURY}" }
    }
    writeFileSync(path, JSON.stringify({ signers, networks: { base } }))
    chmodSync(path, 0o600)
    return {
      NETWORK_RELAYER: keys.relayer.slice(2),
      NETWORK_TREASURY: keys.treasury,
      PONTEPAY_SANDBOX_NETWORKS: path
    }
  }

  /** A host whose sandbox settles there, with one account. */
  const openOn = (parts: Parts, account: Parameters<typeof declared>[1] = {}) =>
    openHost({ accounts: [declared("acme", account)], variables: variables(parts) })

  return { devnet, token, treasury, variables, openOn }
}

export type BaseNetwork = Awaited<ReturnType<typeof openBaseNetwork>>
