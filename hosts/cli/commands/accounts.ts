// `pontepay accounts`: key owners with their flags, limits and fees.
import { Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { FlagChanges } from "../../../core/customers/account/flags.ts"
import { type FeeOperation, feeSchedule } from "../../../core/base/fees/schedule.ts"
import type { Route } from "../../client/route.ts"
import { routes } from "../../client/routes.ts"
import { type Desk, act } from "../act.ts"
import { type Api, type Data, fieldOf, rowsOf } from "../api.ts"
import { misused } from "../failure.ts"
import { operatorRoutes } from "../operator-routes.ts"
import { record, table } from "../print.ts"

/** All pages of a list. */
export const pagesOf = async (
  api: Api,
  route: Route,
  name: string,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string>> = {}
): Promise<ReadonlyArray<Data>> => {
  const rows: Array<Data> = []
  for (let cursor: string | null = ""; cursor !== null;) {
    const page: Data = await api.data(route, {
      params,
      query: { ...query, cursor: cursor === "" ? undefined : cursor }
    })
    rows.push(...rowsOf(page, name))
    cursor = typeof page["nextCursor"] === "string" ? page["nextCursor"] : null
  }
  return rows
}

/** The account that is named, or the one that the API key belongs to. */
export const accountIdOf = async (api: Api, named: Option.Option<string>): Promise<string> => {
  if (Option.isSome(named)) return named.value
  const own = rowsOf(await api.data(routes.listSubaccounts), "subAccounts")
  const main = own.find(({ owner }) => owner === "SELF")?.["subAccountId"]
  const account = (await pagesOf(api, operatorRoutes.listAccounts, "accounts")).find(({ mainSubAccountId }) =>
    mainSubAccountId === main
  )
  if (account !== undefined) return fieldOf(account, "accountId")
  throw misused("the account of the API key is not known here", "Name one by --account")
}

/** An account that is not that of the API key. */
export const accountFlag = Flag.String("account").pipe(
  Flag.withDescription("Which account; that of the API key by default"),
  Flag.withMetavar("<accountId>"),
  Flag.optional
)

const accountArgument = Argument.String("accountId").pipe(Argument.withDescription("As accounts list shows it"))

const flagsOf = ({ flags }: Data): string => Array.isArray(flags) && flags.length > 0 ? flags.join(" ") : "none"

const showAccount = ({ show }: Desk, account: Data): void =>
  show(account, () => record({ ...account, flags: flagsOf(account) }))

const list = Command.make(
  "list",
  {},
  act<object>(async (_, { api, show, world }) => {
    const accounts = await pagesOf(api, operatorRoutes.listAccounts, "accounts")
    show({ accounts }, () =>
      table(accounts, [
        { title: "ACCOUNT", of: (row) => fieldOf(row, "accountId") },
        { title: "NAME", of: (row) => fieldOf(row, "name"), canShrink: true },
        { title: "ENVIRONMENT", of: (row) => fieldOf(row, "environment") },
        { title: "LIMIT BRL", of: (row) => fieldOf(row, "perTxLimitBrl") },
        { title: "BLOCKED", of: (row) => row["blocked"] === true ? "yes" : "no" },
        { title: "FLAGS", of: flagsOf, canShrink: true }
      ], world.columns))
  })
).pipe(
  Command.withDescription("List the accounts, the newest first."),
  Command.withAlias("ls"),
  Command.withExamples([
    { command: "pontepay accounts list", description: "All accounts" },
    { command: "pontepay accounts list --json", description: "The same for a program" }
  ])
)

const show = Command.make(
  "show",
  { accountId: accountArgument },
  act<{ readonly accountId: string }>(async ({ accountId }, desk) =>
    showAccount(desk, await desk.api.data(operatorRoutes.readAccount, { params: { accountId } }))
  )
).pipe(
  Command.withDescription("Show an account with its flags, limits and fees."),
  Command.withExamples([{ command: "pontepay accounts show acc_0123", description: "Everything about one account" }])
)

const operations = Object.keys(feeSchedule)
const isOperation = (name: string): name is FeeOperation => Object.hasOwn(feeSchedule, name)

const feeForm = /^([A-Za-z]+)=(\d{1,9})\+(\d{1,5})$/

const feesOf = (texts: ReadonlyArray<string>): Data =>
  Object.fromEntries(texts.map((text) => {
    const [, operation = "", cents, basisPoints] = feeForm.exec(text) ?? []
    if (!isOperation(operation)) {
      throw misused(
        `--fee ${text} is not <operation>=<cents>+<basis points>`,
        `As --fee payout=150+250; operations are ${operations.join(", ")}`
      )
    }
    return [operation, { fixedCents: Number(cents), basisPoints: Number(basisPoints) }]
  }))

const rateOf = (text: string): Data | null => {
  if (text === "default") return null
  const [, perSecond, burst] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []
  if (burst === undefined) {
    throw misused(`--rate ${text} is not <per second>/<burst>`, "As --rate 100/200, or --rate default")
  }
  return { perSecond: Number(perSecond), burst: Number(burst) }
}

const listForm = /^(pix|address)=(.+)$/

const recipientsOf = (texts: ReadonlyArray<string>): Data | null => {
  if (texts.length === 1 && texts[0] === "anyone") return null
  if (texts.length === 1 && texts[0] === "none") return { pixKeys: [], addresses: [] }
  const named = texts.map((text) => {
    const [, kind, value = ""] = listForm.exec(text) ?? []
    if (kind !== undefined) return { kind, value }
    throw misused(
      `--recipient ${text} is neither pix=<key> nor address=<address>`,
      "As --recipient pix=ops@acme.com, given again for each; alone: --recipient anyone, or --recipient none"
    )
  })
  const of = (wanted: string) => named.filter(({ kind }) => kind === wanted).map(({ value }) => value)
  return { pixKeys: of("pix"), addresses: of("address") }
}

const walletKeysOf = (text: string): number | null => {
  if (text === "default") return null
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw misused(`--wallet-keys ${text} is no number of wallets`, "As --wallet-keys 20, or --wallet-keys default")
}

const many = (name: string, what: string, metavar: string) =>
  Flag.String(name).pipe(Flag.withDescription(what), Flag.withMetavar(metavar), Flag.atLeast(0))

const maybe = (name: string, what: string, metavar: string) =>
  Flag.String(name).pipe(Flag.withDescription(what), Flag.withMetavar(metavar), Flag.optional)

/** As the interface names them. */
const flagNames = Object.keys(FlagChanges.fields)

const changes = {
  email: maybe("email", "E-mail of the owner", "<email>"),
  enable: many("enable", `Turn a flag on; may be given again: ${flagNames.join(", ")}`, "<FLAG>"),
  disable: many("disable", "Turn a flag off; may be given again", "<FLAG>"),
  limit: maybe("per-tx-limit", "What one payout may be, BRL", "<3000.00>"),
  fee: many("fee", "Figures in place of the schedule's; replaces all earlier ones", "<payout=150+250>"),
  rate: maybe("rate", "Requests a second and burst, or default", "<100/200>"),
  recipients: many(
    "recipient",
    "Pay listed recipients alone; may be given again and replaces the list of before; alone: anyone, none",
    "<pix=key|address=…>"
  ),
  walletKeys: maybe("wallet-keys", "Wallets whose keys may be read in an hour, or default", "<100>"),
  lifetime: Flag.Int("charge-lifetime").pipe(
    Flag.withDescription("Minutes that a charge can be paid"),
    Flag.withMetavar("<minutes>"),
    Flag.optional
  ),
  virtualAccount: Flag.Literals("virtual-account", ["yes", "no"]).pipe(
    Flag.withMetavar("<yes|no>"),
    Flag.withDescription("Whether it owns a virtual account"),
    Flag.optional
  ),
  duplicates: Flag.Literals("duplicate-policy", ["off", "refuse"]).pipe(
    Flag.withMetavar("<off|refuse>"),
    Flag.withDescription("Whether payments equal to one in doubt are refused"),
    Flag.optional
  )
}

interface Changes {
  readonly email: Option.Option<string>
  readonly enable: ReadonlyArray<string>
  readonly disable: ReadonlyArray<string>
  readonly limit: Option.Option<string>
  readonly fee: ReadonlyArray<string>
  readonly rate: Option.Option<string>
  readonly recipients: ReadonlyArray<string>
  readonly walletKeys: Option.Option<string>
  readonly lifetime: Option.Option<number>
  readonly virtualAccount: Option.Option<"yes" | "no">
  readonly duplicates: Option.Option<string>
}

const given = <A>(name: string, value: Option.Option<A>, as: (value: A) => unknown = (each) => each): Data =>
  Option.isSome(value) ? { [name]: as(value.value) } : {}

const flagChanges = ({ disable, enable }: Changes): Data => {
  const unknown = [...enable, ...disable].find((flag) => !flagNames.includes(flag))
  if (unknown !== undefined) throw misused(`there is no flag ${unknown}`, `Flags are ${flagNames.join(", ")}`)
  const both = enable.find((flag) => disable.includes(flag))
  if (both !== undefined) throw misused(`${both} is named by --enable and by --disable`, "Name it by one of them")
  const changed = new Map([
    ...enable.map((flag) => [flag, true] as const),
    ...disable.map((flag) => [flag, false] as const)
  ])
  return Object.fromEntries(changed)
}

const bodyOf = (asked: Changes): Data => {
  const flags = flagChanges(asked)
  return {
    ...given("email", asked.email),
    ...(Object.keys(flags).length === 0 ? {} : { flags }),
    ...given("perTxLimitBrl", asked.limit),
    ...(asked.fee.length === 0 ? {} : { fees: feesOf(asked.fee) }),
    ...given("requestRate", asked.rate, rateOf),
    ...(asked.recipients.length === 0 ? {} : { allowedRecipients: recipientsOf(asked.recipients) }),
    ...given("walletKeysPerHour", asked.walletKeys, walletKeysOf),
    ...given("chargeLifetimeMinutes", asked.lifetime),
    ...given("virtualAccount", asked.virtualAccount, (value) => value === "yes"),
    ...given("duplicatePolicy", asked.duplicates)
  }
}

const create = Command.make(
  "create",
  { name: Argument.String("name").pipe(Argument.withDescription("1 to 64 characters")), ...changes },
  act<Changes & { readonly name: string }>(async (asked, desk) =>
    showAccount(
      desk,
      await desk.api.data(operatorRoutes.createAccount, { body: { name: asked.name, ...bodyOf(asked) } })
    )
  )
).pipe(
  Command.withDescription("Create an account with its main subaccount. Keys are made by keys create."),
  Command.withExamples([
    { command: "pontepay accounts create Acme", description: "As the schedule and the limits have it" },
    {
      command: "pontepay accounts create Acme --enable WALLET_PAYOUT_API --per-tx-limit 500.00",
      description: "With payouts of at most R$500"
    }
  ])
)

const update = Command.make(
  "update",
  {
    accountId: accountArgument,
    name: maybe("name", "Another name", "<name>"),
    blocked: Flag.Literals("blocked", ["yes", "no"]).pipe(
      Flag.withMetavar("<yes|no>"),
      Flag.withDescription("Whether no money leaves it"),
      Flag.optional
    ),
    ...changes
  },
  act<
    Changes & {
      readonly accountId: string
      readonly name: Option.Option<string>
      readonly blocked: Option.Option<string>
    }
  >(async (asked, desk) => {
    const body = {
      ...given("name", asked.name),
      ...given("blocked", asked.blocked, (value) => value === "yes"),
      ...bodyOf(asked)
    }
    if (Object.keys(body).length === 0) {
      throw misused("nothing was asked to change", "See: pontepay accounts update --help")
    }
    const { accountId } = asked
    showAccount(desk, await desk.api.data(operatorRoutes.updateAccount, { params: { accountId }, body }))
  })
).pipe(
  Command.withDescription("Change flags, limits, fees, the block and the rate of an account; what is left out stays."),
  Command.withExamples([
    { command: "pontepay accounts update acc_0123 --enable AUTO_REFUND", description: "Turn a flag on" },
    { command: "pontepay accounts update acc_0123 --fee payout=100+200", description: "R$1.00 and 2% on payouts" },
    {
      command: "pontepay accounts update acc_0123 --recipient pix=ops@acme.com --recipient pix=11144477735",
      description: "Pay these two alone"
    },
    { command: "pontepay accounts update acc_0123 --blocked yes", description: "Let no money leave it" }
  ])
)

export const accounts = Command.make("accounts").pipe(
  Command.withDescription("Accounts: key owners with their flags, limits and fees. For the operator."),
  Command.withShortDescription("Accounts with flags, limits and fees"),
  Command.withSubcommands([list, show, create, update]),
  Command.withExamples([
    { command: "pontepay accounts list", description: "All accounts" },
    { command: "pontepay accounts show acc_0123", description: "One of them" }
  ])
)
