// The three ways a question stands: waiting, failed, answered. An answer stays while it is asked again.
import type { ComponentChildren } from "preact"
import type { Loaded } from "../api/use-answer.ts"
import { Empty, FailureNotice, Loading, Unanswered } from "./notice.tsx"

export function Show<A>({ children, missing, of }: {
  readonly of: Loaded<A>
  /** What a list says whose filters name somebody who is not there. */
  readonly missing?: string
  readonly children: (answer: A) => ComponentChildren
}) {
  if (missing !== undefined && of.failure?.status === 404) return <Empty title={missing} />
  // That no one answers is said once, above the page: here what is known stays, or a word stands for it.
  if (of.failure?.errorCode === "NETWORK") {
    return of.answer === undefined ? <Unanswered again={of.again} /> : <>{children(of.answer)}</>
  }
  return (
    <>
      <FailureNotice failure={of.failure} again={of.again} />
      {of.answer === undefined ? of.failure === undefined ? <Loading /> : null : children(of.answer)}
    </>
  )
}
