import { inArray, type SQL, sql } from 'drizzle-orm'
import { deleteBatch, isBefore } from '../../../db/delete-batch.ts'
import { deliveries } from '../../../db/schema/index.ts'
import { keptAlways, type Retention } from '../../feature.ts'
import { type EmailKind, type EmailRenderers, transientDays } from './deliveries.ts'

export const deliveriesRetention: ReadonlyArray<Retention> = [
  {
    store: 'deliveries',
    data: 'sent emails about sign-up, sign-in, account, feedback, alerts, test purchases, lost links, sales and weekly summaries, notifications of sales, and alerts to the webhook',
    keepDays: transientDays,
    since: 'sending',
    deleteBatch: ({ db }, before, limit, { emails }) =>
      deleteBatch(db, {
        table: deliveries,
        isExpired: sql`${deliveries.endpointId} is null and (${deliveries.channel} in ('webhook', 'push') or ${isEmailKeptFor(emails, transientDays)})
          and ${deliveries.state} <> 'waiting'
          and coalesce(${deliveries.sentAt}, ${deliveries.createdAt}) < ${before}::timestamptz`,
        limit,
      }),
  },
  {
    store: 'deliveries',
    data: 'emails to followers, and to buyers about updates, sent or not',
    keepDays: 30,
    since: 'creation',
    deleteBatch: ({ db }, before, limit, { emails }) =>
      deleteBatch(db, {
        table: deliveries,
        isExpired: sql`${isEmailKeptFor(emails, 30)} and ${isBefore(deliveries.createdAt, before)}`,
        limit,
      }),
  },
  {
    store: 'deliveries',
    data: 'events for creators’ webhooks, with their payload',
    keepDays: 30,
    since: 'creation',
    deleteBatch: ({ db }, before, limit) =>
      deleteBatch(db, {
        table: deliveries,
        isExpired: sql`${deliveries.endpointId} is not null and ${isBefore(deliveries.createdAt, before)}`,
        limit,
      }),
  },
  {
    store: 'mail/',
    data: 'files of emails, written without `SMTP_URL`',
    keepDays: 30,
    since: 'sending',
    deleteBatch: async ({ mailer }, before, limit) =>
      (await mailer.mailbox?.deleteBefore(before, limit)) ?? 0,
  },
  { stores: ['deliveries'], data: 'emails that are not sent', kept: 'until they are' },
  {
    stores: ['deliveries'],
    data: 'emails about purchases, refunds, payouts, subscriptions and moderation',
    kept: 'always, as evidence in a dispute',
  },
  keptAlways(['domain_events'], 'what happened, by ids, amounts and states; triggers reject changes'),
]

/** The renderer of a kind says how long its emails are kept. */
function isEmailKeptFor(emails: Partial<EmailRenderers>, days: number): SQL {
  const kinds = (Object.keys(emails) as Array<EmailKind>).filter((kind) => emails[kind]?.keepDays === days)
  return sql`${deliveries.channel} = 'email' and ${inArray(deliveries.kind, kinds)}`
}
