// What stands where no page is. A link that is wrong, over or somebody else's answers with the same, so nothing can be
// learned by trying.
import { transportAnswers } from "../../api/request/envelope.ts"
import { type TextAnswer, type WireRequest, readsPages } from "../../api/request/wire.ts"
import { type Language, languageFor } from "./language.ts"
import { pageAnswer } from "./page.ts"

const words: Readonly<Record<Language, { readonly title: string; readonly about: string }>> = {
  en: {
    title: "Nothing here",
    about: "This link does not exist or is over. Ask whoever gave it to you for a new one."
  },
  "pt-BR": {
    title: "Nada por aqui",
    about: "Este link não existe ou já expirou. Peça um novo a quem o enviou."
  }
}

/** For a person a page that says so, for anybody else the envelope of every missing path. */
export const missingPage = (request: WireRequest): TextAnswer =>
  readsPages(request)
    ? pageAnswer(languageFor(request), {
      ...words[languageFor(request)],
      content: "",
      style: "",
      script: undefined,
      status: 404
    })
    : transportAnswers.routeNotFound
