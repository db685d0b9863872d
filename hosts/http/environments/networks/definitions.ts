// The networks that can be configured, each with what opens it.
import { bitcoin } from "./bitcoin.ts"
import { evm } from "./evm.ts"
import { liquid } from "./liquid.ts"
import { solana } from "./solana.ts"
import { tron } from "./tron.ts"

export const definitions = {
  polygon: evm,
  base: evm,
  arbitrum: evm,
  gnosis: evm,
  solana,
  tron,
  bitcoin,
  liquid
} as const
