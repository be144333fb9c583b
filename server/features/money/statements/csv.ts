import { formatDecimal } from '../../../../contract/money.ts'
import { payoutMethodLabel } from '../../../../contract/payout-labels.ts'
import { csvText } from '../../../http/csv.ts'
import type { Ports } from '../../../ports/index.ts'
import { shownDestination } from '../payouts/present.ts'
import type { PayoutRow } from '../payouts/repository.ts'
import {
  getStatementTotals,
  presentLine,
  type StatementRow,
  statementChecksum,
  statementColumns,
  streamLines,
} from './statement.ts'

/** Every line of a statement, for spreadsheets and `npm run verify`. */
export async function statementCsv(ports: Ports, payout: PayoutRow): Promise<string> {
  const { range, retainedAmount } = await getStatementTotals(ports, payout)
  const { id, amount, currency, method } = payout
  const money = (amount: number) => formatDecimal(amount, currency)
  const emptyRow = { entry: '', date: '', number: '', item: '', rate: '', gross: '', tax: '', fee: '' }
  const rows: Array<StatementRow> = [
    {
      ...emptyRow,
      type: 'opening',
      item: currency,
      net: money(range.openingBalance),
      balance: money(range.openingBalance),
    },
  ]
  for await (const line of streamLines(ports, range)) {
    const shown = presentLine(line, { currency, now: ports.clock.now() })
    // A file says what was booked, not what holds when it is opened.
    const { entryId, platformFeeBps, orderId, title: item, heldUntil: _, ...rest } = shown
    rows.push({
      ...rest,
      entry: String(entryId),
      item,
      number: String(orderId ?? ''),
      rate: String(platformFeeBps ?? ''),
    })
  }
  rows.push({
    ...emptyRow,
    type: 'retained',
    item: currency,
    net: money(-retainedAmount),
    balance: money(amount),
  })
  rows.push({
    ...emptyRow,
    type: 'payout',
    number: String(id),
    date: payout.createdAt.toISOString(),
    item: `${payoutMethodLabel(method)}, ${shownDestination(payout)}`,
    net: money(-amount),
    balance: money(0),
  })
  const checksumRow: StatementRow = { ...emptyRow, type: 'checksum', net: '', balance: '' }
  return csvText(statementColumns, [
    ...rows,
    { ...checksumRow, item: statementChecksum([...rows, checksumRow], currency) },
  ])
}
