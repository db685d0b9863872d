// Loads what a page shows, keeps it while it is loaded again, and loads it again when a record of its kinds changes.
import { useCallback, useEffect, useRef, useState } from "preact/hooks"
import type { Change } from "../../../http/api/definition/management-answers.ts"
import type { EndpointName } from "../../../http/api/definition/management.ts"
import { useSignedIn } from "../app/session.tsx"
import { type Failure, failureOf } from "./failure.ts"
import { type Kept, keepLoaded } from "./keep-loaded.ts"
import type { Answer, RequestParts } from "./wire.ts"

export interface Loaded<A> {
  /** The latest answer to this very question; undefined until there is one. */
  readonly answer: A | undefined
  readonly failure: Failure | undefined
  readonly isLoading: boolean
  readonly again: () => void
}

/** Which changes make an answer old; even where none does, it is loaded again at reminders. Undefined: it never is. */
export type Concerns = (change: Change) => boolean

export const useAnswer = <N extends EndpointName>(
  name: N,
  asked: RequestParts<N>,
  concerns?: Concerns
): Loaded<Answer<N>> => {
  const { client, live } = useSignedIn()
  const question = `${name} ${JSON.stringify(asked)}`
  const [held, setHeld] = useState<{ readonly question: string; readonly answer: Answer<N> }>()
  const [failed, setFailed] = useState<{ readonly question: string; readonly failure: Failure }>()
  const [isLoading, setIsLoading] = useState(true)
  const kept = useRef<Kept>(undefined)
  const again = useCallback(() => kept.current?.again(), [])
  const concern = useRef(concerns)
  concern.current = concerns

  useEffect(() => {
    const load = async (signal: AbortSignal): Promise<void> => {
      setIsLoading(true)
      try {
        const answer = await client.ask(name, asked, signal)
        if (signal.aborted) return
        setHeld({ question, answer })
        setFailed(undefined)
      } catch (thrown) {
        if (signal.aborted) return
        setFailed({ question, failure: failureOf(thrown) })
      }
      setIsLoading(false)
    }
    const isOld = (change: Change | "everything"): boolean =>
      concern.current !== undefined && (change === "everything" || concern.current(change))
    const begun = keepLoaded(load, live, isOld)
    kept.current = begun
    return begun.stop
  }, [client, live, question])

  return {
    answer: held?.question === question ? held.answer : undefined,
    failure: failed?.question === question ? failed.failure : undefined,
    isLoading,
    again
  }
}
