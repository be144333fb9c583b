import { placeholder, sql } from 'drizzle-orm'
import type { Currency, MinorUnits } from '../../../../contract/money.ts'
import { type OrderNumber, toOrderNumber } from '../../../../contract/order-number.ts'
import { utcDay } from '../../../../domain/dates.ts'
import { platformFee } from '../../../../domain/fees.ts'
import { creatorDelta, type Posting, providerFee, sale } from '../../../../domain/ledger.ts'
import { canTransition, findMismatches } from '../../../../domain/purchase.ts'
import { coalescePerKey } from '../../../db/coalesce.ts'
import type { Db } from '../../../db/database.ts'
import { arrayPlaceholder, columnsOf, preparedSql } from '../../../db/prepared-query.ts'
import {
  accessGrants,
  accessLinks,
  checkouts,
  contentItems,
  deliveries,
  missingFiles,
  purchases,
  users,
} from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { PaymentSnapshot } from '../../../ports/payment-provider.ts'
import { entryArrays, entryColumns, postingParts } from '../../money/ledger/repository.ts'
import { saleTax } from '../../money/tax/rates.ts'
import { publishContentChange } from '../../selling/content/content-changes.ts'
import { rollupParts } from '../../selling/content/rollups.ts'
import { newGrant } from '../purchases/access-token.ts'
import type { CheckoutRow } from '../purchases/checkouts-repository.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'
import { publishSaleEvent } from '../purchases/sale-events.ts'
import { disputesIn } from './reconcile-disputes.ts'
import { isUndeliverable } from './undeliverable.ts'

/** `checkoutVersion` is absent when the caller has locked the checkout. */
type PaidCheckout = { checkout: CheckoutRow; checkoutVersion?: string; snapshot: PaymentSnapshot }
type NumberedSale = PaidCheckout & { orderNumber: number }
type RecordedSale = InsertedSale & { bought: PurchaseWithGrant }

/**
 * Records a paid checkout together with concurrent sales of its creator, in one transaction, and returns the purchase.
 * They would wait for the creator's lock one after the other. Undefined when the sale needs more than that, or the
 * checkout has changed since it was read: then nothing is recorded, and the caller decides under its lock.
 */
export async function recordSaleInGroup(
  ports: Ports,
  paid: Required<PaidCheckout>,
): Promise<PurchaseWithGrant | undefined> {
  const { checkout, snapshot } = paid
  const isPlainSale =
    snapshot.state === 'paid' &&
    checkout.state !== 'paid' &&
    canTransition(checkout.state, 'paid') &&
    checkout.declineCount === 0 &&
    mismatchesOf(paid).length === 0 &&
    !hasReversals(snapshot)
  if (!isPlainSale) return undefined
  return recordGroup(ports, `${checkout.creatorId} ${checkout.currency}`, paid)
}

const recordGroup = coalescePerKey(async (ports: Ports, sales: Array<PaidCheckout>) => {
  const byCheckout = new Map(sales.map((paid) => [paid.checkout.id, paid]))
  // The same order for every group, so that two processes do not wait for each other.
  const inOrder = [...byCheckout.values()].sort((left, right) => left.checkout.id - right.checkout.id)
  const numbered = inOrder.map((paid) => ({ ...paid, orderNumber: ports.newPublicId() }))
  const recorded = await ports.db.transaction((tx) => recordSales(tx, ports, numbered, 'skip'))
  for (const { bought } of recorded) publishSale(ports, bought.checkout, bought.purchase.orderNumber)
  const boughtBy = new Map(recorded.map(({ checkoutId, bought }) => [checkoutId, bought]))
  return sales.map(({ checkout }) => boughtBy.get(checkout.id))
})

