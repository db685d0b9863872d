// The ports of a process over an adapter, as the adapter gives them to a host. Each of its calls to the provider is two steps.
import { Context, Effect, Layer, Redacted, Tracer } from "effect"
import type { LightningNode } from "../../../core/ports/lightning-node.ts"
import { lightningNodeAdapter } from "../../../core/ports/moving/adapter.ts"
import type { LightningPayments } from "../../../core/ports/moving/lightning-payments.ts"
import type { PixTransfers } from "../../../core/ports/moving/pix-transfers.ts"
import type { PixRail } from "../../../core/ports/pix-rail.ts"
import { Store } from "../../../core/engine/store/store.ts"
import { around } from "../../explore/ports.ts"
import { type AddressPlace, agentTo } from "../../providers/lnurl/place.ts"
import type { OnStep, Parts, Sent } from "../steps/attempt.ts"

/** What an adapter is given of a stand-in. */
export interface Reach {
  readonly url: string
  /** What proves who calls. */
  readonly secret: string
  /** Our key at a bank, or our wallet's address. */
  readonly account?: string
  /** Where Lightning addresses are. */
  readonly addresses?: AddressPlace
  /** Whether a payment stays open: its end is not waited for then. */
  readonly isOpen?: boolean
}

type Pix = Layer.Layer<PixRail | PixTransfers, never, Store>
type Lightning = Layer.Layer<LightningNode | LightningPayments>

const secret = Redacted.make("secret of a test, which is long enough")
const agentOf = ({ addresses }: Reach) => addresses === undefined ? {} : { addressAgent: agentTo(addresses) }

// Only the one that is looked at is loaded.
const rails = {
  efi: async ({ account = "", url }: Reach): Promise<Pix> => {
    const { efi } = await import("../../../adapters/efi/index.ts")
    return efi({ baseUrl: url, clientId: "us", clientSecret: secret, key: account, callbacks: { secret } }).pixRail
  },
  bcb: async ({ account = "", url }: Reach): Promise<Pix> => {
    const { bcb } = await import("../../../adapters/bcb/index.ts")
    const bank = { baseUrl: url, clientId: "us", clientSecret: secret, key: account, callbacks: { secret } }
    return bcb({ ...bank, tokenUrl: `${url}/oauth/token` }).pixRail
  },
  woovi: async ({ secret: appId, url }: Reach): Promise<Pix> => {
    const { woovi } = await import("../../../adapters/woovi/index.ts")
    const webhook = { publicKeys: secret, authorization: secret }
    return woovi({ baseUrl: url, appId: Redacted.make(appId), webhook }).pixRail
  },
  avenia: async ({ account = "", secret: privateKey, url }: Reach): Promise<Pix> => {
    const { avenia } = await import("../../../adapters/avenia/index.ts")
    return avenia({
      baseUrl: url,
      apiKey: Redacted.make("the-api-key-of-the-tests"),
      privateKey: Redacted.make(privateKey),
      walletAddress: account
    }).pixRail
  }
} as const

const nodes = {
  lnd: async (reach: Reach): Promise<Lightning> => {
    const { lnd } = await import("../../../adapters/lnd/index.ts")
    return lnd({
      url: reach.url,
      macaroon: Redacted.make(reach.secret),
      invoiceKey: secret,
      network: "regtest",
      ...reach.isOpen === true ? { patience: { payMs: 500, trackMs: 500 } } : {},
      ...agentOf(reach)
    }).lightningNode
  },
  nwc: async (reach: Reach): Promise<Lightning> => {
    const { nwc } = await import("../../../adapters/nwc/index.ts")
    return nwc({
      connection: Redacted.make(reach.secret),
      allowsUnboundedFee: true,
      network: "regtest",
      ...agentOf(reach)
    }).lightningNode
  }
} as const

export type RailName = keyof typeof rails
export type NodeName = keyof typeof nodes
export type AdapterName = RailName | NodeName

const isNode = (adapter: AdapterName): adapter is NodeName => adapter in nodes

// Adapters have a span around each exchange: it begins before anything is sent, and ends when the answer is there.
const tracerOf = (onStep: OnStep): Tracer.Tracer => {
  class Exchange extends Tracer.NativeSpan {
    override end(...ended: Parameters<Tracer.NativeSpan["end"]>): void {
      super.end(...ended)
      if (this.kind !== "client") return
      const status = this.attributes.get("http.response.status_code")
      onStep(`${this.name} is answered ${typeof status === "number" ? status : ended[1]._tag}`)
    }
  }
  return Tracer.make({
    span: (options) => {
      if (options.kind === "client") onStep(`${options.name} is asked`)
      return new Exchange(options)
    }
  })
}

const built = Effect.fnUntraced(function*(adapter: AdapterName, reach: Reach, { stepped, store }: Parts) {
  if (isNode(adapter)) {
    const node = lightningNodeAdapter.of(yield* Layer.build(yield* Effect.promise(() => nodes[adapter](reach))))
    return Context.merge(
      around,
      lightningNodeAdapter.services({
        ...node,
        resolveAddress: (...given) => stepped("resolve", node.resolveAddress(...given))
      })
    )
  }
  const layer = yield* Effect.promise(() => rails[adapter](reach))
  return Context.merge(around, yield* Effect.provideService(Layer.build(layer), Store, store))
})

/** The ports over an adapter that reaches its provider so. */
export const portsOn = (adapter: AdapterName, reach: Reach): Sent["ports"] => (parts) =>
  Effect.map(built(adapter, reach, parts), (ports) => Context.add(ports, Tracer.Tracer, tracerOf(parts.onStep)))
