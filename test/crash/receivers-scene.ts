// A host in this process with an account whose webhooks lead to receivers in trouble, and events for them.
import { Effect } from "effect"
import { type EventName, emit } from "../../core/engine/event/event.ts"
import { feed, list } from "../../core/engine/store/records.ts"
import { Store, changeSet } from "../../core/engine/store/store.ts"
import { Deliveries, Webhooks } from "../../core/webhooks/webhook/webhook.ts"
import { type TestHost, declared, openHost } from "../support/host.ts"
import { type Trouble, type TroubledReceiver, openTroubled } from "../support/troubled-receiver.ts"

export interface Scene {
  readonly host: TestHost
  readonly receivers: ReadonlyArray<TroubledReceiver>
  /** The key owner. */
  readonly owner: string
  readonly close: () => Promise<void>
}

export interface SceneParts {
  readonly troubles: ReadonlyArray<Trouble>
  /** The events that a receiver wants; all by default. */
  readonly wants?: (trouble: Trouble) => ReadonlyArray<EventName>
  readonly retry?: boolean
  readonly databaseUrl?: string
}

const ownerOf = (host: TestHost): Promise<string> =>
  host.inSandbox(Effect.gen(function*() {
    const page = { kind: "account", list: "all", value: "all", limit: 10 }
    const rows = yield* Store.use((store) => store.list(page))
    const found = rows.find(({ record }) => (JSON.parse(record.body) as { readonly name: string }).name === "acme")
    return found?.record.id ?? ""
  }))

/** Opens a receiver for each trouble, and a host that tells them. */
export const openScene = async ({ databaseUrl, retry = false, troubles, wants }: SceneParts): Promise<Scene> => {
  const receivers = await Promise.all(troubles.map(openTroubled))
  const webhooks = receivers.map(({ trouble, url }) => ({
    url,
    secret: "5e".repeat(32),
    retry,
    ...(wants === undefined ? {} : { events: wants(trouble) })
  }))
  const host = await openHost({
    accounts: [declared("acme", { webhooks })],
    variables: {
      PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true",
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl })
    }
  })
  const close = async () => {
    await Promise.all(receivers.map((receiver) => receiver.close()))
    await host.close()
  }
  return { host, receivers, close, owner: await ownerOf(host) }
}

/** Makes events of a name, by these ids. */
export const announce = ({ host, owner }: Scene, ids: ReadonlyArray<string>, name: EventName): Promise<void> => {
  const made = ids.map((id) => emit({ id, owner, name, subject: "sub_1", createdAt: Date.now() }, { id }))
  const changes = changeSet({ writes: made.map(({ write }) => write), jobs: made.map(({ job }) => job) })
  return host.inSandbox(Store.use((store) => store.commit(changes)))
}

/** So many ids of events. */
export const named = (prefix: string, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, n) => `${prefix}_${n}_of`)

export const hasHeard = ({ heard }: TroubledReceiver, ids: ReadonlyArray<string>): boolean =>
  ids.every((id) => heard.has(id))

/** The deliveries to a receiver. */
export const deliveriesTo = ({ host, owner }: Scene, receiver: TroubledReceiver) =>
  host.inSandbox(Effect.gen(function*() {
    const webhooks = yield* feed(Webhooks, "byOwner", owner, { limit: 100 })
    const webhook = webhooks.find(({ value }) => value.url === receiver.url)
    const rows = yield* list(Deliveries, "byWebhook", webhook?.value.id ?? "", { limit: 100 })
    return rows.map(({ value }) => value)
  }))
