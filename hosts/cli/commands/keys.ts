// `pontepay keys`: the API keys of an account. A key is printed when it is made, and never again.
import type { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { act } from "../act.ts"
import { type Api, type Data, fieldOf, textOf } from "../api.ts"
import { misused } from "../failure.ts"
import { operatorRoutes } from "../operator-routes.ts"
import { record, table } from "../print.ts"
import { accountFlag, accountIdOf, pagesOf } from "./accounts.ts"

interface Owned {
  readonly account: Option.Option<string>
}
interface Named extends Owned {
  readonly keyId: string
  readonly yes: boolean
}

const keyArgument = Argument.String("keyId").pipe(Argument.withDescription("As keys list shows it"))

const yesFlag = Flag.Boolean("yes").pipe(
  Flag.withDescription("Also where it is the key that these commands use"),
  Flag.withDefault(false)
)

/** Whether it is the key that these commands use: a key is shown by its beginning and its end alone. */
const isOwn = async (api: Api, accountId: string, keyId: string): Promise<boolean> => {
  const own = await api.apiKey().catch(() => undefined)
  if (own === undefined) return false
  const found = (await pagesOf(api, operatorRoutes.listKeys, "keys", { accountId })).find((row) =>
    row["keyId"] === keyId
  )
  const [start = "", end = ""] = found === undefined ? [] : fieldOf(found, "key").split("…")
  return end !== "" && own.startsWith(start) && own.endsWith(end)
}

const newKey = (accountId: string): string => `pontepay keys create --account ${accountId}`

const showOnce = (key: Data): string => {
  const { replaced, secret, ...rest } = key
  const old = replaced === undefined ? "" : `\nThe key before it still opens everything until it has ended.\n`
  return `${record(rest)}\nThe key, shown this once:\n\n  ${String(secret)}\n${old}`
}

const list = Command.make(
  "list",
  { account: accountFlag },
  act<Owned>(async ({ account }, { api, show, world }) => {
    const keys = await pagesOf(api, operatorRoutes.listKeys, "keys", { accountId: await accountIdOf(api, account) })
    show({ keys }, () =>
      table(keys, [
        { title: "KEY", of: (row) => fieldOf(row, "keyId") },
        { title: "LOOKS LIKE", of: (row) => fieldOf(row, "key") },
        { title: "STATE", of: (row) => fieldOf(row, "state") },
        { title: "CREATED", of: (row) => fieldOf(row, "createdAt"), canShrink: true },
        { title: "ENDS", of: (row) => fieldOf(row, "revokedAt"), canShrink: true }
      ], world.columns))
  })
).pipe(
  Command.withDescription("List the keys of an account, masked, the newest first."),
  Command.withAlias("ls"),
  Command.withExamples([{ command: "pontepay keys list --account acc_0123", description: "The keys of an account" }])
)

const create = Command.make(
  "create",
  { account: accountFlag },
  act<Owned>(async ({ account }, { api, show }) => {
    const params = { accountId: await accountIdOf(api, account) }
    const key = await api.data(operatorRoutes.createKey, { params })
    show(key, () => showOnce(key))
  })
).pipe(
  Command.withDescription("Create a key. It is printed this once."),
  Command.withExamples([
    { command: "pontepay keys create --account acc_0123", description: "Another key for an account" },
    { command: "pontepay keys create --json | jq -r .secret", description: "The key alone" }
  ])
)

const rotate = Command.make(
  "rotate",
  { keyId: keyArgument, account: accountFlag, yes: yesFlag },
  act<Named>(async ({ account, keyId, yes }, { api, show }) => {
    const accountId = await accountIdOf(api, account)
    if (!yes && await isOwn(api, accountId, keyId)) {
      throw misused(
        `${keyId} is the key that these commands use, and would end in a day`,
        "Rotate it with --yes, and give the new key, which is printed once, by --api-key or PONTEPAY_API_KEY"
      )
    }
    const key = await api.data(operatorRoutes.rotateKey, { params: { accountId, keyId } })
    show(key, () => showOnce(key))
  })
).pipe(
  Command.withDescription("Replace a key: the new one opens everything at once, the old one for a day yet."),
  Command.withExamples([{ command: "pontepay keys rotate key_0123", description: "Replace a key of your own" }])
)

const revoke = Command.make(
  "revoke",
  { keyId: keyArgument, account: accountFlag, yes: yesFlag },
  act<Named>(async ({ account, keyId, yes }, { api, show }) => {
    const accountId = await accountIdOf(api, account)
    const wasOwn = await isOwn(api, accountId, keyId)
    if (wasOwn && !yes) {
      throw misused(
        `${keyId} is the key that these commands use, and would open nothing from now on`,
        `Make another one first by ${
          newKey(accountId)
        } and give it by --api-key or PONTEPAY_API_KEY; or revoke it with --yes`
      )
    }
    const key = await api.data(operatorRoutes.revokeKey, { params: { accountId, keyId } })
    const another = wasOwn ? `Another one is made by: ${newKey(accountId)}\n` : ""
    show(key, () => `${textOf(key, "keyId")} opens nothing any more.\n${another}`)
  })
).pipe(
  Command.withDescription(
    "Revoke a key: it opens nothing from now on. The key that these commands use themselves needs --yes."
  ),
  Command.withExamples([{ command: "pontepay keys revoke key_0123", description: "Close a key" }])
)

export const keys = Command.make("keys").pipe(
  Command.withDescription("API keys of an account: list, create, rotate and revoke them. For the operator."),
  Command.withShortDescription("API keys of an account"),
  Command.withSubcommands([list, create, rotate, revoke]),
  Command.withExamples([{ command: "pontepay keys list", description: "The keys of the account of your own key" }])
)
