// The address of a page stands after the `#`, so the server serves one page and never sees what is looked at. It holds a
// path and filters, never a secret.
import { useEffect, useState } from "preact/hooks"

export interface Place {
  /** Parts of the path, decoded: `#/records/dep%2F1` is ["records", "dep/1"]. */
  readonly path: ReadonlyArray<string>
  readonly query: Readonly<Record<string, string>>
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The place that an address names. */
export const placeOf = (hash: string): Place => {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split("?")
  return {
    path: path.split("/").filter((part) => part !== "").map(decoded),
    query: Object.fromEntries(new URLSearchParams(search))
  }
}

/** The address of a place, for links. Empty filters are left out. */
export const linkTo = (
  path: ReadonlyArray<string>,
  query: Readonly<Record<string, string | undefined>> = {}
): string => {
  const kept = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, value] as [string, string]]
  )
  const search = new URLSearchParams(kept).toString()
  return `#/${path.map(encodeURIComponent).join("/")}${search === "" ? "" : `?${search}`}`
}

/** Goes to a place; `replace` where going back should not come here again, as for a filter being typed. */
export const goTo = (link: string, { replace = false }: { readonly replace?: boolean } = {}): void => {
  if (!replace) location.hash = link
  else {
    history.replaceState(null, "", link)
    dispatchEvent(new HashChangeEvent("hashchange"))
  }
}

/** The place that is shown, followed as it changes. */
export const usePlace = (): Place => {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const follow = () => setHash(location.hash)
    addEventListener("hashchange", follow)
    return () => removeEventListener("hashchange", follow)
  }, [])
  return placeOf(hash)
}
