// The filters of a list, kept in the address so that a link shows the same.
import type { ComponentChildren } from "preact"
import { type Place, goTo, linkTo } from "../app/router.ts"
import { useWords } from "../i18n/language.tsx"
import { Button } from "./button.tsx"

/** Sets filters of the place that is shown. */
export const setFilters = ({ path, query }: Place, changes: Readonly<Record<string, string>>): void =>
  goTo(linkTo(path, { ...query, ...changes }), { replace: true })

export const Filters = ({ children, place }: { readonly place: Place; readonly children: ComponentChildren }) => {
  const { filters } = useWords()
  return (
    <form class="filters" aria-label={filters.label} onSubmit={(event) => event.preventDefault()}>
      {children}
      {Object.keys(place.query).length === 0 ?
        null :
        <Button kind="quiet" onClick={() => goTo(linkTo(place.path), { replace: true })}>{filters.clear}</Button>}
    </form>
  )
}
