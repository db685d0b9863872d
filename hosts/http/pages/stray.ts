// What stands where nothing else is: for a person's browser a small page with the way to what there is, for any other
// caller the envelope of every missing path.
import { transportAnswers } from "../api/request/envelope.ts"
import { type Language, languageFor } from "./hosted/language.ts"
import { pageAnswer } from "./hosted/page.ts"
import { type TextAnswer, type WireRequest, readsPages } from "../api/request/wire.ts"

interface Words {
  readonly start: { readonly title: string; readonly about: string }
  readonly missing: { readonly title: string; readonly about: string }
  readonly docs: string
  readonly dashboard: string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    start: { title: "Pontepay", about: "The payments service is running." },
    missing: { title: "Nothing here", about: "There is no page at this address." },
    docs: "Documentation",
    dashboard: "Dashboard"
  },
  "pt-BR": {
    start: { title: "Pontepay", about: "O serviço de pagamentos está no ar." },
    missing: { title: "Nada por aqui", about: "Não há página neste endereço." },
    docs: "Documentação",
    dashboard: "Painel"
  }
}

const style = ".button + .button { margin-top: .75rem }"

/** The answer at a path that no one serves; with the way to the documentation where that is served. */
export const strayAnswer = (request: WireRequest, path: string, hasDocs: boolean): TextAnswer => {
  const isRead = request.method === "GET" || request.method === "HEAD"
  if (!isRead || path === "/api" || !readsPages(request)) return transportAnswers.routeNotFound
  const language = languageFor(request)
  const { dashboard, docs, missing, start } = words[language]
  return pageAnswer(language, {
    ...(path === "/" ? start : missing),
    content: [
      ...hasDocs ? [`<a class="button" href="/docs">${docs}</a>`] : [],
      `<a class="button${hasDocs ? " second" : ""}" href="/dashboard">${dashboard}</a>`
    ].join("\n"),
    style,
    script: undefined,
    status: path === "/" ? 200 : 404
  })
}
