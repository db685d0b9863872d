// The buttons under a list that goes on.
import { useWords } from "../i18n/language.tsx"
import type { Paging } from "./paged.ts"

export const Pager = ({ next, note, paging }: {
  readonly paging: Paging
  readonly next: string | null
  readonly note?: string | undefined
}) => {
  const { common } = useWords()
  if (paging.isFirst && next === null && note === undefined) return null
  return (
    <nav class="panel-foot" aria-label={common.pages}>
      <span class="muted small">{note}</span>
      {paging.isFirst && next === null ? null : (
        <div class="actions push">
          <button
            type="button"
            class="button"
            data-size="small"
            disabled={paging.isFirst}
            onClick={paging.newer}
          >
            {common.newer}
          </button>
          <button
            type="button"
            class="button"
            data-size="small"
            disabled={next === null}
            onClick={() => next === null ? undefined : paging.older(next)}
          >
            {common.older}
          </button>
        </div>
      )}
    </nav>
  )
}
