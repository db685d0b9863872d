// What moves a transfer, in words: the one place for the table, the pages printed of it, and the English dashboard.

export const transferTriggers = {
  moved: "the transfer is final on its chain",
  refused: "the transfer definitely cannot take effect",
  doubted: "it is not known yet whether the transfer took effect"
} as const
