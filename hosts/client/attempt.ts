// One try of a request: it ends with an answer read to its last byte, or with the reason why there is none.
import type { Platform } from "./platform.ts"

/** What came of a try. */
export type Came = Answered | Silent

/** The whole answer. */
export interface Answered {
  readonly _tag: "Answered"
  readonly status: number
  readonly text: string
  readonly requestId: string | undefined
  /** Whole seconds; undefined where the answer names none. */
  readonly retryAfter: number | undefined
}

/** No answer, or not all of it. */
export interface Silent {
  readonly _tag: "Silent"
  readonly why: "network" | "timeout" | "cancelled"
  readonly cause: unknown
}

export interface Try {
  readonly fetch: typeof globalThis.fetch
  readonly url: string
  readonly request: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: BodyInit
  }
  readonly timeoutMs: number
  /** Not aborted yet: whoever tries has looked. */
  readonly signal: AbortSignal | undefined
  readonly platform: Platform
}

/** Sends a request once. It never fails: what went wrong is in what it gives. */
export const attempt = async ({ fetch, platform, request, signal, timeoutMs, url }: Try): Promise<Came> => {
  const ends = new AbortController()
  let why: Silent["why"] = "network"
  const end = (reason: Silent["why"], cause: unknown): void => {
    if (ends.signal.aborted) return
    why = reason
    ends.abort(cause)
  }
  const cancel = (): void => end("cancelled", signal?.reason)
  const over = new AbortController()
  void platform.sleep(timeoutMs, over.signal).then(() => {
    if (!over.signal.aborted) end("timeout", new Error(`No answer within ${timeoutMs} ms`))
  })
  signal?.addEventListener("abort", cancel)
  try {
    // An answer that sends us elsewhere is none: the key and the PIN are for one address.
    const response = await fetch(url, { ...request, redirect: "manual", signal: ends.signal })
    const text = await response.text()
    return {
      _tag: "Answered",
      status: response.status,
      text,
      requestId: response.headers.get("x-request-id") ?? undefined,
      retryAfter: secondsOf(response.headers.get("retry-after"), platform.now)
    }
  } catch (cause) {
    return { _tag: "Silent", why, cause }
  } finally {
    over.abort()
    signal?.removeEventListener("abort", cancel)
  }
}

// Seconds, or the date that some proxies send.
const secondsOf = (header: string | null, now: () => number): number | undefined => {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now()) / 1_000))
}
