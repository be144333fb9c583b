import type { MinorUnits } from '../contract/money.ts'
import type { StatementLine } from '../contract/payouts.ts'

/** A change of the creator's balance, in minor units: `gross` less `tax` and `fee` is `net`. A refund is negative. */
export type StatementEntry = {
  type: StatementLine['type']
  /** The order of a sale and its reversals; null for others. */
  order: number | null
  /** What was sold; null for others. */
  item: number | null
  gross: MinorUnits
  tax: MinorUnits
  fee: MinorUnits
  net: MinorUnits
  /** The fee's rate in basis points. */
  rate: number | null
}

/** Sums of entries. `refunded` and `disputed` are 0 or negative unless they were reversed; all sum to `net`. */
export type StatementSums = {
  saleCount: number
  refundCount: number
  disputeCount: number
  sold: MinorUnits
  refunded: MinorUnits
  disputed: MinorUnits
  tax: MinorUnits
  fee: MinorUnits
  /** Returned payouts. */
  returned: MinorUnits
  net: MinorUnits
}

/** What happened to an order within a statement. */
export type StatementOrder<Entry extends StatementEntry> = {
  /** Its first entry: the sale, unless that is in an earlier statement. */
  first: Entry
  gross: MinorUnits
  /** Refunded and disputed, 0 or negative. */
  reversed: MinorUnits
  net: MinorUnits
}

export type StatementSummary<Entry extends StatementEntry> = {
  sums: StatementSums
  /** The one rate of all sales; null with several. */
  rate: number | null
  /** By what was sold, the highest net amount first. Returned payouts are of no item. */
  items: Array<StatementSums & { first: Entry }>
  /** In the order of their first entries. */
  orders: Array<StatementOrder<Entry>>
}

/** Sums up the entries of a statement in total, by item and by order. */
export function summarizeStatement<Entry extends StatementEntry>(
  entries: Iterable<Entry>,
): StatementSummary<Entry> {
  const sums = noSums()
  const rates = new Set<number | null>()
  const items = new Map<number | null, StatementSums & { first: Entry }>()
  const orders = new Map<number | string, StatementOrder<Entry>>()
  let place = 0
  for (const entry of entries) {
    place++
    add(sums, entry)
    if (entry.type === 'sale') rates.add(entry.rate)
    if (entry.type !== 'payout_return') {
      const item = items.get(entry.item) ?? { ...noSums(), first: entry }
      items.set(entry.item, add(item, entry))
    }
    const key = entry.type === 'payout_return' || entry.order === null ? `other ${place}` : entry.order
    const order = orders.get(key) ?? { first: entry, gross: 0, reversed: 0, net: 0 }
    const isReversal = entry.type !== 'sale' && entry.type !== 'payout_return'
    order.gross += isReversal ? 0 : entry.gross
    order.reversed += isReversal ? entry.gross : 0
    order.net += entry.net
    orders.set(key, order)
  }
  const [rate = null] = rates
  return {
    sums,
    rate: rates.size === 1 ? rate : null,
    items: [...items.values()].sort((a, b) => b.net - a.net),
    orders: [...orders.values()],
  }
}

function noSums(): StatementSums {
  return {
    saleCount: 0,
    refundCount: 0,
    disputeCount: 0,
    sold: 0,
    refunded: 0,
    disputed: 0,
    tax: 0,
    fee: 0,
    returned: 0,
    net: 0,
  }
}

function add<Sums extends StatementSums>(sums: Sums, { type, gross, tax, fee, net }: StatementEntry): Sums {
  sums.tax += tax
  sums.fee += fee
  sums.net += net
  if (type === 'sale') {
    sums.saleCount++
    sums.sold += gross
  } else if (type === 'payout_return') sums.returned += gross
  else if (type === 'refund' || type === 'refund_reversal') {
    sums.refundCount += type === 'refund' ? 1 : -1
    sums.refunded += gross
  } else {
    sums.disputeCount += type === 'dispute' ? 1 : -1
    sums.disputed += gross
  }
  return sums
}
