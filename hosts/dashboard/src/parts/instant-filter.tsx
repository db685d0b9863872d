// A filter by an instant, kept in the address; what somebody wrote there that is none is no filter.
import type { Place } from "../app/router.ts"
import { instantOf, localInput } from "../format/time.ts"
import { TextField } from "./field.tsx"
import { setFilters } from "./filters.tsx"

/** The instant that a filter of the address names. */
export const instantIn = ({ query }: Pick<Place, "query">, name: string): string | undefined => {
  const text = query[name]
  return text === undefined ? undefined : instantOf(text)
}

export const InstantFilter = ({ label, name, place }: {
  readonly label: string
  readonly name: "from" | "to"
  readonly place: Place
}) => (
  <TextField
    label={label}
    type="datetime-local"
    value={localInput(instantIn(place, name) ?? "")}
    onInput={(value) => {
      const at = value === "" ? "" : instantOf(value)
      if (at !== undefined) setFilters(place, { [name]: at })
    }}
  />
)
