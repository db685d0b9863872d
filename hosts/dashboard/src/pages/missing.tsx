// A place that leads nowhere.
import { linkTo } from "../app/router.ts"
import { useWords } from "../i18n/language.tsx"
import { PageHead } from "../parts/panel.tsx"

export const MissingPage = () => {
  const { routes } = useWords()
  return (
    <>
      <PageHead title={routes.missing} lead={routes.missingHint} />
      <a class="button" href={linkTo([])}>{routes.home}</a>
    </>
  )
}
