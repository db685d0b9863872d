// Searches payments and customers from every page.
import { useState } from "preact/hooks"
import { useWords } from "../i18n/language.tsx"
import { Icon } from "../parts/icon.tsx"
import { goTo, linkTo } from "./router.ts"

export const SearchBox = () => {
  const { search } = useWords()
  const [text, setText] = useState("")
  return (
    <form
      class="search push"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== "") goTo(linkTo(["search"], { q: text.trim() }))
      }}
    >
      <Icon name="search" />
      <input
        type="search"
        aria-label={search.label}
        placeholder={search.placeholder}
        value={text}
        maxLength={512}
        spellcheck={false}
        autoComplete="off"
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </form>
  )
}
