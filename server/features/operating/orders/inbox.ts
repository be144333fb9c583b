import { sql } from 'drizzle-orm'
import { formatMoney } from '../../../../domain/price.ts'
import { inboxSource } from '../../inbox.ts'

type Facts = {
  amount: number
  currency: string
  title: string
  email: string
  order: string
  original: string
  paidAt: string
  originalPaidAt: string
}

/** An item bought twice within an hour, until an admin says that it was meant. */
export const duplicateInbox = inboxSource<Facts>({
  open: () => sql`
    select p.order_number::text as id, d.created_at as opened_at, d.created_at + interval '7 days' as due_at,
        jsonb_build_object('amount', p.amount, 'currency', p.currency, 'title', c.title, 'email', p.buyer_email,
          'order', p.order_number::text, 'original', o.order_number::text, 'paidAt', p.paid_at,
          'originalPaidAt', o.paid_at) as facts
      from duplicate_purchases d join purchases p on p.id = d.purchase_id
        join purchases o on o.id = d.original_purchase_id join content_items c on c.id = p.content_id
      where d.dismissed_at is null`,
  caption: ({ title, amount, currency }) => ({
    title: 'Paid twice for one item',
    about: `${title}, ${formatMoney(amount, currency)} each`,
  }),
  describe: async (
    _ports,
    _id,
    { amount, currency, title, email, order, original, paidAt, originalPaidAt },
  ) => ({
    heading: 'Was the second purchase meant?',
    facts: [
      { label: 'Item', text: title, at: null },
      { label: 'Buyer', text: email || 'No email', at: null },
      { label: `Order ${original}`, text: '', at: new Date(originalPaidAt).toISOString() },
      { label: `Order ${order}`, text: '', at: new Date(paidAt).toISOString() },
    ],
    outcomes: [
      {
        when: 'If it was a mistake',
        text: `Open the second purchase and refund it: the buyer gets ${formatMoney(amount, currency)} and keeps the first.`,
      },
      { when: 'If it was meant', text: 'Both stay as they are, and no one is told.' },
    ],
    links: [
      { label: 'Open the second purchase', href: `/admin/purchases/${order}` },
      ...(email ? [{ label: 'Write to the buyer', href: `mailto:${email}` }] : []),
    ],
  }),
})
