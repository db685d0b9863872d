// The whole dashboard: the language around the login, and the pages for whoever got through it.
import { useEffect, useState } from "preact/hooks"
import { type LanguageCode, WordsProvider, keepLanguage, wordsOf } from "../i18n/language.tsx"
import type { Words } from "../i18n/words.ts"
import { Announcer } from "../parts/announce.tsx"
import { Door } from "./door.tsx"
import { InvitationPage } from "./invitation.tsx"
import { takeInvitation } from "./invited.ts"
import { LanguageProvider } from "./preferences.tsx"
import { forgetToken } from "./token.ts"

/** The invitation that the page was opened with, or that was followed while it was open. */
const useInvitation = () => {
  const [invitation, setInvitation] = useState(takeInvitation)
  useEffect(() => {
    const follow = (): void => setInvitation((held) => takeInvitation() ?? held)
    addEventListener("hashchange", follow)
    return () => removeEventListener("hashchange", follow)
  }, [])
  return [invitation, setInvitation] as const
}

const Entrance = () => {
  const [invitation, setInvitation] = useInvitation()
  if (invitation === undefined) return <Door />
  return (
    <InvitationPage
      key={invitation}
      invitation={invitation}
      onDone={(isAccepted) => {
        // Whoever has accepted goes in as himself, not by a token that this tab may still have.
        if (isAccepted) forgetToken()
        setInvitation(undefined)
      }}
    />
  )
}

/** A language that is spoken: its words are there. */
export interface Spoken {
  readonly code: LanguageCode
  readonly words: Words
}

export const App = ({ first }: { readonly first: Spoken }) => {
  const [{ code, words }, setSpoken] = useState(first)
  useEffect(() => {
    document.documentElement.lang = words.tag
  }, [words])
  const choose = (chosen: LanguageCode): void => {
    keepLanguage(chosen)
    // Where its words cannot be loaded, it is spoken the next time.
    wordsOf(chosen).then((loaded) => setSpoken({ code: chosen, words: loaded }), () => undefined)
  }
  return (
    <LanguageProvider value={{ code, choose }}>
      <WordsProvider value={words}>
        <Announcer>
          <Entrance />
        </Announcer>
      </WordsProvider>
    </LanguageProvider>
  )
}
