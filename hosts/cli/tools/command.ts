// A command of a backend, given through the database of the service.
import { existsSync } from "node:fs"
import { Effect, Layer } from "effect"
import { newCommand } from "../../../core/engine/command/command-request.ts"
import { ValidationFailed } from "../../../core/base/errors/errors.ts"
import { Store, changeSet } from "../../../core/engine/store/store.ts"
import type { Database } from "../../http/settings/config.ts"
import { failed, misused } from "../failure.ts"
import type { Tools } from "../world.ts"
import { type Environment, configured } from "./configured.ts"
import { withPg } from "./with-pg.ts"

const storeOf = async (database: Database) => {
  switch (database.kind) {
    case "memory":
      throw failed(
        "a database in memory is not to be reached from here",
        "Say by DATABASE_URL which database the service is on"
      )
    case "sqlite": {
      if (!existsSync(database.path)) {
        throw failed(`there is no database at ${database.path}`, "Say by DATABASE_URL which one the service is on")
      }
      return (await import("../../../adapters/sqlite/store.ts")).layer({ filename: database.path })
    }
    case "postgres":
      return (await withPg(() => import("../../../adapters/postgres/store.ts"))).layer({ url: database.url })
  }
}

export const command = async (env: Environment, request: Parameters<Tools["command"]>[0]): Promise<void> => {
  const layer = await storeOf(configured(env).sandboxDatabase)
  const given = Effect.gen(function*() {
    const { job, write } = yield* newCommand(request, Date.now())
    yield* Store.use((store) => store.commit(changeSet({ writes: [write], jobs: [job] })))
  })
  await Effect.runPromise(
    Effect.scoped(Effect.flatMap(Layer.build(layer), (context) => Effect.provide(given, context)))
  )
    .catch((cause: unknown) => {
      if (cause instanceof ValidationFailed) throw misused(JSON.stringify(cause.details))
      throw failed("the command could not be given through the database", "Is DATABASE_URL the one of the service?")
    })
}
