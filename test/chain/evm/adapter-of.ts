// The adapter from plain data, as a file of settings gives it: a process of a test opens it so on its own data store. Keys are keys of tests.
import { Redacted } from "effect"
import { type Address, type Hex, hexToBytes } from "viem"
import { localSecpSigner } from "../../../adapters/custody/local.ts"
import { type OpenedEvm, openEvm } from "../../../adapters/evm/index.ts"
import type { AssetCode } from "../../../core/base/money/assets.ts"

/** What JSON can hold of the settings. */
export interface PlainEvm {
  readonly nodes: ReadonlyArray<{ readonly name: string; readonly url: string }>
  readonly agree: number
  readonly chainId: number
  readonly tokens: ReadonlyArray<
    { readonly asset: AssetCode; readonly address: Address; readonly codeHash: Hex }
  >
  /** Private keys in hex. */
  readonly keys: { readonly relayer: Hex; readonly treasury: Hex }
  readonly done: number | "finalized"
  readonly patienceMs?: number
}

const signer = (key: Hex) => localSecpSigner(Redacted.make(hexToBytes(key)))

const openPlain = ({ done, keys, nodes, ...rest }: PlainEvm): OpenedEvm =>
  openEvm({
    network: "base",
    ...rest,
    nodes: nodes.map(({ name, url }) => ({ name, url: Redacted.make(url) })),
    relayer: signer(keys.relayer),
    treasury: signer(keys.treasury),
    finality: { done, refused: "finalized" },
    fees: { leastTip: 0n, ceiling: 1_000n * 10n ** 9n }
  })

export const openFrom = (json: string): OpenedEvm => openPlain(JSON.parse(json) as PlainEvm)
