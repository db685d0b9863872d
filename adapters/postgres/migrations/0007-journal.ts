// The journal in its order: whoever seals it or verifies its seals reads entry after entry by place.
export const name = "0007-journal"

export const sql = "create unique index entries_by_place on pontepay.entries (seq)"
