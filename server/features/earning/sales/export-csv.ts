import type { Readable } from 'node:stream'
import { formatDecimal } from '../../../../contract/money.ts'
import { creatorAmountOf, saleState } from '../../../../domain/sale.ts'
import { tipAddress } from '../../../../domain/tip-address.ts'
import { rowsByKey } from '../../../db/pages-by-key.ts'
import { type Column, csvStream } from '../../../http/csv.ts'
import type { StreamedFile } from '../../../http/file-response.ts'
import type { Cursor } from '../../../http/pagination.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { planOf } from '../../people/accounts/plan.ts'
import { findUserById } from '../../people/accounts/repository.ts'
import { cursorOf, type Filter, type SaleRow, selectSales } from './repository.ts'

/** Rows per query, so that memory does not grow with the number of sales. */
const batchSize = 1_000

/** A creator's sales as CSV with totals. Who bought is part of Pro; without it, the file is for a tax return. */
export async function exportSalesCsv(ports: Ports, viewer: Viewer, filter: Filter): Promise<StreamedFile> {
  const user = await findUserById(ports.db, viewer.id)
  const day = ports.clock.now().toISOString().slice(0, 10)
  return {
    name: `tipdrop-sales-${day}.csv`,
    type: 'text/csv; charset=utf-8',
    createStream: () =>
      salesStream(ports, viewer, {
        filter,
        handle: user?.handle ?? null,
        hasBuyers: user !== undefined && planOf(user) === 'pro',
      }),
  }
}

/** The sales of a year on the site's clock, without who bought. */
export async function salesOfYear(ports: Ports, viewer: Viewer, year: number): Promise<Readable> {
  const user = await findUserById(ports.db, viewer.id)
  const { timeZone } = ports.settings.current()
  const filter = { from: `${year}-01-01`, to: `${year}-12-31`, timeZone }
  return salesStream(ports, viewer, { filter, handle: user?.handle ?? null, hasBuyers: false })
}

type Sales = { filter: Filter; handle: string | null; hasBuyers: boolean }

function salesStream(ports: Ports, viewer: Viewer, { filter, handle, hasBuyers }: Sales): Readable {
  const columns = columnsOf((item) => `${ports.config.publicUrl}${tipAddress({ ...item, handle })}`).filter(
    ({ isAboutBuyer }) => hasBuyers || !isAboutBuyer,
  )
  const sums = createTotals(columns)
  return csvStream(columns, sums.tap(streamSales(ports, viewer.id, filter)), sums.totals, 'spreadsheet')
}

function streamSales({ db }: Ports, creatorId: string, filter: Filter): AsyncGenerator<SaleRow> {
  return rowsByKey(
    (after: Cursor | undefined, limit) => selectSales(db, creatorId, { filter, after, limit }),
    { keyOf: cursorOf, pageSize: batchSize },
  )
}

type SummableColumn = Column<SaleRow> & { sum?: (row: SaleRow) => number; isAboutBuyer?: true }

const money = (name: string, amountOf: (row: SaleRow) => number): SummableColumn => ({
  name,
  of: (row) => formatDecimal(amountOf(row), row.purchase.currency),
  isNumeric: true,
  sum: amountOf,
})

/** `linkOf`: the address of the item's page. The last column is the newest, so that no formula moves. */
const columnsOf = (
  linkOf: (item: { id: number; slug: string | null }) => string,
): ReadonlyArray<SummableColumn> => [
  { name: 'Order', of: ({ purchase }) => purchase.orderNumber },
  { name: 'Paid on (UTC)', of: ({ purchase }) => purchase.paidAt.toISOString() },
  { name: 'Buyer', of: ({ purchase }) => purchase.buyerEmail, isAboutBuyer: true },
  { name: 'Name', of: ({ supporterNote }) => supporterNote.supporterName, isAboutBuyer: true },
  { name: 'Item', of: ({ title }) => title },
  { name: 'Sold as', of: soldAsText },
  { name: 'Item ID', of: ({ purchase }) => purchase.contentId },
  { name: 'Currency', of: ({ purchase }) => purchase.currency },
  { name: 'Discount code', of: ({ discountCode }) => discountCode ?? '' },
  money('List price', ({ purchase }) => purchase.listAmount),
  money('Discount', ({ purchase }) => purchase.discountAmount),
  money('Tip', ({ purchase }) => purchase.tipAmount),
  money('Amount', ({ purchase }) => purchase.amount),
  money('Tax', ({ purchase }) => purchase.taxAmount),
  money('Fee', ({ purchase }) => purchase.platformFeeAmount),
  money('Your share', ({ purchase }) => creatorAmountOf(purchase)),
  money('Refunded', ({ purchase }) => purchase.refundedAmount),
  money('Disputed', ({ purchase }) => purchase.disputedAmount),
  money('Your earnings', ({ purchase }) => purchase.netAmount),
  { name: 'Status', of: ({ purchase }) => saleState(purchase).replaceAll('_', ' ') },
  { name: 'Access', of: ({ grant }) => (grant.revokedAt ? 'revoked' : 'active') },
  { name: 'Message', of: ({ supporterNote }) => supporterNote.message, isAboutBuyer: true },
  { name: 'Source', of: ({ supporterNote }) => supporterNote.source },
  { name: 'Link', of: ({ purchase, slug }) => linkOf({ id: Number(purchase.contentId), slug }) },
]

/** `rest of bundle`, or `upgrade from Lite`. */
function soldAsText({ soldAs, upgradedFrom }: SaleRow): string {
  return upgradedFrom === null ? soldAs.replaceAll('_', ' ') : `upgrade from ${upgradedFrom}`
}

/** Sums rows as they are streamed, so that the totals match the written rows. An instance has one currency. */
function createTotals(over: ReadonlyArray<SummableColumn>) {
  const sums = over.map(() => 0)
  let rows = 0
  let currency = ''
  return {
    async *tap(all: AsyncIterable<SaleRow>): AsyncGenerator<SaleRow> {
      for await (const row of all) {
        rows += 1
        currency = row.purchase.currency
        for (const [index, { sum }] of over.entries()) sums[index] = (sums[index] ?? 0) + (sum?.(row) ?? 0)
        yield row
      }
    },
    totals: () =>
      over.map(({ sum }, index) => {
        if (index === 0) return `Total of ${rows} ${rows === 1 ? 'sale' : 'sales'}`
        return sum ? formatDecimal(sums[index] ?? 0, currency || 'USD') : ''
      }),
  }
}
