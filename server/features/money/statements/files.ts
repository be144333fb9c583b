import { formatDecimal } from '../../../../contract/money.ts'
import { payoutMethodLabel } from '../../../../contract/payout-labels.ts'
import { csvText } from '../../../http/csv.ts'
import { attachment, type FileResponse } from '../../../http/file-response.ts'
import { readImageOf } from '../../../http/images.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { shownDestination } from '../payouts/present.ts'
import type { PayoutRow } from '../payouts/repository.ts'
import { printedStatement } from './printed.ts'
import {
  getStatementTotals,
  presentLine,
  requireOwnPayout,
  type StatementRow,
  statementChecksum,
  statementColumns,
  streamLines,
} from './statement.ts'

/** A statement as CSV, for spreadsheets and `npm run verify`, or as PDF. */
export async function downloadStatement(
  ports: Ports,
  viewer: Viewer,
  { id, as }: { id: number; as: 'csv' | 'pdf' },
): Promise<FileResponse> {
  const payout = await requireOwnPayout(ports, viewer, id)
  const file =
    as === 'csv'
      ? { type: 'text/csv; charset=utf-8', bytes: Buffer.from(await statementCsv(ports, payout)) }
      : { type: 'application/pdf', bytes: await statementPdf(ports, viewer, payout) }
  return attachment(`tipdrop-payout-${id}.${as}`, file)
}

async function statementCsv(ports: Ports, payout: PayoutRow): Promise<string> {
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

/** Rendered statements of one user; cached ones do not count. */
const renderLimit = { max: 30, windowMs: 10 * 60_000 }

async function statementPdf(ports: Ports, viewer: Viewer, payout: PayoutRow): Promise<Buffer> {
  return ports.documents.statementPdf(await printedStatement(ports, payout), {
    owner: viewer.id,
    readImage: readImageOf(ports),
    beforeRender: () => enforceRateLimits(ports, [{ key: `statement-pdf/${viewer.id}`, ...renderLimit }]),
  })
}
