// A process of the service on networks whose nodes run in another process: use cases, worker and data store are the product's own, what is no
// chain is the sandbox's. It does what its parent asks, one message each, and may be killed at any moment.
import { Cause, type Context, Effect, Exit, Option, Redacted, Scope } from "effect"
import { unconfiguredChain } from "../../../adapters/unconfigured/ports.ts"
import { callerOf } from "../../../core/customers/access/caller.ts"
import { subjects } from "../../../core/payments/resources.ts"
import { createDeposit } from "../../../core/payments/deposit/create-deposit.ts"
import { takeProviderFacts } from "../../../core/inbox/take-provider-facts.ts"
import { advanceMovement } from "../../../core/payments/movement/perform-movement.ts"
import { createPayout } from "../../../core/payments/payout/create-payout.ts"
import { get } from "../../../core/engine/store/records.ts"
import { applyBootstrap } from "../../../core/operations/provisioning/apply-bootstrap.ts"
import { Subaccounts } from "../../../core/customers/subaccount/subaccount.ts"
import { createTransfer } from "../../../core/payments/transfer/create-transfer.ts"
import { provisionedWallet } from "../../../core/customers/wallet/first-wallet.ts"
import { envelopeOf } from "../../../core/customers/wallet/unlock-wallet.ts"
import { logging } from "../../../hosts/http/settings/logging.ts"
import { chainOf } from "../../../hosts/http/environments/networks/chain.ts"
import type { RequestServices } from "../../../hosts/http/environments/plane.ts"
import { openService, settingsOf, withOwnPlanes } from "../../../hosts/http/service.ts"
import { asConfigured } from "../../support/restrictions.ts"
import type { TaskServices } from "../../../hosts/worker/tasks.ts"
import { isServed, openers } from "./chains.ts"
import {
  type Answer,
  type Asked,
  type DepositOrder,
  type Order,
  type PayoutOrder,
  type TransferOrder,
  accountOf,
  holders,
  keyOf,
  pin,
  variables
} from "./orders.ts"

type Services = RequestServices | TaskServices

const [database = "", settings = "{}"] = process.argv.slice(2)

const networks = Object.entries(JSON.parse(settings) as Readonly<Record<string, string>>).flatMap(([network, json]) =>
  isServed(network) ? [[network, openers[network](json)] as const] : []
)

const holderOf = (holder: number) => callerOf(Redacted.make(keyOf(holder)), "production")

const walletOf = Effect.fnUntraced(function*(holder: number) {
  const caller = yield* holderOf(holder)
  const found = yield* Effect.flatMap(get(Subaccounts, caller.account.mainSubAccountId), Effect.fromOption)
  return { caller, wallet: yield* provisionedWallet(found.value) }
})

const proofOf = Effect.fnUntraced(function*(holder: number) {
  const { caller, wallet } = yield* walletOf(holder)
  const proof = { walletPin: Redacted.make(pin), protectedSymmetricKey: yield* envelopeOf(wallet) }
  return { caller, proof }
})

const deposited = Effect.fnUntraced(function*({ address, asset, name, network, value }: DepositOrder) {
  const caller = yield* holderOf(0)
  const once = yield* createDeposit({ caller, request: { value, asset, network, address, externalId: name } })
  if (once._tag !== "Answered") return yield* Effect.die("a request without a key was answered from store")
  const { trackId } = once.answer
  if (trackId === null) return yield* Effect.die("a charge without a ticket")
  const endToEndId = `E99999999202601010000${name.replaceAll(/\W/g, "").padStart(11, "0").slice(-11)}`
  yield* takeProviderFacts({ inbox: "sandbox" }, [
    { _tag: "ChargePaid", eventId: `paid-${name}`, trackId, endToEndId, value: null, paidAt: null, payer: null }
  ])
})

const paidOut = Effect.fnUntraced(function*({ asset, holder, name, network, pixKey, value }: PayoutOrder) {
  const { caller, proof } = yield* proofOf(holder)
  yield* createPayout({ caller, request: { value, network, asset, pixKey, externalId: name, ...proof } })
})

const transferred = Effect.fnUntraced(function*({ address, amount, asset, holder, name, network }: TransferOrder) {
  const { caller, proof } = yield* proofOf(holder)
  const request = { amount, network, asset, recipientAddress: address, reference: name, ...proof }
  yield* createTransfer({ caller, request })
})

// What comes of each is in the data store.
const done = (order: Order): Effect.Effect<unknown, unknown, Services> => {
  switch (order.order) {
    case "deposit":
      return deposited(order)
    case "payout":
      return paidOut(order)
    case "transfer":
      return transferred(order)
    case "wallet":
      return Effect.map(walletOf(order.holder), ({ wallet }) => wallet.addresses)
    case "hurry":
      return Effect.forEach(order.movements, (id) => Effect.exit(advanceMovement(subjects, id)), {
        concurrency: 8,
        discard: true
      })
  }
}

const configured = await Effect.runPromise(settingsOf({ ...variables, DATABASE_URL: database }))

const chain = chainOf(
  { opened: new Map(networks), waiting: new Map() },
  [],
  { chain: Effect.succeed(unconfiguredChain), serves: false },
  ({ field, problem }) => ({
    variable: "networks",
    message: `${field} ${problem}`
  })
)

const logs = logging(configured.config.logLevel)
const scope = Scope.makeUnsafe()
const service = await Effect.runPromise(
  openService(withOwnPlanes(configured, { sandbox: { chain, restrictions: asConfigured } })).pipe(
    Effect.provideService(Scope.Scope, scope),
    Effect.provide(logs)
  )
)
const services = service.planes[0]?.services as Context.Context<Services>

const run = <A, E>(effect: Effect.Effect<A, E, Services>) =>
  Effect.runPromise(Effect.exit(effect.pipe(Effect.provide(services), Effect.provide(logs))))

for (let holder = 0; holder < holders; holder++) {
  const exit = await run(applyBootstrap(accountOf(holder)))
  if (Exit.isFailure(exit)) throw new Error(Cause.pretty(exit.cause))
}

Effect.runFork(Effect.provide(service.work, logs))

const say = (answer: Answer | "ready"): void => void process.send?.(answer)

process.on("message", ({ asked, id }: Asked) => {
  void run(done(asked)).then((exit) =>
    Exit.isSuccess(exit)
      ? say({ id, value: exit.value })
      : say({
        id,
        problem: Option.getOrElse(Option.map(Cause.findErrorOption(exit.cause), named), () => Cause.pretty(exit.cause))
      })
  )
})
process.once("disconnect", () => process.exit())

const named = (error: unknown): string =>
  typeof error === "object" && error !== null && "_tag" in error ? String(error._tag) : String(error)

say("ready")
