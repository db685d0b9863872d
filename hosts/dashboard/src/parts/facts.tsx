// Names with their values.
import type { ComponentChildren } from "preact"

export const Facts = ({ look, of }: {
  /** A name, its value, and what the interface calls it where that is another name. */
  readonly of: ReadonlyArray<readonly [name: string, value: ComponentChildren, field?: string]>
  /** Values under their names, where there is little room beside them; or amounts, which stay whole beside long names. */
  readonly look?: "stacked" | "amounts"
}) => (
  <dl class="facts" data-look={look}>
    {of.map(([name, value, field], index) => [
      <dt key={`${index} name`} title={field}>{name}</dt>,
      <dd key={index}>{value}</dd>
    ])}
  </dl>
)
