// Adapters of one's own, each by the port that it stands behind: an embedding server gives them to a plane, instead of what
// the plane has there. They are observed as any other.
import { Context, Effect, Layer } from "effect"
import type { DocumentStore } from "../../../core/ports/document-store.ts"
import { type NamedInbox, ProviderInbox, ProviderInboxes } from "../../../core/ports/provider-inbox.ts"
import type { Provider } from "../../../core/ports/provider-state.ts"
import type { Restrictions } from "../../../core/ports/restrictions.ts"
import type { Secrets } from "../../../core/engine/store/secrets.ts"
import type { Store } from "../../../core/engine/store/store.ts"
import type { ServicesOf } from "../../telemetry/observed-ports.ts"
import type { ports } from "./ports.ts"

/** What an adapter may ask for: where it keeps what it has to remember, the files of an attempt, and what seals secrets. */
type Given = Store | DocumentStore | Secrets

type Own<Port> = Layer.Layer<Port, unknown, Given>

type OwnPorts = { readonly [P in keyof typeof ports]?: Own<ServicesOf<Pick<typeof ports, P>>> }

/** What stands behind ports of a plane, by their names in `ports`; a port that is left out keeps what the plane has. */
export interface OwnAdapters extends Omit<OwnPorts, "documentStore"> {
  /** Verifies and reads what a provider posts to `/provider/webhook`. */
  readonly providerInbox?: Own<ProviderInbox>
  /**
   * The same for several providers: what each posts to `/provider/{name}/webhook`, by names of lower-case letters, digits
   * and hyphens. In production a single one also serves `/provider/webhook`.
   */
  readonly providerInboxes?: Readonly<Record<string, Own<ProviderInbox>>>
  /** Keeps uploaded documents. */
  readonly documentStore?: Layer.Layer<DocumentStore, unknown, Store | Secrets>
  /** Which providers stand behind these, so that `/ready` and the dashboard say how they are. */
  readonly providers?: ReadonlyArray<Provider>
}

/** What an embedding server gives an environment: adapters, and what restricts it. */
export interface OwnEnvironment extends OwnAdapters {
  /** Every restriction of the environment; `configured` is what variables and the file of networks say. */
  readonly restrictions: (configured: Restrictions) => Restrictions
}

/** What an environment is given beside the configuration of the host. */
export interface GivenEnvironment {
  readonly adapters: OwnAdapters
  readonly restrictions: Restrictions
}

/** What variables give an environment, with what an embedding server gives it. */
export const withEmbedded = (configured: GivenEnvironment, own: OwnEnvironment | undefined): GivenEnvironment => {
  if (own === undefined) return configured
  const { restrictions, ...adapters } = own
  return {
    adapters: combined(configured.adapters, adapters),
    restrictions: restrictions(configured.restrictions)
  }
}

/** Adapters of several providers as one: of two for one port the later one counts. */
export const combined = (...all: ReadonlyArray<OwnAdapters>): OwnAdapters => ({
  ...Object.assign({}, ...all) as OwnAdapters,
  providerInboxes: Object.assign({}, ...all.map(({ providerInboxes }) => providerInboxes)) as NonNullable<
    OwnAdapters["providerInboxes"]
  >,
  providers: all.flatMap(({ providers = [] }) => providers)
})

/**
 * The adapters of a plane with own ones in place of its own: these may ask for the plane's files and secrets. The inboxes by
 * name are put together by `inboxesLayer`.
 */
export const replacedBy =
  ({ documentStore, providerInboxes: _inboxes, providers: _providers, ...own }: OwnAdapters) =>
  <A, E, R>(adapters: Layer.Layer<A, E, R>): Layer.Layer<A, unknown, R | Store> => {
    type Files = Layer.Layer<A | DocumentStore | Secrets, unknown, R | Store>
    const given = adapters as Files
    const files = documentStore === undefined ? given : Layer.merge(given, Layer.provide(documentStore, given))
    return Object.values<Layer.Layer<never, unknown, Given>>({ ...own })
      .reduce<Files>((all, each) => Layer.merge(all, Layer.provide(each, files)), files)
  }

const inboxName = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/

/** What is wrong with the names of inboxes; `taken` is that of the environment's own. Undefined when nothing is. */
export const inboxNameProblem = ({ providerInboxes = {} }: OwnAdapters, taken: string): string | undefined => {
  const wrong = Object.keys(providerInboxes).find((name) => !inboxName.test(name) || name === taken)
  return wrong === undefined
    ? undefined
    : wrong === taken
    ? `providerInboxes cannot have the name ${taken}, which this environment has already`
    : `providerInboxes has the name ${
      JSON.stringify(wrong)
    }: up to 32 lower-case letters, digits and hyphens are allowed`
}

/** The name of the one inbox that an embedding server gives. */
export const ownInboxName = "provider"

/** The inboxes of an environment; `builtIn` names the one that it has without own adapters, if it has one. */
export const inboxesLayer = (
  { providerInbox, providerInboxes = {} }: OwnAdapters,
  builtIn?: string
): Layer.Layer<ProviderInboxes, unknown, ProviderInbox | Given> =>
  Layer.effect(
    ProviderInboxes,
    Effect.gen(function*() {
      const named = yield* Effect.forEach(
        Object.entries(providerInboxes),
        ([name, layer]) =>
          Effect.map(Layer.build(layer), (built) => ({ name, inbox: Context.get(built, ProviderInbox) }))
      )
      const single: NamedInbox = {
        name: providerInbox === undefined ? builtIn ?? "none" : ownInboxName,
        inbox: yield* ProviderInbox
      }
      const isConfigured = providerInbox !== undefined || builtIn !== undefined
      return {
        main: !isConfigured && named.length === 1 && named[0] !== undefined ? named[0] : single,
        named: isConfigured ? [single, ...named] : named
      }
    })
  )

/** What `/ready` says stands behind each port: the name of a provider, `several` of them, or `own`. */
export const withOwn = (
  adapters: Readonly<Record<string, string>>,
  { providers = [], ...own }: OwnAdapters
): Readonly<Record<string, string>> => {
  const behind = providers.flatMap(({ name, ports }) => ports.map((port) => ({ name, port })))
  const inboxes = own.providerInbox !== undefined || Object.keys(own.providerInboxes ?? {}).length > 0
  const named = Object.keys(own).filter((port) => port !== "providerInboxes" && port !== "providerInbox")
  return {
    ...adapters,
    ...Object.fromEntries([...named, ...inboxes ? ["providerInbox"] : []].map((port) => [port, "own"])),
    ...Object.fromEntries(
      Map.groupBy(behind, ({ port }) => port).entries().map(([port, all]) => [
        port,
        all.length > 1 ? "several" : all[0]?.name ?? "own"
      ])
    )
  }
}
