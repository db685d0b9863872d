// Wallets of the SDK: the settlement wallet, which stays open, and those of users, each opened with its seed for one use and closed
// after it. Every call has an end, and what is noted of it are our own words.
import { Clock, Data, Effect, Redacted, Result, Semaphore } from "effect"
import { join } from "node:path"
import type { AssetCode } from "../../core/base/money/assets.ts"
import { type Units, units } from "../../core/base/money/units.ts"
import { AccountUnread, type ProviderAccount } from "../../core/ports/provider-account.ts"
import type { ProviderState } from "../../core/ports/provider-state.ts"
import { mnemonicOf } from "../../core/customers/wallet/derivation.ts"
import { closed } from "../http-client/breaker.ts"
import { Health } from "../http-client/health.ts"
import type { ReadSecret } from "../http-client/secret-file.ts"
import { inOurWords } from "./codes.ts"
import type { SparkModule, SparkSdk } from "./sdk.ts"

/** The SDK threw: its sentence is for the table of errors alone. */
export class SdkThrew extends Data.TaggedError("SdkThrew")<{ readonly sentence: string; readonly reason: string }> {}

/** The SDK did not answer in time, or could not be opened: nothing is known. */
export class SdkAway extends Data.TaggedError("SdkAway")<{ readonly reason: string }> {}

export type SdkProblem = SdkThrew | SdkAway

/** An amount in an answer of the SDK; one that cannot be is no answer. */
export const amountOf = <A extends AssetCode>(asset: A, value: bigint | number): Effect.Effect<Units<A>, SdkAway> => {
  const problem = () => new SdkAway({ reason: `the SDK reports ${value} as an amount of ${asset}` })
  return typeof value === "number" && !Number.isSafeInteger(value)
    ? Effect.fail(problem())
    : Effect.fromResult(Result.mapError(units(asset, BigInt(value)), problem))
}

/** One call of a wallet. */
export type Call = <A>(name: string, call: (sdk: SparkSdk) => Promise<A>) => Effect.Effect<A, SdkProblem>

export interface Wallets {
  /** The settlement wallet, opened at its first use. */
  readonly settlement: Effect.Effect<Call, SdkProblem>
  /** Which one it is: its public key. */
  readonly account: ProviderAccount
  /** Opens a user's wallet, uses it and closes it, whatever becomes of it. */
  readonly withUser: <A, E, R>(
    seed: Redacted.Redacted<Uint8Array>,
    identity: string,
    use: (call: Call) => Effect.Effect<A, E, R>
  ) => Effect.Effect<A, E | SdkProblem, R>
  readonly state: Effect.Effect<ProviderState>
}

export interface WalletsParts {
  readonly load: () => Promise<SparkModule>
  readonly apiKey: ReadSecret
  /** The words of the settlement wallet. */
  readonly mnemonic: ReadSecret
  /** Where the SDK keeps what it has seen of each wallet. */
  readonly directory: string
  /** For one call. Milliseconds. */
  readonly callMs: number
}

const problemOf = (cause: unknown): SdkThrew => {
  const sentence = cause instanceof Error ? cause.message : String(cause)
  return new SdkThrew({ sentence, reason: inOurWords(sentence) })
}

export const openWallets = (parts: WalletsParts): Wallets => {
  const { callMs, directory } = parts
  const health = new Health()
  let loaded: Promise<SparkModule> | undefined
  let settlement: { readonly version: string; readonly sdk: SparkSdk } | undefined

  const noted = (problem: string | null) => Effect.map(Clock.currentTimeMillis, (now) => health.note(now, problem))

  const inTime = <A>(
    name: string,
    run: (signal: AbortSignal) => Promise<A>
  ): Effect.Effect<A, SdkProblem> =>
    Effect.tryPromise({ try: run, catch: problemOf }).pipe(
      Effect.timeoutOrElse({
        duration: callMs,
        orElse: () => Effect.fail(new SdkAway({ reason: `the SDK did not answer within ${callMs} ms` }))
      }),
      Effect.tap(() => noted(null)),
      Effect.tapError(({ reason }) => noted(reason)),
      Effect.withSpan(name, { kind: "client", attributes: { "pontepay.provider": "breez" } })
    )

  const loading = () =>
    parts.load().catch((cause: unknown) => {
      loaded = undefined
      throw cause
    })

  const secret = (read: ReadSecret) =>
    Effect.mapError(read, ({ path, problem }) => new SdkAway({ reason: `${path}: ${problem}` }))

  const calls = (sdk: SparkSdk): Call => (name, call) => inTime(name, () => call(sdk))

  // A wallet that opens when no one waits for it any more is closed again.
  const connected = Effect.fnUntraced(function*(words: Redacted.Redacted, folder: string) {
    const key = yield* secret(parts.apiKey)
    return yield* inTime("connect", async (signal) => {
      const module = await (loaded ??= loading())
      const sdk = await module.connect({
        // Nothing of the SDK runs by itself: it converts, claims and optimises when it is asked to.
        config: {
          ...module.defaultServerConfig("mainnet"),
          apiKey: Redacted.value(key.text),
          preferSparkOverLightning: false
        },
        // The SDK's other form of a seed is the stretched one, not the entropy of the words.
        seed: { type: "mnemonic", mnemonic: Redacted.value(words) },
        storageDir: join(directory, folder)
      })
      if (signal.aborted) await close(sdk)
      return sdk
    })
  })

  const turns = Semaphore.makeUnsafe(1)
  const opened = Effect.gen(function*() {
    const { text, version } = yield* secret(parts.mnemonic)
    if (settlement?.version !== version) {
      const before = settlement
      settlement = { version, sdk: yield* connected(text, "settlement") }
      if (before !== undefined) yield* Effect.promise(() => close(before.sdk))
    }
    return calls(settlement.sdk)
  })

  const wallet = turns.withPermits(1)(opened)

  return {
    settlement: wallet,
    account: Effect.gen(function*() {
      const call = yield* wallet
      const { identityPubkey } = yield* call("getInfo", (sdk) => sdk.getInfo({}))
      return `spark:${identityPubkey}`
    }).pipe(Effect.mapError(({ reason }) => new AccountUnread({ reason }))),
    withUser: (seed, identity, use) =>
      Effect.gen(function*() {
        const words = Redacted.make(mnemonicOf(Redacted.value(seed)))
        // A folder each: the SDK's own names of folders are 32 bits of a hash, which two wallets may share.
        const sdk = yield* connected(words, identity)
        return yield* Effect.ensuring(use(calls(sdk)), Effect.promise(() => close(sdk)))
      }),
    state: Effect.map(Clock.currentTimeMillis, (now) => health.state(closed, null, now))
  }
}

/**
 * Has the SDK read what its wallet has, and fails where the operators cannot be asked: the SDK says nothing of a synchronisation that
 * failed, so they are given something of which it does.
 */
export const synchronised = (call: Call): Effect.Effect<void, SdkProblem> =>
  Effect.gen(function*() {
    yield* call("getUserSettings", (sdk) => sdk.getUserSettings())
    yield* call("syncWallet", (sdk) => sdk.syncWallet({}))
  })

// Its keys leave the memory with it. A wallet that does not close is left alone: nothing waits for it.
const close = async (sdk: SparkSdk): Promise<void> => {
  const over = sdk.disconnect().catch(() => undefined).then(() => sdk.free())
  await Promise.race([over, new Promise((resolve) => setTimeout(resolve, closeWithinMs))])
}

/** Milliseconds. */
const closeWithinMs = 1_000
