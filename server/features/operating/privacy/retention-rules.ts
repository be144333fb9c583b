import { type Column, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { deleteBatch, updateBatch } from '../../../db/delete-batch.ts'
import {
  alerts,
  backups,
  checkouts,
  dailyViewSources,
  deliveries,
  emailChangeRequests,
  feedback,
  followers,
  healthSamples,
  knownBrowsers,
  processHeartbeats,
  purchases,
  sessions,
  staffInvitations,
  testPurchases,
  verifications,
  webhookEvents,
} from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { transientDays } from '../../telling/deliveries/deliveries.ts'
import { kindsKeptFor } from './emails.ts'

/** Data that is deleted a fixed time after an event. */
export type RetentionRule = {
  /** A table, or a folder of `DATA_DIR`. */
  store: string
  /** The data that the rule deletes, in words. */
  data: string
  keepDays: number
  /** The event from which the days count. */
  since: string
  /** Deletes at most `limit` rows or files whose event was before a time. Returns how many. */
  deleteBatch: (ports: Ports, before: Date, limit: number) => Promise<number>
}

/** 25 months: analytics shows ranges of up to a year, and the same range a year earlier. */
const analyticsDays = 762

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

export const retentionRules: ReadonlyArray<RetentionRule> = [
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
  {
    store: 'webhook_events',
    data: 'processed events; providers resend and list theirs for 30 days',
    keepDays: 90,
    since: 'processing',
    deleteBatch: rowsBefore(webhookEvents, webhookEvents.processedAt),
  },
  {
    store: 'deliveries',
    data: 'sent emails about sign-up, sign-in, account, feedback, alerts, test purchases, lost links and weekly summaries, and alerts to the webhook',
    keepDays: transientDays,
    since: 'sending',
    deleteBatch: rowsWhere(
      deliveries,
      (before) => sql`(${deliveries.channel} = 'webhook' or ${isEmailKeptFor(transientDays)})
        and ${deliveries.state} <> 'waiting'
        and coalesce(${deliveries.sentAt}, ${deliveries.createdAt}) < ${before}::timestamptz`,
    ),
  },
  {
    store: 'deliveries',
    data: 'emails to followers, sent or not',
    keepDays: 30,
    since: 'creation',
    deleteBatch: rowsWhere(
      deliveries,
      (before) => sql`${isEmailKeptFor(30)} and ${isBefore(deliveries.createdAt, before)}`,
    ),
  },
  {
    store: 'mail/',
    data: 'files of emails, written without `SMTP_URL`',
    keepDays: 30,
    since: 'sending',
    deleteBatch: async ({ mailer }, before, limit) =>
      (await mailer.mailbox?.deleteBefore(before, limit)) ?? 0,
  },
  {
    store: 'sessions',
    data: 'expired sessions',
    keepDays: 30,
    since: 'expiry',
    deleteBatch: rowsBefore(sessions, sessions.expiresAt),
  },
  {
    store: 'verifications',
    data: 'challenges of passkeys and states of OpenID sign-ins',
    keepDays: 1,
    since: 'expiry',
    deleteBatch: rowsBefore(verifications, verifications.expiresAt),
  },
  {
    store: 'email_change_requests',
    data: 'requests that were not confirmed',
    keepDays: 1,
    since: 'expiry',
    deleteBatch: rowsBefore(emailChangeRequests, emailChangeRequests.expiresAt),
  },
  {
    store: 'staff_invitations',
    data: 'invitations to the admin pages that were not accepted',
    keepDays: 1,
    since: 'expiry',
    deleteBatch: rowsBefore(staffInvitations, staffInvitations.expiresAt),
  },
  {
    store: 'known_browsers',
    data: 'browsers that have signed in',
    keepDays: 400,
    since: 'the last sign-in',
    deleteBatch: rowsBefore(knownBrowsers, knownBrowsers.lastSignedInAt),
  },
  {
    store: 'followers',
    data: 'requests to follow a creator that were not confirmed',
    keepDays: 7,
    since: 'the request',
    deleteBatch: rowsWhere(
      followers,
      (before) => sql`${followers.confirmedAt} is null and ${isBefore(followers.createdAt, before)}`,
    ),
  },
  {
    store: 'followers',
    data: 'followers who unsubscribed',
    keepDays: 30,
    since: 'unsubscribing',
    deleteBatch: rowsBefore(followers, followers.unsubscribedAt),
  },
  {
    store: 'test_purchases',
    data: 'test purchases, whose links are valid for a day',
    keepDays: 7,
    since: 'the purchase',
    deleteBatch: rowsBefore(testPurchases, testPurchases.createdAt),
  },
  {
    store: 'daily_view_sources',
    data: 'where visitors came from',
    keepDays: analyticsDays,
    since: 'the day',
    deleteBatch: rowsWhere(
      dailyViewSources,
      (before) => sql`${dailyViewSources.day} < (${before}::timestamptz at time zone 'UTC')::date`,
    ),
  },
  {
    store: 'alerts',
    data: 'resolved alerts',
    keepDays: 400,
    since: 'resolution',
    deleteBatch: rowsBefore(alerts, alerts.resolvedAt),
  },
  {
    store: 'backups',
    data: 'records of backups, not the archives',
    keepDays: 400,
    since: 'their end',
    deleteBatch: rowsBefore(backups, backups.finishedAt),
  },
  {
    store: 'health_samples',
    data: 'figures of the charts on `/admin/health`',
    keepDays: 14,
    since: 'the reading',
    deleteBatch: rowsBefore(healthSamples, healthSamples.takenAt),
  },
  {
    store: 'process_heartbeats',
    data: 'processes that ended without a stop',
    keepDays: 1,
    since: 'the last sign of life',
    deleteBatch: rowsBefore(processHeartbeats, processHeartbeats.seenAt),
  },
  {
    store: 'feedback',
    data: 'closed feedback',
    keepDays: 400,
    since: 'closing',
    deleteBatch: rowsWhere(
      feedback,
      (before) => sql`${feedback.state} = 'closed' and ${isBefore(feedback.closedAt, before)}`,
    ),
  },
]

/** The renderer of a kind says how long its emails are kept. */
function isEmailKeptFor(days: number): SQL {
  return sql`${deliveries.channel} = 'email' and ${inArray(deliveries.kind, kindsKeptFor(days))}`
}

/** Rows whose time is set and was before. */
function rowsBefore(table: PgTable, time: Column): RetentionRule['deleteBatch'] {
  return rowsWhere(table, (before) => isBefore(time, before))
}

function rowsWhere(table: PgTable, isExpired: (before: Date) => SQL): RetentionRule['deleteBatch'] {
  return ({ db }, before, limit) => deleteBatch(db, { table, isExpired: isExpired(before), limit })
}

function isBefore(time: Column, before: Date): SQL {
  return sql`${time} < ${before}::timestamptz`
}
