// Which key a text is sealed under: its second part names it.

const sealedForm = /^[vc]1\.([0-9a-f]{16})\./

/** The id of the key that a text is sealed under; undefined for any other text. */
export const sealedBy = (text: string | null | undefined): string | undefined => sealedForm.exec(text ?? "")?.[1]
