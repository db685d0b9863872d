// What a kind of records says of a part that it does not have.

export type None = "none"
export const none: None = "none"