/** Inserts sales of one creator with their emails. See `insertSales`. */
export async function recordSales(
  db: Db,
  ports: Ports,
  sales: Array<NumberedSale>,
  undeliverable: Parameters<typeof insertSales>[3],
): Promise<Array<RecordedSale>> {
  const [first] = sales
  if (!first) return []
  const { creatorId, currency } = first.checkout
  const group = { creatorId, currency, now: ports.clock.now() }
  const newSales = new Map<number, NewSale & { checkout: CheckoutRow }>()
  for (const numbered of sales) {
    const { checkout } = numbered
    newSales.set(checkout.id, { ...(await toNewSale(db, ports, numbered, group.now)), checkout })
  }
  const inserted = await insertSales(db, group, [...newSales.values()], undeliverable)
  return inserted.flatMap((row) => {
    const newSale = newSales.get(row.checkoutId)
    return newSale ? { ...row, bought: purchaseAsInserted(group, newSale, row) } : []
  })
}

/** The rows that `insertSales` has just written, as `findPayment` would read them. */
function purchaseAsInserted(
  { creatorId, currency, now }: SaleGroup,
  { checkout, grant, card, ...sale }: NewSale & { checkout: CheckoutRow },
  { id, orderNumber }: InsertedSale,
): PurchaseWithGrant {
  const { contentId, listAmount, discountAmount, amount } = checkout
  const { platformFeeAmount, providerFeeAmount, taxRateBps, taxAmount, buyerEmail, buyerCountry } = sale
  return {
    purchase: {
      ...{ id, orderNumber, checkoutId: checkout.id, contentId, creatorId, amount, currency },
      listAmount,
      discountAmount,
      itemNumber: null,
      netAmount: amount - taxAmount - platformFeeAmount,
      ...{ platformFeeAmount, providerFeeAmount, taxRateBps, taxAmount, buyerEmail, buyerCountry },
      ...{ cardBrand: card?.brand ?? null, cardLast4: card?.last4 ?? null, paidAt: now },
      ...{ refundedAmount: 0, disputedAmount: 0, platformFeeRefundedAmount: 0, taxRefundedAmount: 0 },
      deliveryVerifiedAt: null,
    },
    grant: {
      ...{ purchaseId: id, contentId, tokenNonce: grant.nonce, firstAccessedAt: null },
      tokenReplacedAt: null,
      revokedAt: null,
      revocationReason: null,
      revocationMessage: '',
    },
    checkout: { ...checkout, state: 'paid', nextCheckAt: null },
    linkHashes: [grant.tokenHash],
  }
}

async function toNewSale(
  db: Db,
  ports: Ports,
  { checkout, checkoutVersion, snapshot, orderNumber }: NumberedSale,
  paidAt: Date,
): Promise<NewSale> {
  const { creatorId, amount, taxKind } = checkout
  const { card, providerFeeAmount } = snapshot
  const buyerCountry = card?.country ?? checkout.buyerCountry
  const taxedSale = { amount, taxKind, country: buyerCountry, paidAt }
  const { taxRateBps, taxAmount } = await saleTax(db, ports, taxedSale)
  const platformFeeAmount = platformFee(amount - taxAmount, checkout.platformFeeBps)
  const reference = `purchase/${orderNumber}`
  return {
    ...{ checkoutId: checkout.id, checkoutVersion: checkoutVersion ?? null, orderNumber },
    ...{ platformFeeAmount, providerFeeAmount: providerFeeAmount || null, taxRateBps, taxAmount },
    ...{ buyerEmail: snapshot.buyerEmail ?? checkout.buyerEmail, buyerCountry, card },
    grant: newGrant(ports),
    postings: [
      sale({ creatorId, amount, taxAmount, platformFeeAmount, reference }),
      ...(providerFeeAmount ? [providerFee({ reference, creatorId, fee: providerFeeAmount })] : []),
    ],
  }
}

/** Tells pages that show the creator's sales, and the tip page when it may list the buyer as a supporter. */
export function publishSale(ports: Ports, checkout: CheckoutRow, orderNumber: OrderNumber | undefined): void {
  if (orderNumber === undefined) return
  publishSaleEvent(ports, { creatorId: checkout.creatorId, orderNumber, type: 'sale' })
  if (hasPublicNote(checkout)) publishContentChange(ports, checkout.contentId)
}

/** Whether the tip page may list the buyer as a supporter, who then expects to see it. */
function hasPublicNote({ supporterName, supporterMessage, isSupporterPrivate }: CheckoutRow): boolean {
  return !isSupporterPrivate && supporterName + supporterMessage !== ''
}

