// The steps of a delivery at which a process can end itself as SIGKILL does, so that a test names the step and not a moment: hooks around the
// data store, the signers and the questions to nodes of this very process.
import { ClientRequest, type IncomingMessage } from "node:http"
import { Effect, Logger } from "effect"
import type { ChangeSet, Store } from "../../core/engine/store/store.ts"

/**
 * `ask`: a question to a node was answered that sends nothing. `recipe`: what is going to be sent was committed, and nothing of it is signed.
 * `sign`: a signature was given, and is not stored. `store`: what was signed is committed, and not sent. `send`: it has left, and no
 * answer has come. `answer`: a node has answered it. `verdict`: what became of it is committed.
 */
export const steps = ["ask", "recipe", "sign", "store", "send", "answer", "verdict"] as const
export type Step = (typeof steps)[number]

/** The step of which movements, and how often it is let pass before. */
export interface KillAt {
  readonly step: Step
  readonly passed: number
}

const broadcasts = /"(?:eth_sendRawTransaction|sendrawtransaction|sendTransaction)"|broadcasthex/

const isVerdict = (body: string): boolean => /"verdict":\{/.test(body)

/** What this process has done of its movements, step by step. */
const watch = (at: KillAt | undefined, wanted: ReadonlySet<string>) => {
  const signed = new Set<string>()
  let left = at?.passed ?? 0
  const reached = (step: Step): void => {
    if (at?.step !== step || left-- > 0) return
    process.kill(process.pid, "SIGKILL")
  }
  return {
    signed: (operationId: string): void => {
      if (!wanted.has(operationId)) return
      signed.add(operationId)
      reached("sign")
    },
    committed: ({ writes }: ChangeSet): void => {
      for (const { body, id } of writes) {
        if (!wanted.has(id)) continue
        reached(isVerdict(body) ? "verdict" : signed.has(id) ? "store" : "recipe")
      }
    },
    reached
  }
}

type Watch = ReturnType<typeof watch>

const storeOf = ({ committed }: Watch) => (store: Store["Service"]): Store["Service"] => ({
  ...store,
  commit: (changes) => Effect.tap(store.commit(changes), () => Effect.sync(() => committed(changes)))
})

// Each signature that a key of the service gives has a line in the log.
const loggerOf = ({ signed }: Watch) =>
  Logger.layer([Logger.make(({ message }) => {
    const [said, line] = Array.isArray(message) ? message as ReadonlyArray<unknown> : [message]
    if (said !== "A key of the service signed" || typeof line !== "object" || line === null) return
    if ("operationId" in line && typeof line.operationId === "string") signed(line.operationId)
  })])

const watchQuestions = ({ reached }: Watch): void => {
  const { prototype } = ClientRequest
  const end: unknown = Reflect.get(prototype, "end")
  if (typeof end !== "function") throw new Error("a question to a node has no end")
  const ended = function(this: ClientRequest, ...parts: ReadonlyArray<unknown>): unknown {
    const [body] = parts
    const text = body instanceof Uint8Array ? Buffer.from(body).toString() : typeof body === "string" ? body : ""
    const sends = broadcasts.test(text) || broadcasts.test(this.path)
    if (sends) this.once("finish", () => reached("send"))
    this.prependOnceListener("response", (response: IncomingMessage) => {
      response.prependOnceListener("end", () => reached(sends ? "answer" : "ask"))
    })
    return Reflect.apply(end, this, parts)
  }
  Reflect.set(prototype, "end", ended)
}

/** Sets the hooks of this process: how a store is seen, and the layer of its logger. */
export const killingAt = (at: KillAt | undefined, movements: ReadonlyArray<string>) => {
  const watched = watch(at, new Set(movements))
  watchQuestions(watched)
  return { storeOf: storeOf(watched), logger: loggerOf(watched) }
}
