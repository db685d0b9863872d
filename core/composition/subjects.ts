// Which record hears of which movement: the resources that are compositions of movements, in one table.
import { hearDeposit, hearPixReceipt } from "../deposit/decide-deposit.ts"
import type { Subjects } from "../movement/news.ts"
import { hearTransfer } from "../transfer/decide-transfer.ts"

export const subjects: Subjects = {
  deposit: hearDeposit,
  pixReceipt: hearPixReceipt,
  transfer: hearTransfer
}