/** The fields in which the payment differs from its checkout. */
export function mismatchesOf({
  checkout,
  snapshot,
}: Pick<PaidCheckout, 'checkout' | 'snapshot'>): Array<string> {
  return findMismatches({ ...checkout, checkoutId: String(checkout.id) }, snapshot)
}

/** Whether the payment has refunds or disputes. */
export function hasReversals(snapshot: PaymentSnapshot): boolean {
  return snapshot.refunds.length + disputesIn(snapshot).length + (snapshot.unknownDisputes ?? []).length > 0
}

/**
 * What the purchase of a checkout will have, and the postings of the sale and of the provider's fee. `checkoutVersion` is
 * that of the row it was read from; null when the caller has locked it.
 */
type NewSale = {
  checkoutId: number
  checkoutVersion: string | null
  orderNumber: number
  platformFeeAmount: MinorUnits
  providerFeeAmount: MinorUnits | null
  taxRateBps: number
  taxAmount: MinorUnits
  buyerEmail: string
  buyerCountry: string | null
  card: { brand: string; last4: string } | undefined
  grant: { nonce: string; tokenHash: string }
  postings: Array<Posting>
}

/** What the sales of one statement have in common. */
type SaleGroup = { creatorId: string; currency: Currency; now: Date }

type InsertedSale = { id: number; checkoutId: number; orderNumber: OrderNumber }

/**
 * Inserts purchases of one creator with their grants, links, access emails, postings and totals, and marks their
 * checkouts as paid, in one statement. It locks the checkouts in the order given, which must be the same for every
 * caller, and then the creator until the transaction ends. Leaves out a checkout that has changed since it was read, one
 * whose order number is taken, and one that cannot be delivered, unless `undeliverable` accepts it, without email.
 */
async function insertSales(
  db: Db,
  { creatorId, currency, now }: SaleGroup,
  sales: Array<NewSale>,
  undeliverable: 'accept' | 'skip',
): Promise<Array<InsertedSale>> {
  const entries = sales.flatMap(({ checkoutId, postings }) =>
    postings.flatMap((posting) => posting.entries.map(() => checkoutId)),
  )
  const { rows } = await insertSaleRows(db, {
    ...columnsOf(sales.map((sale) => saleColumns(creatorId, sale))),
    ...entryColumns(sales.flatMap(({ postings }) => postings)),
    ...{ entryCheckoutIds: entries, creatorId, currency, now, day: utcDay(now) },
    acceptsUndeliverable: undeliverable === 'accept',
  })
  return rows.map((row) => ({
    id: Number(row.id),
    checkoutId: Number(row.checkout_id),
    orderNumber: toOrderNumber(row.order_number),
  }))
}

function saleColumns(creatorId: string, { card, grant, postings, ...columns }: NewSale) {
  return {
    ...{ ...columns, ...grant, cardBrand: card?.brand ?? null, cardLast4: card?.last4 ?? null },
    netAmount: postings.reduce((sum, posting) => sum + creatorDelta(posting, creatorId), 0),
  }
}

type InsertedRow = {
  id: string
  checkout_id: string
  order_number: string
}

const sold = sql`purchased join input using (checkout_id)`

/**
 * A sale without its ledger entries must not be committed. PostgreSQL has no expression that fails, so this one casts a
 * sentence to a number; it depends on a row, because a constant would be computed while planning.
 */
const assertEntries = sql`case
  when (select count(*) from inserted_entries) = (
    select count(*) from purchased join unnest(${arrayPlaceholder('entryCheckoutIds', 'bigint')}) as entry (checkout_id) using (checkout_id)
  ) then true
  else ('Not all ledger entries of purchase ' || purchased.id || ' were inserted')::int = 0
end`

