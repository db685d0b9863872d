// `npm run devnet:deploy`: what the sandbox needs on an empty development network, at the node that
// PONTEPAY_SANDBOX_EVM_RPC_URL names or the one that anvil opens by default.
import { deploy } from "../../adapters/evm/devnet/deploy.ts"

const url = process.env["PONTEPAY_SANDBOX_EVM_RPC_URL"] || "http://127.0.0.1:8545"

for (const { address, isNew, name } of await deploy(url)) {
  process.stdout.write(`${address}  ${name}${isNew ? "" : " (was there)"}\n`)
}
