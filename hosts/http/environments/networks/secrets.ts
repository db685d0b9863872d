// Secrets that settings of networks name: the value of a variable, or of the file that the variable of that name with `_FILE` names.
import { Effect, Redacted, Result } from "effect"
import type { Credentials } from "../../../../adapters/http-client/client.ts"
import { secretOfFile } from "../../../../adapters/http-client/secret-file.ts"
import { type LoginNodeSetting, type NodeSetting, SettingWrong } from "./setting.ts"

type Variables = Readonly<Record<string, string | undefined>>

const named = /\{([A-Z][A-Z0-9_]*)\}/g

const valueOf = Effect.fnUntraced(function*(name: string, variables: Variables, field: string) {
  const value = variables[name] || undefined
  if (value !== undefined) return value
  const path = variables[`${name}_FILE`] || undefined
  if (path === undefined) {
    return yield* new SettingWrong({ field, problem: `names {${name}}, and neither ${name} nor ${name}_FILE is set` })
  }
  const file = yield* Effect.result(secretOfFile(path))
  return Result.isSuccess(file)
    ? Redacted.value(file.success)
    : yield* new SettingWrong({ field, problem: `${name}_FILE is ${path}: ${file.failure.problem}` })
})

/** Text with the secrets that it names. */
export const withSecrets = Effect.fnUntraced(function*(text: string, variables: Variables, field: string) {
  const names = [...new Set([...text.matchAll(named)].map(([, name = ""]) => name))]
  const values = yield* Effect.forEach(names, (name) => valueOf(name, variables, field))
  const byName = new Map(names.map((name, index) => [name, values[index] ?? ""]))
  return Redacted.make(text.replaceAll(named, (_, name: string) => byName.get(name) ?? ""))
})

const paceOf = ({ perSecond }: { readonly perSecond?: number }) => perSecond === undefined ? {} : { perSecond }

/** The address of a node, and the headers that prove to it who asks. */
export const nodeWith = Effect.fnUntraced(function*(node: NodeSetting, variables: Variables, field: string) {
  const url = yield* withSecrets(node.url, variables, `${field}.url`)
  const headers = yield* Effect.forEach(
    Object.entries(node.headers ?? {}),
    ([name, text]) =>
      Effect.map(withSecrets(text, variables, `${field}.headers.${name}`), (value) => [name, value] as const)
  )
  const credentials: Credentials = {
    headers: () => Effect.succeed(Object.fromEntries(headers.map(([name, value]) => [name, Redacted.value(value)])))
  }
  return { name: node.name, url, ...paceOf(node), ...headers.length === 0 ? {} : { credentials } }
})

/** The same of a node that asks for a login. */
export const loginNodeWith = Effect.fnUntraced(
  function*({ login, name, url, ...rest }: LoginNodeSetting, variables: Variables, field: string) {
    const address = yield* withSecrets(url, variables, `${field}.url`)
    if (login === undefined) return { name, url: address, ...paceOf(rest) }
    const password = yield* withSecrets(login.password, variables, `${field}.login.password`)
    return { name, url: address, ...paceOf(rest), login: { user: login.user, password } }
  }
)
