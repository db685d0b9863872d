// Text that may be an id, or begin with one: it leads to the page of what it names, where there is one.
import { placeOfId } from "../app/id-place.ts"
import { linkTo } from "../app/router.ts"

export const Linked = ({ text }: { readonly text: string }) => {
  const [, id = "", rest = ""] = /^([^\s:]+)(: .*)?$/s.exec(text) ?? []
  const place = placeOfId(id)
  if (place === undefined) return <>{text}</>
  return (
    <>
      <a class="break" href={linkTo(place)}>{id}</a>
      {rest}
    </>
  )
}
