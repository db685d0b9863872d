// A disk that is small and can be filled: a file system in memory, mounted where only processes that are started inside
// see it. Their files are reached from here through /proc.
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export interface Disk {
  /** Where it is for processes inside, and where its files are reached from here. */
  readonly inside: string
  readonly outside: string
  /** What a command begins with to run inside; the process keeps the id that it was started with. */
  readonly enter: ReadonlyArray<string>
  /** Takes every byte that is left. */
  readonly fill: () => void
  /** Gives back what was taken. */
  readonly free: () => void
  readonly close: () => Promise<void>
}

// Of util-linux.
const programs = { mount: "unshare", enter: "nsenter", limit: "prlimit" } as const

const block = Buffer.alloc(4_096)

const filled = (path: string): void => {
  const file = openSync(path, "w")
  try {
    for (;;) if (writeSync(file, block) < block.length) return
  } catch (cause) {
    if ((cause as { readonly code?: string }).code !== "ENOSPC") throw cause
  } finally {
    closeSync(file)
  }
}

const isMounted = async (keeper: ChildProcess): Promise<boolean> => {
  keeper.stdout?.resume()
  const ready = keeper.stdout === null ? Promise.resolve([]) : once(keeper.stdout, "data")
  return await Promise.race([ready.then(() => true), once(keeper, "close").then(() => false)])
}

/** Mounts a disk of so many bytes; the reason, as text, where this machine does not let us. */
export const openDisk = async (bytes: number): Promise<Disk | string> => {
  if (process.platform !== "linux") return "there are no mount namespaces"
  const inside = mkdtempSync(join(tmpdir(), "pontepay-disk-"))
  // The mount is there as long as the process is.
  const script = `mount -t tmpfs -o size=${bytes} none "$0" && echo mounted && exec sleep 3600`
  const keeper = spawn(programs.mount, ["--user", "--map-root-user", "--mount", "--", "sh", "-c", script, inside], {
    stdio: ["ignore", "pipe", "pipe"]
  })
  let complaint = ""
  keeper.stderr.on("data", (chunk: Buffer) => complaint += chunk.toString())
  keeper.on("error", (cause) => complaint += cause.message)
  const mounted = await isMounted(keeper).catch(() => false)
  if (!mounted) {
    rmSync(inside, { recursive: true })
    return complaint.trim() || "it cannot be mounted"
  }
  const outside = `/proc/${keeper.pid}/root${inside}`
  const enter = [programs.enter, "-t", String(keeper.pid), "-U", "-m", "--preserve-credentials", "--"]
  const ballast = join(outside, "ballast")
  return {
    inside,
    outside,
    enter,
    fill: () => filled(ballast),
    free: () => rmSync(ballast, { force: true }),
    close: async () => {
      const ended = once(keeper, "close")
      keeper.kill("SIGKILL")
      await ended
      rmSync(inside, { recursive: true })
    }
  }
}

/** Lets a process write files up to this many bytes, as far as it was allowed to before; the reason where it cannot be. */
export const limitFiles = (pid: number, bytes: number | "unlimited"): string | undefined => {
  try {
    execFileSync(programs.limit, ["--pid", String(pid), `--fsize=${bytes}:`], { stdio: "pipe" })
    return undefined
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}
