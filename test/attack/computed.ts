// Loaded into the service before it starts: each answer says how long the service has computed in its life, in microseconds, and since
// the request was sent, which that says by the clock of the machine. So a machine on which others compute makes no request slower.
import { Server, ServerResponse } from "node:http"
import { performance as nodePerformance } from "node:perf_hooks"
import { queuedMs } from "../support/stopwatch.ts"

const places = 1 << 16
const moments = new Float64Array(places)
const computed = new Float64Array(places)
let noted = 0

// All time but that in which the loop had nothing to do and that in which others had the processor. What the machine counts itself
// goes by its ticks of some milliseconds where a thread never rests.
const computedUs = (): number => {
  const idleMs = nodePerformance.nodeTiming.idleTime
  return Math.round((performance.now() - idleMs - queuedMs(process.pid)) * 1_000)
}

/** What was computed until something happened; the service does little between two of these. */
const note = (): void => {
  moments[noted % places] = Number(process.hrtime.bigint() / 1_000n)
  computed[noted % places] = computedUs()
  noted += 1
}

const computedBefore = (moment: number): number => {
  const oldest = Math.max(0, noted - places)
  let place = noted - 1
  while (place > oldest && (moments[place % places] ?? 0) > moment) place -= 1
  return computed[place % places] ?? 0
}

const emit = Reflect.get(Server.prototype, "emit") as Server["emit"]
Server.prototype.emit = function(this: Server, ...event: Parameters<typeof emit>) {
  note()
  return emit.apply(this, event)
} as typeof emit

const writeHead = Reflect.get(ServerResponse.prototype, "writeHead") as ServerResponse["writeHead"]
ServerResponse.prototype.writeHead = function(this: ServerResponse, ...said: Parameters<typeof writeHead>) {
  const now = computedUs()
  const sentAt = this.req.headers["x-sent-at"]
  this.setHeader("x-computed", String(now))
  if (sentAt !== undefined) this.setHeader("x-computed-since", String(now - computedBefore(Number(sentAt))))
  return writeHead.apply(this, said)
} as typeof writeHead
