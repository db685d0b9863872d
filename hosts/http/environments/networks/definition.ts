// What a kind of network is opened by: the shape of its settings, and what makes an adapter of them.
import { Effect, type Redacted, type Schema } from "effect"
import type { ChainAdapter } from "../../../../core/ports/moving/adapter.ts"
import type { Provider } from "../../../../core/ports/provider-state.ts"
import type { Store } from "../../../../core/engine/store/store.ts"
import type { Credentials } from "../../../../adapters/http-client/client.ts"
import { type LoginNodeSetting, type NodeSetting, SettingWrong } from "./setting.ts"
import type { NotOpened, Signers } from "./signers.ts"

/** An adapter of a network that was opened. Nothing was asked of a node yet. */
export interface OpenedNetwork {
  readonly chain: Effect.Effect<ChainAdapter, never, Store>
  /** Whether nodes, contracts and tokens are those that were meant: `problem` says what is not, `reason` why that cannot be seen. */
  readonly verify: Effect.Effect<void, { readonly problem: string } | { readonly reason: string }>
  /** Takes what is not final one step further. */
  readonly carry?: Effect.Effect<void, unknown, Store>
  /** Makes what is needed there once before the first payment, and says what it made. */
  readonly prepare?: Effect.Effect<ReadonlyArray<string>, { readonly reason: string }>
  /** How its nodes are. */
  readonly nodes?: ReadonlyArray<Omit<Provider, "ports">>
}

/** A node that asks for a login. */
interface LoginNode {
  readonly name: string
  readonly url: Redacted.Redacted
  readonly perSecond?: number
  readonly login?: { readonly user: string; readonly password: Redacted.Redacted }
}

/** What the settings of a network are opened with; `field` is where they are in the file. */
export interface Tools extends Signers {
  readonly node: (
    node: NodeSetting,
    field: string
  ) => Effect.Effect<
    {
      readonly name: string
      readonly url: Redacted.Redacted
      readonly credentials?: Credentials
      readonly perSecond?: number
    },
    SettingWrong
  >
  readonly loginNode: (node: LoginNodeSetting, field: string) => Effect.Effect<LoginNode, SettingWrong>
  readonly secret: (text: string, field: string) => Effect.Effect<Redacted.Redacted, SettingWrong>
}

/** A kind of network, by the type of its settings. */
export interface NetworkDefinition<Name extends string, Setting> {
  readonly settings: Schema.Codec<Setting, unknown>
  /** Each asset that the settings name, with the least of it that is delivered to an address of any kind. */
  readonly delivers: (given: Setting) => ReadonlyMap<string, bigint>
  readonly open: (name: Name, given: Setting, tools: Tools) => Effect.Effect<OpenedNetwork, NotOpened>
}

/** What networks of tokens deliver: any amount of each. */
export const deliversTokens = ({ tokens }: { readonly tokens: ReadonlyArray<{ readonly asset: string }> }) =>
  new Map(tokens.map(({ asset }) => [asset, 0n] as const))

/** A network whose signer gave no answer. */
export interface WaitingNetwork {
  /** Why it is not open; undefined once it is. */
  problem: string | undefined
  /** As of its definition. */
  readonly delivers: ReadonlyMap<string, bigint>
  readonly open: Effect.Effect<OpenedNetwork, NotOpened>
}

/** Loads an adapter and opens it: it throws `TypeError` on settings that cannot be. */
export const opened = <Adapter>(
  field: string,
  load: Effect.Effect<Adapter, Error>,
  open: (adapter: Adapter) => OpenedNetwork
): Effect.Effect<OpenedNetwork, SettingWrong> =>
  load.pipe(
    Effect.mapError(({ message }) => new SettingWrong({ field, problem: message })),
    Effect.flatMap((adapter) =>
      Effect.try({
        try: () => open(adapter),
        catch: (cause) => {
          if (!(cause instanceof TypeError)) throw cause
          return new SettingWrong({ field, problem: cause.message })
        }
      })
    )
  )
