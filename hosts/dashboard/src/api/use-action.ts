// Something that a person does: one at a time, with what came of it.
import { useState } from "preact/hooks"
import { type Failure, failureOf } from "./failure.ts"

export interface Action {
  readonly isBusy: boolean
  readonly failure: Failure | undefined
  /** Does it; the promise says whether it succeeded. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>
  readonly clear: () => void
}

export const useAction = (): Action => {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  return {
    isBusy,
    failure,
    run: async (work) => {
      if (isBusy) return false
      setIsBusy(true)
      setFailure(undefined)
      try {
        await work()
        return true
      } catch (thrown) {
        setFailure(failureOf(thrown))
        return false
      } finally {
        setIsBusy(false)
      }
    },
    clear: () => setFailure(undefined)
  }
}