const insertSaleRows = preparedSql<InsertedRow>(
  'insert_sales',
  sql`with input as materialized (
      select * from unnest(${arrayPlaceholder('checkoutId', 'bigint')}, ${arrayPlaceholder('checkoutVersion', 'text')},
        ${arrayPlaceholder('orderNumber', 'bigint')}, ${arrayPlaceholder('platformFeeAmount', 'bigint')},
        ${arrayPlaceholder('providerFeeAmount', 'bigint')}, ${arrayPlaceholder('taxRateBps', 'int')},
        ${arrayPlaceholder('taxAmount', 'bigint')}, ${arrayPlaceholder('buyerEmail', 'text')},
        ${arrayPlaceholder('buyerCountry', 'text')}, ${arrayPlaceholder('cardBrand', 'text')}, ${arrayPlaceholder('cardLast4', 'text')}, ${arrayPlaceholder('nonce', 'text')},
        ${arrayPlaceholder('tokenHash', 'text')}, ${arrayPlaceholder('netAmount', 'bigint')})
        as input (checkout_id, checkout_version, order_number, platform_fee_amount, provider_fee_amount,
          tax_rate_bps, tax_amount, buyer_email, buyer_country, card_brand, card_last4, nonce, token_hash, net_amount)
    ), locked as materialized (
      select locked.* from input cross join lateral (
        select id as checkout_id, content_id, list_amount, discount_amount, amount,
          exists (
            select from ${contentItems} left join ${missingFiles} on ${missingFiles.fileId} = ${contentItems.fileId}
            where ${contentItems.id} = ${checkouts.contentId} and ${isUndeliverable}
          ) as is_undeliverable
        from ${checkouts}
        where ${checkouts.id} = input.checkout_id
          and (input.checkout_version is null or ${checkouts}.xmin::text = input.checkout_version)
        for no key update
      ) locked
      where not is_undeliverable or ${placeholder('acceptsUndeliverable')}::boolean
    ), purchased as (
      insert into ${purchases} (order_number, checkout_id, content_id, creator_id, list_amount, discount_amount, amount, currency,
        platform_fee_amount, provider_fee_amount, tax_rate_bps, tax_amount, buyer_email, buyer_country, card_brand,
        card_last4, paid_at, net_amount)
      select order_number, checkout_id, content_id, ${placeholder('creatorId')}::text, list_amount, discount_amount, amount,
        ${placeholder('currency')}::text, platform_fee_amount, provider_fee_amount, tax_rate_bps, tax_amount,
        buyer_email, buyer_country, card_brand, card_last4, ${placeholder('now')}::timestamptz, net_amount
      from locked join input using (checkout_id)
      on conflict (order_number) do nothing
      returning id, order_number, checkout_id, content_id
    ), granted as (
      insert into ${accessGrants} (purchase_id, content_id, token_nonce) select id, content_id, nonce from ${sold}
    ), linked as (
      insert into ${accessLinks} (token_hash, purchase_id) select token_hash, id from ${sold}
    ), paid as (
      update ${checkouts} set state = 'paid', next_check_at = null
      from purchased where checkouts.id = purchased.checkout_id
    ), emails as (
      insert into ${deliveries} (channel, kind, dedupe_key, target, data, lane, next_at, created_at)
      select 'email', 'purchase_access', 'purchase/' || id, input.buyer_email, jsonb_build_object('purchaseId', id),
        0, ${placeholder('now')}::timestamptz, ${placeholder('now')}::timestamptz
      from ${sold} join locked using (checkout_id)
      where input.buyer_email <> '' and not is_undeliverable
      on conflict do nothing
    ), locked_creator as materialized (
      select id from ${users}
      where id = ${placeholder('creatorId')} and (select count(*) from purchased) > 0 for no key update
    ), ${postingParts(sql`locked_creator, purchased
      join unnest(${arrayPlaceholder('entryCheckoutIds', 'bigint')}, ${entryArrays})
        as entry (checkout_id, kind, reference, account, amount) using (checkout_id)`)},
    ${rollupParts(sql`
      select purchased.content_id, ${placeholder('creatorId')}::text as creator_id,
        ${placeholder('day')}::date as day, count(*)::int as sale_count, count(*)::int as purchase_count,
        sum(net_amount)::bigint as net_amount
      from locked_creator, ${sold} group by purchased.content_id order by purchased.content_id`)}
    select purchased.id, checkout_id, order_number from purchased
    where ${assertEntries}`,
)
