// A button; `main` for the one thing that a place is for, `danger` for what cannot be undone.
import type { ComponentChildren } from "preact"

export const Button = ({ children, disabled = false, kind = "plain", label, onClick, small = false, submit = false }: {
  readonly children: ComponentChildren
  readonly onClick?: () => void
  readonly kind?: "main" | "danger" | "quiet" | "plain"
  readonly small?: boolean
  readonly submit?: boolean
  readonly disabled?: boolean
  /** What it does, where its text alone does not say which one. */
  readonly label?: string
}) => (
  <button
    type={submit ? "submit" : "button"}
    class="button"
    data-kind={kind}
    data-size={small ? "small" : undefined}
    disabled={disabled}
    aria-label={label}
    onClick={onClick}
  >
    {children}
  </button>
)
