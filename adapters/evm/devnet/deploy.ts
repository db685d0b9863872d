// Puts on an empty development network what the sandbox settles with: EntryPoint v0.8, the account that wallets delegate to
// and the test tokens, each at the address it has everywhere. What is there already is left alone.
import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { type Address, type Hex, concatHex, createPublicClient, http, zeroHash } from "viem"
import { accountCode, entryPoint } from "../contracts.ts"
import { addressOf, creationCode, deployer } from "./test-token.ts"

/** Salt of the published EntryPoint v0.8. */
const entryPointSalt: Hex = "0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9"
const deploymentGas = "0x989680"

/** What was put there, or had been. */
export interface Deployment {
  readonly name: string
  readonly address: Address
  readonly isNew: boolean
}

// Published creation code, from a package that is installed for development alone.
const artifacts = {
  EntryPoint: import.meta.resolve("@account-abstraction/contracts/artifacts/EntryPoint.json"),
  Simple7702Account: import.meta.resolve("@account-abstraction/contracts/artifacts/Simple7702Account.json")
}

const published = async (name: keyof typeof artifacts): Promise<Hex> => {
  const text = await readFile(fileURLToPath(artifacts[name]), "utf8")
  return (JSON.parse(text) as { readonly bytecode: Hex }).bytecode
}

/** Deploys from an account that the node itself signs for, as development nodes do. */
export const deploy = async (url: string): Promise<ReadonlyArray<Deployment>> => {
  const client = createPublicClient({ transport: http(url, { retryCount: 0 }) })
  const ask = client.request as (question: { method: string; params?: ReadonlyArray<unknown> }) => Promise<unknown>
  const hasCode = async (address: Address) => await client.getCode({ address }) !== undefined
  const [from] = await ask({ method: "eth_accounts" }) as ReadonlyArray<Address>
  if (from === undefined) throw new Error("The node signs for no account: it is not a development node")
  if (!await hasCode(deployer)) throw new Error(`The network has no CREATE2 deployer at ${deployer}`)
  const contracts = [
    { name: "EntryPoint", address: entryPoint, salt: entryPointSalt, code: await published("EntryPoint") },
    { name: "Simple7702Account", address: accountCode, salt: zeroHash, code: await published("Simple7702Account") },
    ...(["BRLH", "USDH"] as const).map((name) => ({
      name,
      address: addressOf(name),
      salt: zeroHash,
      code: creationCode(name)
    }))
  ]
  const deployed: Array<Deployment> = []
  for (const { address, code, name, salt } of contracts) {
    const isNew = !await hasCode(address)
    if (isNew) {
      const transaction = { from, to: deployer, data: concatHex([salt, code]), gas: deploymentGas }
      const hash = await ask({ method: "eth_sendTransaction", params: [transaction] }) as Hex
      await client.waitForTransactionReceipt({ hash, pollingInterval: 100 })
      if (!await hasCode(address)) throw new Error(`${name} did not come to ${address}`)
    }
    deployed.push({ name, address, isNew })
  }
  return deployed
}
