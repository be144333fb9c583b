import { sql } from 'drizzle-orm'
import { rowsWhere, updateBatch } from '../../../db/delete-batch.ts'
import { alerts, checkouts, purchases, webhookEvents } from '../../../db/schema/index.ts'
import { keptAlways, type Retention } from '../../feature.ts'

/** 25 months: analytics shows ranges of up to a year, and the same range a year earlier. */
export const analyticsDays = 762

/** A payment that is canceled at the provider cannot be paid any more. Open alerts and events still need the checkout. */
const isCanceled = (before: Date) => sql`${checkouts.state} = 'canceled' and ${checkouts.nextCheckAt} is null
  and ${checkouts.createdAt} < ${before}::timestamptz
  and not exists (select from ${purchases} where ${purchases.checkoutId} = ${checkouts.id})
  and not exists (select from ${alerts} where ${alerts.resolvedAt} is null
    and ${alerts.target} in (${checkouts.providerPaymentId}, 'payment/' || ${checkouts.providerPaymentId}))
  and not exists (select from ${webhookEvents} where ${webhookEvents.processedAt} is null
    and ${webhookEvents.objectId} = ${checkouts.providerPaymentId})`

/** The cookie hash is never empty until the buyer data is removed. */
const hasBuyerData = sql`${checkouts.buyerCookieHash} <> ''`
const withoutBuyerData = sql`buyer_cookie_hash = '', buyer_email = '', ip_hash = '', utm_parameters = '',
  supporter_name = '', supporter_message = '', client_secret_encrypted = null`

export const purchasesRetention: ReadonlyArray<Retention> = [
  {
    store: 'checkouts',
    data: 'buyer data of canceled checkouts: email, note, link, hashes of cookie and IP address',
    keepDays: 90,
    since: 'the start',
    deleteBatch: ({ db }, before, limit) => {
      const isExpired = sql`${isCanceled(before)} and ${hasBuyerData}`
      return updateBatch(db, { table: checkouts, isExpired, limit }, withoutBuyerData)
    },
  },
  {
    store: 'checkouts',
    data: 'canceled checkouts, which analytics counts',
    keepDays: analyticsDays,
    since: 'the start',
    deleteBatch: rowsWhere(checkouts, isCanceled),
  },
  keptAlways(
    ['checkouts'],
    'checkouts that are paid, that differ from their payment, or whose payment may still arrive',
  ),
  {
    store: 'purchases',
    data: 'the keyed hash of the card that paid with a code',
    keepDays: 400,
    since: 'the payment',
    deleteBatch: ({ db }, before, limit) => {
      const isExpired = sql`${purchases.cardFingerprintHash} is not null and ${purchases.paidAt} < ${before}::timestamptz`
      return updateBatch(db, { table: purchases, isExpired, limit }, sql`card_fingerprint_hash = null`)
    },
  },
  keptAlways(
    ['purchases', 'access_grants', 'access_links', 'duplicate_purchases', 'purchase_email_corrections'],
    'sales and the access they grant',
  ),
]
