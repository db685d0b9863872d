// CPU time of what works for a data plane: this process, and on Postgres the backends that serve it. Time that a machine
// gives to its neighbours is not in it.
import { readFileSync } from "node:fs"
import type { Client } from "pg"

/** Microseconds that a process was on a CPU; 0 when it is gone. */
const backendMicros = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1_000
  } catch {
    return 0
  }
}

const processMicros = (): number => {
  const { system, user } = process.cpuUsage()
  return user + system
}

/** The backends of the database that a client is connected to, without the client's own. */
const backendsOf = async (admin: Client | undefined): Promise<ReadonlyArray<number>> => {
  if (admin === undefined) return []
  const { rows } = await admin.query<{ readonly pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
  )
  return rows.map(({ pid }) => pid)
}

/** CPU microseconds that a piece of work took; `admin` is a client of the database where there is a server. */
export const cpuMicrosOf = async (admin: Client | undefined, work: () => Promise<void>): Promise<number> => {
  const before = new Map((await backendsOf(admin)).map((pid) => [pid, backendMicros(pid)]))
  const own = processMicros()
  await work()
  const ownAfter = processMicros()
  const after = await backendsOf(admin)
  return after.reduce((sum, pid) => sum + backendMicros(pid) - (before.get(pid) ?? 0), ownAfter - own)
}
