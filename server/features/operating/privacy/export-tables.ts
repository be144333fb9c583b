import { formatDecimal } from '../../../../contract/money.ts'
import { creatorAccount } from '../../../../domain/ledger.ts'
import type { Db } from '../../../db/database.ts'
import type { Column } from '../../../http/csv.ts'
import { shownDestination } from '../../money/payouts/present.ts'
import { type FollowerRow, streamFollowers } from '../../selling/creators/repository.ts'
import {
  streamContent,
  streamLedgerEntries,
  streamParts,
  streamPayouts,
  streamSales,
} from './account-repository.ts'

type Row = Record<string, string | number | boolean | null>

/** A table of the export: its name, its columns in order, and its rows as a stream. */
export type Table = { name: string; columns: Array<Column<Row>>; rows: () => AsyncGenerator<Row> }

/** The tables of a creator's work and money. */
export function exportTables(db: Db, creatorId: string): Array<Table> {
  return [
    table('items', itemColumns, () => mapAsync(streamContent(db, creatorId), itemRow)),
    table('parts', partColumns, () => mapAsync(streamParts(db, creatorId), partRow)),
    table('sales', saleColumns, () => mapAsync(streamSales(db, creatorId), saleRow)),
    table('ledger', entryColumns, () =>
      mapAsync(streamLedgerEntries(db, creatorAccount(creatorId)), entryRow),
    ),
    table('followers', followerColumns, () => mapAsync(streamFollowers(db, creatorId), followerRow)),
    table('payouts', payoutColumns, () => mapAsync(streamPayouts(db, creatorId), payoutRow)),
  ]
}

const itemColumns =
  'id status title description pricing price currency category createdAt changedAt deletedAt'
const partColumns = 'item position kind name section access link text file bytes sha256 addedAt removedAt'
const saleColumns =
  'order paidAt item title buyer amount tax fee refunded disputed currency supporter message isPrivate source'
const entryColumns = 'entry bookedAt kind reference amount currency'
const payoutColumns = 'payout madeAt amount currency state via sentTo reference paidAt returnedAt'
const followerColumns = 'email followedAt confirmedAt'
const numericColumns = new Set(['price', 'bytes', 'amount', 'tax', 'fee', 'refunded', 'disputed'])

function table(name: string, columns: string, rows: () => AsyncGenerator<Row>): Table {
  return { name, rows, columns: columns.split(' ').map(column) }
}

function column(name: string): Column<Row> {
  return { name, of: (row) => String(row[name] ?? ''), isNumeric: numericColumns.has(name) }
}

type StreamedRow<F extends (...given: never) => AsyncGenerator<unknown>> =
  ReturnType<F> extends AsyncGenerator<infer R> ? R : never

function itemRow(content: StreamedRow<typeof streamContent>): Row {
  return {
    id: content.id,
    status: content.status,
    title: content.title,
    description: content.description,
    pricing: content.pricingModel,
    price: formatDecimal(content.priceAmount, content.currency),
    currency: content.currency,
    category: content.category,
    createdAt: content.createdAt.toISOString(),
    changedAt: content.updatedAt.toISOString(),
    deletedAt: content.deletedAt?.toISOString() ?? null,
  }
}

function partRow({ part, file }: StreamedRow<typeof streamParts>): Row {
  return {
    item: part.contentId,
    position: part.position,
    kind: part.kind,
    name: part.name,
    section: part.section,
    access: part.access,
    link: part.url,
    text: part.text,
    file: file?.name ?? null,
    bytes: file?.sizeBytes ?? null,
    sha256: file?.sha256 ?? null,
    addedAt: part.addedAt.toISOString(),
    removedAt: part.removedAt?.toISOString() ?? null,
  }
}

function saleRow({ purchase, checkout, title }: StreamedRow<typeof streamSales>): Row {
  const money = (amount: number) => formatDecimal(amount, purchase.currency)
  return {
    order: purchase.orderNumber,
    paidAt: purchase.paidAt.toISOString(),
    item: purchase.contentId,
    title,
    buyer: purchase.buyerEmail,
    amount: money(purchase.amount),
    tax: money(purchase.taxAmount - purchase.taxRefundedAmount),
    fee: money(purchase.platformFeeAmount - purchase.platformFeeRefundedAmount),
    refunded: money(purchase.refundedAmount),
    disputed: money(purchase.disputedAmount),
    currency: purchase.currency,
    supporter: checkout.supporterName,
    message: checkout.supporterMessage,
    isPrivate: checkout.isSupporterPrivate,
    source: checkout.utmParameters,
  }
}

function entryRow(entry: StreamedRow<typeof streamLedgerEntries>): Row {
  return {
    entry: entry.id,
    bookedAt: entry.createdAt.toISOString(),
    kind: entry.kind,
    reference: entry.reference,
    amount: formatDecimal(entry.amount, entry.currency),
    currency: entry.currency,
  }
}

function payoutRow(payout: StreamedRow<typeof streamPayouts>): Row {
  return {
    payout: payout.id,
    madeAt: payout.createdAt.toISOString(),
    amount: formatDecimal(payout.amount, payout.currency),
    currency: payout.currency,
    state: payout.state,
    via: payout.method,
    sentTo: shownDestination(payout),
    reference: payout.bankReference,
    paidAt: payout.paidAt?.toISOString() ?? null,
    returnedAt: payout.returnedAt?.toISOString() ?? null,
  }
}

function followerRow(follower: FollowerRow): Row {
  return {
    email: follower.email,
    followedAt: follower.createdAt.toISOString(),
    confirmedAt: follower.confirmedAt?.toISOString() ?? null,
  }
}

async function* mapAsync<A, B>(rows: AsyncGenerator<A>, of: (row: A) => B): AsyncGenerator<B> {
  for await (const row of rows) yield of(row)
}
