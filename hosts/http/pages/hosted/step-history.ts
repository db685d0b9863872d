// The steps of a form as entries of the browser's history, so that its Back goes one step back. It is sent as text, so the
// function names nothing from outside itself.

export interface StepHistory {
  /** Opens the first step. */
  readonly begin: () => void
  readonly go: (step: number) => void
  /** The form is over: Back and Forward open none of its steps any more. */
  readonly end: () => void
}

/** Shows a step whenever another entry becomes the current one. */
export const stepHistory = (show: (step: number) => void): StepHistory => {
  let furthest = -1
  addEventListener("popstate", () => {
    const { step = 0 } = (history.state ?? {}) as { readonly step?: number }
    // Entries outlive a reload, what was typed does not.
    if (furthest >= 0) show(Math.min(step, furthest))
  })
  return {
    begin: () => {
      furthest = 0
      history.replaceState({ step: 0 }, "")
      show(0)
    },
    go: (step) => {
      furthest = Math.max(furthest, step)
      history.pushState({ step }, "")
      show(step)
    },
    end: () => furthest = -1
  }
}
