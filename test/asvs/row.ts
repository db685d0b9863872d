// A row of the security page: a requirement of OWASP ASVS 5.0 by its number, in our own words, and what proves it.

interface About {
  /** As "1.2.4": chapter, section, requirement. */
  readonly id: string
  readonly title: string
}

/** `covered` names a test that proves it, by its file under `test` and words of its title. */
export type Row =
  | (About & { readonly state: "covered"; readonly file: string; readonly test: string })
  | (About & { readonly state: "not applicable"; readonly why: string })
  | (About & { readonly state: "not covered"; readonly why: string })

export const covered = (id: string, title: string, file: string, test: string): Row => ({
  state: "covered",
  id,
  title,
  file,
  test
})

/** There is nothing here that it could be about. */
export const absent = (id: string, title: string, why: string): Row => ({ state: "not applicable", id, title, why })

/** It is not met, or no test shows that it is. */
export const open = (id: string, title: string, why: string): Row => ({ state: "not covered", id, title, why })
