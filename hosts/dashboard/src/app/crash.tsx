// Keeps the frame when a page breaks, and says so.
import type { ComponentChildren } from "preact"
import { useErrorBoundary } from "preact/hooks"
import { failureOf } from "../api/failure.ts"
import { useWords } from "../i18n/language.tsx"
import { FailureNotice } from "../parts/notice.tsx"

export const Crash = ({ children }: { readonly children: ComponentChildren }) => {
  const { failure } = useWords()
  const [thrown, reset] = useErrorBoundary() as [unknown, () => void]
  if (thrown === undefined) return <>{children}</>
  return (
    <div class="stack">
      <h1 tabIndex={-1}>{failure.title}</h1>
      <p>{failure.unexpected}</p>
      <FailureNotice failure={failureOf(thrown)} again={reset} />
    </div>
  )
}
