// One rule of the interface in our own words, and where it comes from. Tests name the rules that they prove by their id,
// as `§id` in their titles.

export interface Rule {
  readonly id: string
  readonly text: string
  /** The section of the interface specification, or the decision that filled its silence. */
  readonly source: string
}
