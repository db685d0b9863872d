// What has just happened, for a few seconds: seen at the corner, and said by screen readers.
import { createContext } from "preact"
import type { ComponentChildren } from "preact"
import { useCallback, useContext, useRef, useState } from "preact/hooks"

const AnnounceContext = createContext<(text: string) => void>(() => undefined)

/** Says what was done. */
export const useAnnounce = (): (text: string) => void => useContext(AnnounceContext)

const shownMs = 6_000

export const Announcer = ({ children }: { readonly children: ComponentChildren }) => {
  const [texts, setTexts] = useState<ReadonlyArray<{ readonly id: number; readonly text: string }>>([])
  const count = useRef(0)
  const announce = useCallback((text: string) => {
    const id = count.current++
    setTexts((shown) => [...shown, { id, text }])
    setTimeout(() => setTexts((shown) => shown.filter((each) => each.id !== id)), shownMs)
  }, [])
  return (
    <AnnounceContext.Provider value={announce}>
      {children}
      <div class="toasts" role="status" aria-live="polite">
        {texts.map(({ id, text }) => <div key={id} class="toast">{text}</div>)}
      </div>
    </AnnounceContext.Provider>
  )
}
