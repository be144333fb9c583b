import { sql } from 'drizzle-orm'
import { formatMoney } from '../../../../domain/price.ts'
import { inboxSource } from '../../inbox.ts'
import { errorMessageOf } from './overview.ts'
import { failedRefundsQuery } from './repository.ts'

type DisputeFacts = {
  state: 'inquiry' | 'open'
  amount: number
  currency: string
  title: string
  creator: string
  email: string
  reason: string | null
  order: string
  createdAt: string
  firstAccessedAt: string | null
}

/** Disputes that the bank has not decided. It gives at least a week to answer; the card provider shows the day. */
export const disputeInbox = inboxSource<DisputeFacts>({
  open: () => sql`
    select d.id::text as id, d.created_at as opened_at, d.created_at + interval '7 days' as due_at,
        jsonb_build_object('state', d.state, 'amount', d.amount, 'currency', p.currency, 'title', c.title,
          'creator', coalesce(u.first_name, u.email), 'email', p.buyer_email, 'reason', d.reason,
          'order', p.order_number::text, 'createdAt', d.created_at, 'firstAccessedAt', g.first_accessed_at) as facts
      from disputes d join purchases p on p.id = d.purchase_id join content_items c on c.id = p.content_id
        join users u on u.id = p.creator_id left join access_grants g on g.purchase_id = p.id
      where d.state in ('inquiry', 'open')`,
  caption: ({ state, amount, currency, title, creator }) => ({
    title: `${state === 'inquiry' ? 'A bank asks about' : 'Dispute over'} ${formatMoney(amount, currency)}`,
    about: `${title}, ${creator}`,
  }),
  describe: async (_ports, _id, facts) => {
    const { state, title, creator, email, reason, order, createdAt, firstAccessedAt } = facts
    const money = formatMoney(facts.amount, facts.currency)
    return {
      heading: state === 'inquiry' ? `Answer the bank about ${money}` : `Send your evidence about ${money}`,
      facts: [
        { label: 'Item', text: `${title}, ${creator}`, at: null },
        { label: 'Buyer', text: email || 'No email', at: null },
        { label: 'Reason the bank gives', text: reason?.replaceAll('_', ' ') || 'None', at: null },
        { label: 'Since', text: '', at: new Date(createdAt).toISOString() },
        {
          label: 'First opened',
          text: firstAccessedAt ? '' : 'Never',
          at: firstAccessedAt && new Date(firstAccessedAt).toISOString(),
        },
      ],
      outcomes: [
        state === 'inquiry'
          ? {
              when: 'If no one answers',
              text: 'The inquiry becomes a dispute, and the bank takes the money back until it is decided.',
            }
          : {
              when: 'If it is lost',
              text: `The buyer keeps ${money}, the creator’s share is taken back, and access stays revoked.`,
            },
        {
          when: 'How to answer',
          text: 'At your card provider, before the bank’s deadline. The record of the purchase has what a bank asks for.',
        },
      ],
      links: [{ label: 'Open the record', href: `/admin/purchases/${order}` }],
    }
  },
})

type FailedRefundFacts = {
  amount: number
  currency: string
  title: string
  email: string
  order: string
  failure: 'failed_at_provider' | 'returned_by_bank'
  alertId: number
  createdAt: string
}

/** Refunds that did not reach the buyer, until the purchase is refunded or the alert about it is resolved. Each raised one. */
export const failedRefundInbox = inboxSource<FailedRefundFacts>({
  open: () => sql`
    select f.failure || '-' || f.id as id, f.created_at as opened_at, f.created_at + interval '3 days' as due_at,
        jsonb_build_object('amount', f.amount, 'currency', p.currency, 'title', c.title, 'email', p.buyer_email,
          'order', p.order_number::text, 'failure', f.failure, 'alertId', a.id, 'createdAt', f.created_at) as facts
      from (${failedRefundsQuery}) f join purchases p on p.id = f.purchase_id
        join content_items c on c.id = p.content_id
        join alerts a on (a.kind, a.target) = (
          case f.failure when 'returned_by_bank' then 'refund-failed' else 'refund-rejected' end,
          case f.failure when 'returned_by_bank' then 'refund/' else 'refund-request/' end || f.id)
      where p.refunded_amount < p.amount and a.resolved_at is null`,
  caption: ({ amount, currency, title, failure }) => ({
    title:
      failure === 'returned_by_bank'
        ? `A refund of ${formatMoney(amount, currency)} was returned by the bank`
        : `The card provider declined a refund of ${formatMoney(amount, currency)}`,
    about: title,
  }),
  describe: async (_ports, _id, { amount, currency, title, email, order, alertId, createdAt }) => ({
    heading: `Pay ${formatMoney(amount, currency)} back another way`,
    facts: [
      { label: 'Item', text: title, at: null },
      { label: 'Buyer', text: email || 'No email', at: null },
      { label: 'Failed', text: '', at: new Date(createdAt).toISOString() },
    ],
    outcomes: [
      {
        when: 'What to do',
        text: 'Ask the buyer for another way to pay them back, or try the refund again on the purchase. Then mark it as done here.',
      },
    ],
    links: [
      { label: 'Open purchase', href: `/admin/purchases/${order}` },
      ...(email ? [{ label: 'Write to the buyer', href: `mailto:${email}` }] : []),
    ],
    alertId,
  }),
})

type JobFacts = { name: string; attempts: number; output: unknown; createdAt: string }

/** Work in the background that failed every time. */
export const jobInbox = inboxSource<JobFacts>({
  open: () => sql`
    select id::text as id, created_on as opened_at, created_on + interval '1 day' as due_at,
        jsonb_build_object('name', name, 'attempts', retry_count + 1, 'output', output, 'createdAt', created_on) as facts
      from pgboss.job where state = 'failed'`,
  caption: ({ name, output }) => ({
    title: `A task failed: ${name.replaceAll('-', ' ')}`,
    about: errorMessageOf(output),
  }),
  describe: async (_ports, _id, { name, attempts, output, createdAt }) => ({
    heading: `Try this task again: ${name.replaceAll('-', ' ')}?`,
    facts: [
      { label: 'Error', text: errorMessageOf(output), at: null },
      { label: 'Attempts', text: String(attempts), at: null },
      { label: 'Since', text: '', at: new Date(createdAt).toISOString() },
    ],
    outcomes: [{ when: 'If you try again', text: 'It runs right away. It can run twice without harm.' }],
  }),
})
