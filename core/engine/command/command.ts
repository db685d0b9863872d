// A command of a backend that shares the database: one row and one job of the backend's own transaction (0110). Whoever
// writes it is trusted as the account it names; what the holder of a wallet has to prove comes along sealed.
import { Schema } from "effect"
import { emit } from "../event/event.ts"
import { derivedId } from "../../base/ids/ids.ts"
import { insert, recordKind } from "../store/records.ts"
import type { NewJob, Write } from "../store/store.ts"
import { sealedBy } from "../../base/ids/sealed-by.ts"
import { type CommandState, commandStates } from "./command.states.ts"
import { paymentRecords, personalField } from "../store/personal.ts"

/** What can be commanded: the endpoints that make something, and the word of a provider. */
export const CommandName = Schema.Literals([
  "create-deposit",
  "create-payout",
  "create-transfer",
  "create-swap",
  "provider-event"
])
export type CommandName = typeof CommandName.Type

export const Command = Schema.Struct({
  /** `command/` and the id that the backend gave. */
  id: Schema.String,
  /** The account on whose behalf it runs. */
  owner: Schema.String,
  commandId: Schema.String,
  name: CommandName,
  state: Schema.Literals(Object.keys(commandStates.states) as ReadonlyArray<CommandState>),
  /** JSON of the payload as it was given, without the seal; null once the command was refused, for it may hold a secret. */
  payload: Schema.NullOr(Schema.String),
  /** PIN and key of a wallet, sealed for this command; null where none is needed, and once it has ended. */
  sealed: Schema.NullOr(Schema.String),
  /** The id of what it made; absent until it has ended, and where it made nothing. */
  result: Schema.optionalKey(Schema.String),
  createdAt: Schema.Int,
  endedAt: Schema.NullOr(Schema.Int)
})
export type Command = typeof Command.Type

export const Commands = recordKind({
  kind: "command",
  schema: Command,
  personal: {
    purpose: paymentRecords,
    seenBy: "operators",
    fields: { payload: personalField.text },
    secrets: ["sealed"]
  },
  lists: { byResult: ({ result }: Command) => result, sealedBy: ({ sealed }: Command) => sealedBy(sealed) }
})

/** The id of the record of a command; its job is of the same subject, so no command waits for another. */
export const recordIdOf = (commandId: string): string => `command/${commandId}`

/** Where what a wallet's holder proves is sealed: it opens for no other command and no other account. */
export const sealPlace = ({ commandId, owner }: Pick<Command, "commandId" | "owner">): string =>
  `command/${owner}/${commandId}`

/** The commands that spend from a wallet, and need its holder's proof. */
const spending: ReadonlySet<CommandName> = new Set(["create-payout", "create-transfer", "create-swap"])

/** Whether a command spends from a wallet. */
export const needsSeal = (name: CommandName): boolean => spending.has(name)

/** The write of a command and the job that runs it; both belong in one commit. */
export const enqueue = (command: Command): { readonly write: Write; readonly job: NewJob } => ({
  write: insert(Commands, command),
  job: { id: `run-${command.id}`, task: "run-command", subject: command.id, runAt: command.createdAt }
})

/** What the backend is notified of a command that was refused: as the endpoint would have answered. */
export interface CommandError {
  readonly code: string
  readonly message: string
  readonly details: ReadonlyArray<{ readonly field: string; readonly message: string }>
}

/** How a command ended: with the answer of its endpoint, or with its refusal. */
export type CommandEnd =
  | { readonly on: "answered"; readonly result: unknown }
  | { readonly on: "refused"; readonly error: CommandError }

/** The fields of answers that name what was made. */
const made = ["walletCharge", "transactionId", "swapId"] as const

/** What an answer says was made, as its command keeps it. */
export const resultOf = (answer: unknown): Pick<Command, "result"> => {
  const { data = {}, ...rest } = answer as { readonly data?: object }
  const fields: Readonly<Record<string, unknown>> = { ...data, ...rest }
  const id = made.map((name) => fields[name]).find((each) => typeof each === "string")
  return id === undefined ? {} : { result: id }
}

/** The event that tells how a command ended; its id is made of the command, so that it is told once. */
export const ended = ({ commandId, id, name, owner }: Command, end: CommandEnd, now: number) => {
  const eventId = derivedId("evt", id, owner)
  const parts = { id: eventId, owner, subject: id, createdAt: now }
  return end.on === "answered"
    ? emit({ ...parts, name: "COMMAND_SUCCEEDED" }, { commandId, name, result: end.result })
    : emit({ ...parts, name: "COMMAND_FAILED" }, { commandId, name, error: end.error })
}
