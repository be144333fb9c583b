import type { Column } from '../../http/csv.ts'

export type StatementRow = {
  entry: string
  date: string
  type: string
  number: string
  item: string
  rate: string
  gross: string
  tax: string
  fee: string
  net: string
  balance: string
}

/**
 * The running balance starts at the amount retained by the previous payout, and ends at zero after this payout and
 * the amount retained now.
 */
export const statementColumns: ReadonlyArray<Column<StatementRow> & { key: keyof StatementRow }> = [
  { key: 'entry', name: 'Entry', of: ({ entry }) => entry },
  { key: 'date', name: 'Date', of: ({ date }) => date },
  { key: 'type', name: 'Type', of: ({ type }) => type },
  { key: 'number', name: 'Number', of: ({ number }) => number },
  { key: 'item', name: 'Item', of: ({ item }) => item },
  { key: 'rate', name: 'Fee basis points', of: ({ rate }) => rate },
  { key: 'gross', name: 'Gross', of: ({ gross }) => gross, isNumeric: true },
  { key: 'tax', name: 'Tax', of: ({ tax }) => tax, isNumeric: true },
  { key: 'fee', name: 'Fee', of: ({ fee }) => fee, isNumeric: true },
  { key: 'net', name: 'Net', of: ({ net }) => net, isNumeric: true },
  { key: 'balance', name: 'Balance', of: ({ balance }) => balance, isNumeric: true },
]
