// Payment destinations by network: one parser per family, chosen by table. The same checks hold in the sandbox.
// Parsing its own output again gives the same output, and no text makes it throw.
import { Result } from "effect"
import { parseBitcoinAddress } from "./bitcoin.ts"
import { parseEvmAddress } from "./evm.ts"
import { parseLightningDestination } from "./lightning.ts"
import { parseLiquidAddress } from "./liquid.ts"
import { type AddressFamily, type Network, familyOf } from "./network.ts"
import type { Parsed } from "./problem.ts"
import { parseSolanaAddress } from "./solana.ts"
import { parseSparkAddress } from "./spark.ts"
import { parseTronAddress } from "./tron.ts"

const parsers: Readonly<Record<AddressFamily, (text: string) => Parsed<string>>> = {
  evm: parseEvmAddress,
  tron: parseTronAddress,
  solana: parseSolanaAddress,
  lightning: (text) => Result.map(parseLightningDestination(text), (destination) => destination.text),
  bitcoin: parseBitcoinAddress,
  liquid: parseLiquidAddress,
  spark: parseSparkAddress
}

/** Reads a destination of a network and returns its canonical form, or what is wrong with it. */
export const parseAddress = (network: Network, text: string): Parsed<string> => parsers[familyOf[network]](text)
