// Worker step: a command of a backend is led to the use case of its endpoint, with the same body and the same gates (0110).
// The use case remembers its answer under a key made of the command, so a step that is run again gives the first answer;
// one commit then ends the job, marks the command, forgets its seal, and its payload where it was refused, and tells the backend.
import { Clock, Effect, Option, Result, type Schema } from "effect"
import type { Caller } from "../customers/access/caller.ts"
import { Accounts } from "../customers/account/account.ts"
import { unpackSecrets } from "../engine/command/command-request.ts"
import {
  type Command,
  type CommandEnd,
  type CommandName,
  Commands,
  ended,
  resultOf,
  sealPlace
} from "../engine/command/command.ts"
import { commandStates } from "../engine/command/command.states.ts"
import { createDeposit } from "../payments/deposit/create-deposit.ts"
import { DepositRequest } from "../payments/deposit/admit-deposit.ts"
import { detailsOf, isRefusal, rowOf } from "../base/errors/catalogue.ts"
import { NotFound, type Refusal, invalidField } from "../base/errors/errors.ts"
import { type Attempt, type Once, answered, fingerprint } from "../customers/idempotency/idempotency.ts"
import { step } from "../engine/machine/machine.ts"
import { createPayout } from "../payments/payout/create-payout.ts"
import { PayoutRequest } from "../payments/payout/admit-payout.ts"
import { type ClaimedJob, again, backOffMs, finish, finished } from "../engine/store/job-queue.ts"
import { type Stored, get, replace } from "../engine/store/records.ts"
import { Secrets } from "../engine/store/secrets.ts"
import { Store, changeSet } from "../engine/store/store.ts"
import { createSwap } from "../payments/swap/create-swap.ts"
import { availableHere } from "../payments/swap/routes.ts"
import { SwapRequest } from "../payments/swap/swap-request.ts"
import { reader } from "../base/text/text.ts"
import { createTransfer } from "../payments/transfer/create-transfer.ts"
import { TransferRequest } from "../payments/transfer/transfer-request.ts"
import { takeTrustedFacts } from "./take-trusted-facts.ts"

/** Runs the job's command. What passes by itself is waited for; any other refusal is told and ends it. */
export const runCommand = Effect.fnUntraced(function*(job: ClaimedJob) {
  const before = Option.getOrThrow(yield* get(Commands, job.subject))
  const run = yield* Effect.result(answerTo(before.value))
  if (Result.isSuccess(run)) return yield* settle(job, before, { on: "answered", result: answerIn(run.success) })
  const { failure } = run
  if (!isRefusal(failure)) return yield* Effect.fail(failure)
  const waitMs = waitOf(failure)
  if (waitMs !== undefined) {
    return again(Math.max(waitMs, backOffMs(job.attempt)), { code: "refusal", error: failure._tag })
  }
  return yield* settle(job, before, { on: "refused", error: errorOf(failure) })
})

const settle = Effect.fnUntraced(function*(job: ClaimedJob, before: Stored<Command>, end: CommandEnd) {
  const now = yield* Clock.currentTimeMillis
  const taken = step(commandStates, before.value.state, end.on, {})
  const event = ended(before.value, end, now)
  const changes = taken._tag === "Taken"
    ? {
      writes: [
        replace(Commands, before, { ...before.value, ...forgotten(end), state: taken.to, endedAt: now }),
        event.write
      ],
      jobs: [event.job],
      moves: [taken]
    }
    : {}
  yield* Store.use((store) => store.commit(changeSet({ ...changes, finished: finish(job) })))
  return finished
})

// What was refused may hold anything, a PIN in clear too: no one needs it again.
const forgotten = (end: CommandEnd): Partial<Command> =>
  end.on === "refused" ? { sealed: null, payload: null } : { sealed: null, ...resultOf(end.result) }

const answerIn = (once: Once<unknown>): unknown => once._tag === "Stored" ? JSON.parse(once.body) : once.answer

const errorOf = (refusal: Refusal) => {
  const { errorCode, message } = rowOf(refusal)
  return { code: errorCode, message: message(refusal), details: detailsOf(refusal) }
}

// Whatever says when to come back is asked again, but for a wallet that wrong PINs have locked: the holder must know.
const waitOf = (refusal: Refusal): number | undefined =>
  "retryAfterSeconds" in refusal && refusal._tag !== "PinLocked" ? refusal.retryAfterSeconds * 1_000 : undefined

const answerTo = Effect.fnUntraced(function*(command: Command) {
  const account = Option.getOrUndefined(yield* get(Accounts, command.owner))?.value
  if (account === undefined) return yield* new NotFound({ resource: "Account" })
  const payload = command.payload ?? "{}"
  const asked: OpenedCommand = {
    caller: { account, keyId: command.id },
    body: { ...JSON.parse(payload) as object, ...(yield* secretsOf(command)) },
    attempt: {
      route: command.name,
      key: attemptKey(command),
      fingerprint: fingerprint(payload),
      encode: JSON.stringify
    }
  }
  return yield* endpoints[command.name](asked)
})

// No header can hold a line feed, so no request over HTTP can ever meet the answer of a command.
const attemptKey = ({ commandId }: Command): string => `command\n${commandId}`

const secretsOf = (command: Command) => {
  const { sealed } = command
  if (sealed === null) return Effect.succeed({})
  return Secrets.use((secrets) => secrets.openCommand(sealed, sealPlace(command))).pipe(
    Effect.flatMap(unpackSecrets),
    // The backend made the seal, so one that does not open is its mistake.
    Effect.catchDefect(() => Effect.fail(invalidField("payload.sealed", "was not sealed for this command")))
  )
}

/** A command as its endpoint would be asked. */
interface OpenedCommand {
  readonly caller: Caller
  readonly body: unknown
  readonly attempt: Attempt<unknown>
}

type UseCase<A, E, R> = (
  input: { readonly caller: Caller; readonly request: A; readonly attempt: Attempt<unknown> }
) => Effect.Effect<Once<unknown>, E, R>

const endpoint = <A, E, R>(schema: Schema.Codec<A, unknown>, run: UseCase<A, E, R>) => {
  const read = reader(schema, "error")
  return ({ attempt, body, caller }: OpenedCommand) =>
    Effect.flatMap(read(body), (request) => run({ caller, request, attempt }))
}

const swap = endpoint(SwapRequest, createSwap)

// Whoever writes the database is believed as a signature of the provider is; who may do so is the function's to ask.
const providerEvent = Effect.fnUntraced(function*({ body }: OpenedCommand) {
  yield* takeTrustedFacts(body)
  return answered({ success: true })
})

const endpoints = {
  "create-deposit": endpoint(DepositRequest, createDeposit),
  "create-payout": endpoint(PayoutRequest, createPayout),
  "create-transfer": endpoint(TransferRequest, createTransfer),
  "create-swap": (asked: OpenedCommand) => Effect.andThen(availableHere(asked.caller), swap(asked)),
  "provider-event": providerEvent
} satisfies Record<CommandName, unknown>
