// Asks whether the server is there, on a connection of its own that nothing else waits on. A server that does not answer
// this within a third of a second is away: it is asked for nothing that takes longer than a look into its own memory. A
// connection that was there before may be dead by itself, so half of that time later a new one asks the same: one question
// decides between a dead connection and a server that is away.
import { Client, type ClientConfig } from "pg"

/** An answer may take so many beats. */
const answerBeats = 7
/** After so many without an answer another connection asks too. */
const doubtBeats = 3
const beatMs = 50
/** How long a connection may take to come about; then another is tried. */
const connectMs = 1_500

const active = {
  name: "active",
  text: "select pid from pg_stat_activity where pid = any($1::int[]) and state = 'active'"
}

/** The time was up before the answer came. */
export class Silent extends Error {}

/** The server is there, and connections that were made before are not. */
export class Dead extends Error {}

// Time is counted in our own beats: a process that stood still, or got no processor, has waited for nothing meanwhile.
const beat = (after: (beats: number) => void): { readonly end: () => void } => {
  let beats = 0
  const timer = setInterval(() => after(beats += 1), beatMs)
  return { end: () => clearInterval(timer) }
}

/** A connection for questions; `isOpen` once it has come about. */
class Line {
  isOpen = false
  private readonly client: Client
  private readonly connected: Promise<unknown>

  constructor(config: ClientConfig, lost: () => void) {
    this.client = new Client({ ...config, connectionTimeoutMillis: connectMs })
    this.connected = this.client.connect().then(() => this.isOpen = true)
    this.client.on("error", lost)
    this.connected.catch(lost)
  }

  async ask(pids: ReadonlyArray<number>): Promise<ReadonlySet<number>> {
    await this.connected
    const { rows } = await this.client.query<{ readonly pid: number }>({ ...active, values: [[...pids]] })
    return new Set(rows.map(({ pid }) => pid))
  }

  end(): void {
    this.connected.then(() => this.client.end()).catch(() => undefined)
  }
}

export class Probe {
  private readonly config: ClientConfig
  private line: Line | undefined

  constructor(config: ClientConfig) {
    this.config = config
  }

  /**
   * Which of these backends work on a statement at the moment. Rejects with `Dead` when a new connection alone is answered,
   * with `Silent` when none is, and with what the server or the network says otherwise.
   */
  active(pids: ReadonlyArray<number>): Promise<ReadonlySet<number>> {
    const { promise, reject, resolve } = Promise.withResolvers<ReadonlySet<number>>()
    const line = this.line ??= this.open()
    const wasOpen = line.isOpen
    const { end } = beat((beats) => {
      if (beats === doubtBeats && wasOpen) this.askAnew(line, pids, reject)
      if (beats === answerBeats) reject(new Silent("the database does not answer"))
    })
    line.ask(pids).then(resolve, reject)
    return promise.finally(() => {
      end()
      if (this.line !== line) line.end()
    })
  }

  /** Ends the connection; the next question makes another. */
  drop(): void {
    this.line?.end()
    this.line = undefined
  }

  // The old connection is still listened to: it may only have taken its time.
  private askAnew(old: Line, pids: ReadonlyArray<number>, reject: (cause: unknown) => void): void {
    if (this.line !== old) return
    const line = this.line = this.open()
    line.ask(pids).then(() => reject(new Dead("the connection does not answer")), reject)
  }

  private open(): Line {
    const line: Line = new Line(this.config, () => {
      if (this.line === line) this.drop()
    })
    return line
  }
}
