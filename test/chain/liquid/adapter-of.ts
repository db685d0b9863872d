// The Liquid adapter from plain JSON, so that a process of its own can open it while the nodes are in another.
import { Redacted } from "effect"
import { localSecpSigner } from "../../../adapters/custody/local.ts"
import type { SecpSigner } from "../../../adapters/custody/signer.ts"
import { type Liquid, type LiquidSettings, openLiquid } from "../../../adapters/liquid/index.ts"

/** What a process is given. Amounts and depths are decimal text. */
export interface LiquidPlan {
  readonly nodes: ReadonlyArray<{ readonly name: string; readonly url: string }>
  readonly agree: number
  readonly genesis: string
  readonly assets: { readonly DEPIX: string; readonly LBTC: string }
  /** Keys in hex. */
  readonly treasury: string
  readonly blindingKey: string
  readonly final?: string
  readonly raiseAfterMs?: number
  readonly timeoutMs?: number
}

/** Opens it with another signer than its key's, if one is given. */
export const openPlan = (plan: LiquidPlan, signer?: SecpSigner, parts: Partial<LiquidSettings> = {}): Liquid =>
  openLiquid({
    network: "regtest",
    genesis: plan.genesis,
    nodes: plan.nodes.map(({ name, url }) => ({ name, url: Redacted.make(url) })),
    agree: plan.agree,
    assets: plan.assets,
    treasury: signer ?? localSecpSigner(Redacted.make(Buffer.from(plan.treasury, "hex"))),
    blindingKey: Redacted.make(plan.blindingKey),
    ...plan.final === undefined ? {} : { finality: { final: BigInt(plan.final) } },
    ...plan.raiseAfterMs === undefined ? {} : { fees: { raiseAfterMs: plan.raiseAfterMs } },
    ...plan.timeoutMs === undefined ? {} : { timeoutMs: plan.timeoutMs },
    ...parts
  })

/** Opens it from what a parent process wrote. */
export const openFrom = (json: string): Liquid => openPlan(JSON.parse(json) as LiquidPlan)
