// A dialog of the browser: it holds the focus, closes with Escape and gives the focus back.
import type { ComponentChildren } from "preact"
import { useEffect, useId, useRef, useState } from "preact/hooks"
import type { Action } from "../api/use-action.ts"
import { useWords } from "../i18n/language.tsx"
import { Button } from "./button.tsx"
import { FailureNotice, Notice } from "./notice.tsx"

export const Dialog = ({ children, foot, notice, onClose, title, warning }: {
  readonly title: string
  readonly children: ComponentChildren
  readonly foot: ComponentChildren
  /** What went wrong: stays in sight however long the rest is. */
  readonly notice?: ComponentChildren
  readonly onClose: () => void
  /** What is lost by closing: the first Escape says so, the second one closes. */
  readonly warning?: string
}) => {
  const [isWarned, setIsWarned] = useState(false)
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const before = document.activeElement
    box.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={box}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={(event) => {
        if (warning === undefined || isWarned) return
        event.preventDefault()
        setIsWarned(true)
      }}
    >
      <div class="dialog-head">
        <h2 id={id}>{title}</h2>
      </div>
      <div class="dialog-body">{children}</div>
      <div class="dialog-notice" role={isWarned ? "alert" : undefined}>
        {isWarned ? <Notice tone="warn">{warning}</Notice> : notice}
      </div>
      <div class="dialog-foot">{foot}</div>
    </dialog>
  )
}

/** Asks before something is done; stays open with the failure when it fails. */
export const Confirm = ({ atFields = [], children, action, danger = false, label, onClose, onConfirm, title }: {
  readonly title: string
  readonly children: ComponentChildren
  /** What the button that does it says. */
  readonly label: string
  readonly action: Action
  readonly danger?: boolean
  /** Fields that say themselves what is wrong with them. */
  readonly atFields?: ReadonlyArray<string>
  readonly onConfirm: () => void
  readonly onClose: () => void
}) => {
  const { common } = useWords()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      notice={<FailureNotice failure={action.failure} atFields={atFields} />}
      foot={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind={danger ? "danger" : "main"} disabled={action.isBusy} onClick={onConfirm}>{label}</Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
