// A service in this process on a database of its own, asked without a server in front: what is measured here is the
// service and its store, and nothing of HTTP.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { type Context, Effect, Exit, Fiber, Scope } from "effect"
import { logging } from "../../hosts/http/settings/logging.ts"
import type { RequestServices } from "../../hosts/http/environments/plane.ts"
import { openService, settingsOf } from "../../hosts/http/service.ts"
import type { TaskServices } from "../../hosts/worker/tasks.ts"
import { textOf } from "../support/text-of.ts"

export interface BenchPlane {
  /** Asks as the bench's account; the answer must be a success. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>
  /** Runs an effect with the ports of the data plane. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, RequestServices | TaskServices>) => Promise<A>
  readonly close: () => Promise<void>
}

const benchAccount = "bench"
const benchKey = `pontepay_test_${benchAccount.padEnd(32, "x")}`

/** The secret of its webhooks. */
export const webhookSecret = "0123456789abcdef".repeat(4)

export interface PlaneOptions {
  /** Addresses that the bench's account is told at. */
  readonly webhooks?: ReadonlyArray<string>
  /** Whether jobs are run. */
  readonly worker?: boolean
}

/** Opens a service on a database; its worker runs by default. */
export const openBenchPlane = async (
  url: string,
  { webhooks = [], worker = true }: PlaneOptions = {}
): Promise<BenchPlane> => {
  const folder = mkdtempSync(join(tmpdir(), "pontepay-bench-plane-"))
  const file = join(folder, "accounts.json")
  const account = {
    name: benchAccount,
    environment: "sandbox",
    apiKey: benchKey,
    taxId: "11144477735",
    kyc: "APPROVED",
    flags: ["WALLET_PAYOUT_API"],
    webhooks: webhooks.map((address) => ({ url: address, secret: webhookSecret }))
  }
  writeFileSync(file, JSON.stringify({ accounts: [account] }))
  const settings = await Effect.runPromise(settingsOf({
    DATABASE_URL: url,
    LOG_LEVEL: "warn",
    PONTEPAY_BOOTSTRAP_FILE: file,
    PONTEPAY_ALLOW_PRIVATE_WEBHOOKS: "true",
    PONTEPAY_DOCUMENTS_DIR: folder,
    PONTEPAY_SECRETS_KEY: Buffer.alloc(32, 7).toString("base64"),
    PONTEPAY_OPERATOR_TOKEN: "operator token of the bench, long enough"
  }))
  const scope = Scope.makeUnsafe()
  const logs = logging(settings.config.logLevel)
  const service = await Effect.runPromise(
    openService(settings).pipe(Effect.provideService(Scope.Scope, scope), Effect.provide(logs))
  )
  const working = worker ? Effect.runFork(Effect.provide(service.work, logs)) : undefined
  const services = service.planes[0]?.services as Context.Context<RequestServices | TaskServices>
  return {
    ask: async (method, path, body) => {
      const bytes = body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(body))
      const answer = await service.app({
        method,
        target: path,
        headers: {
          host: "localhost",
          authorization: `Bearer ${benchKey}`,
          ...(body === undefined ? {} : { "content-type": "application/json" })
        },
        body: bytes
      })
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${textOf(answer)}`)
      return JSON.parse(textOf(answer)) as Record<string, unknown>
    },
    run: (effect) => Effect.runPromise(Effect.provide(effect, services)),
    close: async () => {
      if (working !== undefined) await Effect.runPromise(Fiber.interrupt(working))
      await Effect.runPromise(Scope.close(scope, Exit.void))
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Asks until the answer holds. */
export const until = async <A>(ask: () => Promise<A>, holds: (answer: A) => boolean): Promise<A> => {
  const deadline = performance.now() + 30_000
  for (;;) {
    const answer = await ask()
    if (holds(answer)) return answer
    if (performance.now() > deadline) throw new Error(`still ${JSON.stringify(answer)}`)
    await sleep(5)
  }
}
