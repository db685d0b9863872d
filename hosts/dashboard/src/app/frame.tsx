// What stays around every page: the navigation, the bar, and a main part that gets the focus when the page changes.
import { useEffect, useRef, useState } from "preact/hooks"
import type { LiveState } from "../api/live.ts"
import { useWords } from "../i18n/language.tsx"
import { Icon } from "../parts/icon.tsx"
import { Crash } from "./crash.tsx"
import { Navigation } from "./navigation.tsx"
import { usePlace } from "./router.ts"
import { Routes } from "./routes.tsx"
import { SearchBox } from "./search-box.tsx"
import { useSignedIn } from "./session.tsx"

const useLiveState = (): LiveState => {
  const { live } = useSignedIn()
  const [state, setState] = useState<LiveState>("connecting")
  useEffect(() => live.watch(setState), [live])
  return state
}

const LiveSign = () => {
  const words = useWords().live
  const state = useLiveState()
  return <span class="live" data-state={state} role="status" aria-label={words.label}>{words[state]}</span>
}

const Lost = () => {
  const { live } = useWords()
  return useLiveState() === "retrying" ? <p class="lost">{live.lost}</p> : null
}

export const Frame = () => {
  const words = useWords()
  const place = usePlace()
  const { session } = useSignedIn()
  const [isOpen, setIsOpen] = useState(false)
  const main = useRef<HTMLElement>(null)
  const menuButton = useRef<HTMLButtonElement>(null)
  const address = place.path.join("/")
  const hasMoved = useRef(false)

  // Whoever follows a link lands on the new page's heading, as with a page of its own.
  useEffect(() => {
    if (!hasMoved.current) {
      hasMoved.current = true
      return
    }
    setIsOpen(false)
    scrollTo(0, 0)
    ;(main.current?.querySelector("h1") ?? main.current)?.focus({ preventScroll: true })
  }, [address])

  // Escape closes the menu of a phone and leads back to its button.
  useEffect(() => {
    if (!isOpen) return
    const close = ({ key }: KeyboardEvent): void => {
      if (key !== "Escape") return
      setIsOpen(false)
      menuButton.current?.focus()
    }
    addEventListener("keydown", close)
    return () => removeEventListener("keydown", close)
  }, [isOpen])

  return (
    <div class="frame">
      <a
        class="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {words.common.skip}
      </a>
      <Navigation place={place} isOpen={isOpen} onChosen={() => setIsOpen(false)} />
      <div class="content">
        <header class="bar">
          <button
            ref={menuButton}
            type="button"
            class="button menu-button"
            data-kind="quiet"
            aria-expanded={isOpen}
            aria-controls="navigation"
            onClick={() => setIsOpen(!isOpen)}
          >
            <Icon name={isOpen ? "close" : "menu"} />
            <span class="hidden-text">{words.common.menu}</span>
          </button>
          <span class="environment" data-environment={session.environment}>
            {words.environment[session.environment]}
          </span>
          <LiveSign />
          <SearchBox />
        </header>
        <Lost />
        <main id="main" ref={main} tabIndex={-1}>
          <Crash key={address}>
            <Routes place={place} />
          </Crash>
        </main>
      </div>
    </div>
  )
}
