// A network whose signer was away when the service started. What leaves it is held for its keys until the signer answers, and everything else
// goes on without it.
import { Effect, Schedule } from "effect"
import type { Network } from "../../../../core/standards/address/network.ts"
import { ChainUnavailable } from "../../../../core/ports/chain.ts"
import type { ChainAdapter } from "../../../../core/ports/moving/adapter.ts"
import { held, unknown } from "../../../../core/ports/outcome.ts"
import { AccountUnread } from "../../../../core/ports/provider-account.ts"
import type { Provider } from "../../../../core/ports/provider-state.ts"
import type { Store } from "../../../../core/engine/store/store.ts"
import { unconfiguredChain } from "../../../../adapters/unconfigured/ports.ts"
import type { WaitingNetwork } from "./definition.ts"
import type { NotOpened } from "./signers.ts"
import type { NetworksWrong } from "./setting.ts"

/** How often a signer that is away is asked again: milliseconds. */
const askedEveryMs = 5_000

// Nothing was sent, so nothing is in doubt. Wallets are described by the public network, as without a provider.
const closed = (reason: string, delivers: WaitingNetwork["delivers"]): ChainAdapter => ({
  absentAfterMs: 0,
  leastDelivery: ({ asset }) => delivers.get(asset),
  account: () => Effect.fail(new AccountUnread({ reason, why: "custody" })),
  deliver: () => Effect.succeed(held("custody", reason)),
  sign: () => Effect.fail(new ChainUnavailable({ reason })),
  submit: () => Effect.succeed(held("custody", reason)),
  lookUp: () => Effect.succeed(unknown("noAnswer", reason)),
  settlement: unconfiguredChain.settlement,
  treasury: () => Effect.fail(new ChainUnavailable({ reason })),
  spendable: () => Effect.fail(new ChainUnavailable({ reason })),
  holdings: () => Effect.fail(new ChainUnavailable({ reason }))
})

/** Why a network could not be opened. */
export const whyNotOpen = (error: NotOpened | NetworksWrong): string => {
  switch (error._tag) {
    case "SignerNotReady":
      return `${error.field}: ${error.reason}`
    case "SettingWrong":
      return `${error.field} ${error.problem}`
    case "NetworksWrong":
      return error.message
  }
}

const unopened = "it is not opened yet"

/** How the signer of such a network is, for `/ready` and the dashboard. */
export const signerOf = (network: Network, waiting: WaitingNetwork): Omit<Provider, "ports"> => ({
  name: `${network}/signer`,
  state: Effect.sync(() => ({
    state: waiting.problem === undefined ? "ready" as const : "failing" as const,
    lastSuccessAt: null,
    calls: 0,
    failures: 0,
    certificateDaysLeft: null,
    problem: waiting.problem ?? null
  }))
})

/** An adapter that is opened once the signer of its network answers. */
export const waitingChain = Effect.fnUntraced(function*(
  network: Network,
  waiting: WaitingNetwork,
  opening: Effect.Effect<ChainAdapter, NotOpened | NetworksWrong, Store>
) {
  let now = closed(waiting.problem ?? unopened, waiting.delivers)
  const logged = Effect.suspend(() =>
    Effect.logWarning("A network waits for its signer", { network, problem: waiting.problem })
  )
  yield* logged
  yield* opening.pipe(
    Effect.tap((adapter) => {
      now = adapter
      waiting.problem = undefined
      return Effect.logInfo("The signer of a network answers: it is served from now on", { network })
    }),
    Effect.tapError((error) => {
      const before = waiting.problem
      waiting.problem = whyNotOpen(error)
      now = closed(waiting.problem, waiting.delivers)
      return before === waiting.problem ? Effect.void : logged
    }),
    Effect.retry(Schedule.spaced(askedEveryMs)),
    Effect.delay(askedEveryMs),
    Effect.forkScoped
  )
  const silent = () => new ChainUnavailable({ reason: waiting.problem ?? unopened })
  return {
    absentAfterMs: 0,
    leastDelivery: (place) => now.leastDelivery(place),
    account: (asked) => now.account(asked),
    deliver: (order) => now.deliver(order),
    sign: (order, seed) => now.sign(order, seed),
    submit: (spend) => now.submit(spend),
    lookUp: (movement) => now.lookUp(movement),
    cancel: (movement) => (now.cancel ?? now.lookUp)(movement),
    sentSince: (asked) => now.sentSince?.(asked) ?? Effect.fail(silent()),
    spentSince: (asked) => now.spentSince?.(asked) ?? Effect.fail(silent()),
    markOf: (operationId, of) => now.markOf?.(operationId, of) ?? null,
    livesMs: (of) => now.livesMs?.(of) ?? Number.POSITIVE_INFINITY,
    lookUpSigned: (spend) => now.lookUpSigned?.(spend) ?? Effect.succeed(unknown("notSupported", spend.network)),
    settlement: (of) => now.settlement(of),
    treasury: (of) => now.treasury(of),
    spendable: (wallet) => now.spendable(wallet),
    holdings: (addresses) => now.holdings(addresses),
    floats: (of) => now.floats?.(of) ?? Effect.fail(silent()),
    liquid: (view) => now.liquid?.(view) ?? Effect.fail(silent()),
    carry: Effect.suspend(() => now.carry ?? Effect.void)
  } satisfies ChainAdapter
})
