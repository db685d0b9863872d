// A panel with a heading, and the head of a page.
import type { ComponentChildren } from "preact"
import { useEffect } from "preact/hooks"
import { useWords } from "../i18n/language.tsx"

export const Panel = ({ actions, children, flush = false, foot, title }: {
  readonly title?: string
  readonly actions?: ComponentChildren
  readonly foot?: ComponentChildren
  /** Whether the content reaches the edges, as a table does. */
  readonly flush?: boolean
  readonly children: ComponentChildren
}) => (
  <section class="panel">
    {title === undefined && actions === undefined ? null : (
      <div class="panel-head">
        {title === undefined ? null : <h2>{title}</h2>}
        {actions === undefined ? null : <div class="actions">{actions}</div>}
      </div>
    )}
    {flush ? children : <div class="panel-body">{children}</div>}
    {foot}
  </section>
)

/** The head of a page; the tab is named after it, also where its title is known only later. */
export const PageHead = ({ actions, beside, lead, tab, title }: {
  readonly title: string
  /** What the tab says, where the title alone does not tell it from others. */
  readonly tab?: string | undefined
  readonly lead?: string
  readonly beside?: ComponentChildren
  readonly actions?: ComponentChildren
}) => {
  const words = useWords()
  useEffect(() => {
    document.title = words.title(tab ?? title)
  }, [tab, title, words])
  return (
    <header class="page-head">
      <h1 tabIndex={-1}>{title}</h1>
      {beside}
      {actions === undefined ? null : <div class="actions">{actions}</div>}
      {lead === undefined ? null : <p>{lead}</p>}
    </header>
  )
}
