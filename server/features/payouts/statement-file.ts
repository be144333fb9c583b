import { decimal } from '../../../contract/money.ts'
import { wayName } from '../../../contract/payout-words.ts'
import type { Viewer } from '../../http/call.ts'
import { csvText } from '../../http/csv.ts'
import { type Download, inMemory, markOf } from '../../http/download.ts'
import type { Ports } from '../../ports/index.ts'
import type { PayoutRow } from './repository.ts'
import { allLines, ownPayout, presentLine, totalsOf } from './statement.ts'
import { checkOf } from './statement-check.ts'
import { type StatementRow, statementColumns } from './statement-columns.ts'
import { statementPdf } from './statement-pdf.ts'

/** A statement to keep: CSV that a spreadsheet and `npm run verify` read, or PDF. */
export async function statementFile(
  ports: Ports,
  viewer: Viewer,
  { id, as }: { id: number; as: 'csv' | 'pdf' },
): Promise<Download> {
  const payout = await ownPayout(ports, viewer, id)
  const bytes =
    as === 'csv' ? Buffer.from(await statementCsv(ports, payout)) : await statementPdf(ports, viewer, payout)
  return {
    name: `tipdrop-payout-${id}.${as}`,
    type: as === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf',
    etag: markOf(bytes),
    disposition: 'attachment',
    ...inMemory(bytes),
  }
}

async function statementCsv(ports: Ports, payout: PayoutRow): Promise<string> {
  const { span, kept } = await totalsOf(ports, payout)
  const { id, amount, currency, via, sentTo } = payout
  const money = (cents: number) => decimal(cents, currency)
  const blank = { entry: '', date: '', number: '', item: '', rate: '', gross: '', fee: '' }
  const rows: Array<StatementRow> = [
    { ...blank, what: 'opening', item: currency, net: money(span.opening), balance: money(span.opening) },
  ]
  for await (const line of allLines(ports, span)) {
    const { entry, rate, number, title: item, ...rest } = presentLine(line, currency)
    rows.push({ ...rest, entry: String(entry), item, number: String(number ?? ''), rate: String(rate ?? '') })
  }
  rows.push({ ...blank, what: 'kept', item: currency, net: money(-kept), balance: money(amount) })
  rows.push({
    ...blank,
    ...{ what: 'payout', number: String(id), date: payout.createdAt.toISOString() },
    ...{ item: `${wayName(via)}, ${sentTo}`, net: money(-amount), balance: money(0) },
  })
  const check: StatementRow = { ...blank, what: 'check', net: '', balance: '' }
  return csvText(statementColumns, [...rows, { ...check, item: checkOf([...rows, check], currency) }])
}
