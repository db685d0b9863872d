// Starts a service as people start it and stops it as they stop it: what it has begun to receive is answered, it ends with
// 0 within five seconds, and no process of its group is left.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { type Socket, connect } from "node:net"

/**
 * `Ctrl-C` sends SIGINT to every process of the terminal, as a shell does, and a moment later again, as people and npm do;
 * the others go to the first process alone.
 */
export type Stop = "SIGTERM" | "SIGINT" | "Ctrl-C"

export const stops: ReadonlyArray<Stop> = ["SIGTERM", "SIGINT", "Ctrl-C"]

interface Started {
  readonly child: ChildProcess
  readonly pid: number
  readonly port: number
  readonly apiKey: string
}

const start = async (
  [command = "", ...args]: ReadonlyArray<string>,
  cwd: string,
  variables: Readonly<Record<string, string | undefined>>
): Promise<Started> => {
  const child = spawn(command, args, { cwd, detached: true, env: variables, stdio: ["ignore", "pipe", "inherit"] })
  let text = ""
  for await (const chunk of child.stdout) {
    text += String(chunk)
    const [, port] = /API {2,}http:\/\/[^:]+:(\d+)/.exec(text) ?? []
    const [, apiKey] = /API key {2,}(\S+)/.exec(text) ?? []
    if (port !== undefined && apiKey !== undefined && child.pid !== undefined) {
      return { child, pid: child.pid, port: Number(port), apiKey }
    }
  }
  throw new Error(`it ended before it was ready: ${text}`)
}

const send = async (stop: Stop, { child, pid }: Started): Promise<void> => {
  if (stop !== "Ctrl-C") return void child.kill(stop)
  process.kill(-pid, "SIGINT")
  await new Promise((resolve) => setTimeout(resolve, 200))
  process.kill(-pid, "SIGINT")
}

const isLeft = (group: number): boolean => {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

const body =
  "{\"value\":5000,\"asset\":\"USDC\",\"network\":\"base\",\"address\":\"0x52908400098527886E0F7030069857D2E4169EE7\"}"
const sentFirst = 20

/** A request of which the service has read the head and a part of the body. */
const begun = async ({ apiKey, port }: Started): Promise<Socket> => {
  const socket = connect(port, "127.0.0.1")
  await once(socket, "connect")
  const head = [
    "POST /api/deposit/asset HTTP/1.1",
    "Host: localhost",
    `Authorization: Bearer ${apiKey}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`
  ]
  socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, sentFirst)}`)
  // A later request is answered when the earlier one has arrived.
  await fetch(`http://127.0.0.1:${port}/health`)
  return socket
}

const finished = async (socket: Socket): Promise<string> => {
  socket.write(body.slice(sentFirst))
  let answer = ""
  for await (const chunk of socket) answer += String(chunk)
  return answer
}

/** Milliseconds from the signal to the end. Throws when a request was dropped, or a process is left. */
export const endsWell = async (
  command: ReadonlyArray<string>,
  stop: Stop,
  cwd: string,
  variables: Readonly<Record<string, string | undefined>>
): Promise<number> => {
  const service = await start(command, cwd, { ...variables, PORT: "0", DATABASE_URL: "memory:" })
  const { child, pid } = service
  try {
    const ended = once(child, "exit") as Promise<[code: number | null, signal: string | null]>
    const request = await begun(service)
    const signalledAt = performance.now()
    await send(stop, service)
    const answer = await finished(request)
    const [code, signal] = await ended
    const tookMs = performance.now() - signalledAt
    if (!answer.startsWith("HTTP/1.1 200 ")) throw new Error(`${stop}: the request in flight was answered: ${answer}`)
    if (code !== 0) throw new Error(`${stop}: it ended with ${code ?? signal}`)
    if (tookMs > 5_000) throw new Error(`${stop}: it took ${Math.round(tookMs)} ms to end`)
    if (isLeft(pid)) throw new Error(`${stop}: a process is left`)
    return tookMs
  } finally {
    if (isLeft(pid)) process.kill(-pid, "SIGKILL")
  }
}
