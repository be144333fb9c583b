import { eq, sql } from 'drizzle-orm'
import { formatMoney } from '../../../../domain/price.ts'
import { creatorRefundShare, refundableAmount } from '../../../../domain/refund.ts'
import type { Db } from '../../../db/database.ts'
import { accessGrants } from '../../../db/schema/index.ts'
import { inboxSource } from '../../inbox.ts'
import { findRefundRequest } from '../purchases/refund-requests-repository.ts'

type Facts = {
  amount: number
  currency: string
  title: string
  buyer: string
  buyerEmail: string
  creator: string
  creatorEmail: string
}

/** Refund requests that a creator declined. The admin decides within three days of that. */
export const refundInbox = inboxSource<Facts>({
  open: () => sql`
    select q.id::text as id, q.objected_at as opened_at, q.objected_at + interval '3 days' as due_at, jsonb_build_object(
        'amount', q.amount, 'currency', p.currency, 'title', c.title, 'buyer', k.supporter_name,
        'buyerEmail', p.buyer_email, 'creator', coalesce(u.first_name, ''), 'creatorEmail', u.email) as facts
      from refund_requests q join purchases p on p.id = q.purchase_id join checkouts k on k.id = p.checkout_id
        join content_items c on c.id = p.content_id join users u on u.id = p.creator_id
      where q.state = 'in_review' and p.refunded_amount < p.amount`,
  caption: ({ amount, currency, title, buyer, creator }) => ({
    title: `${buyer || 'A buyer'} and ${creator || 'the creator'} disagree about ${formatMoney(amount, currency)}`,
    about: `Refund for ${title}`,
  }),
  describe: async ({ db }, id, { buyer, buyerEmail, creatorEmail, ...facts }) => {
    const found = await findRefundRequest(db, Number(id))
    if (!found) return undefined
    const { request, purchase, title } = found
    const text = (amount: number) => formatMoney(amount, purchase.currency)
    const refundable = refundableAmount(purchase)
    const share = creatorRefundShare(purchase, refundable)
    const money = text(refundable)
    const buyerName = buyer || 'The buyer'
    const creator = facts.creator || 'The creator'
    const history = await readHistory(db, {
      email: purchase.buyerEmail,
      creatorId: purchase.creatorId,
      paidAt: purchase.paidAt,
    })
    const [grant] = await db.select().from(accessGrants).where(eq(accessGrants.purchaseId, purchase.id))
    return {
      heading: `Return ${money} to ${buyer || 'the buyer'}?`,
      money,
      said: [
        {
          name: buyer || buyerEmail,
          role: 'buyer',
          text: request.requestMessage || 'No reason given.',
          at: request.createdAt.toISOString(),
        },
        {
          name: facts.creator || creatorEmail,
          role: 'declined',
          text: request.objectionMessage,
          at: (request.objectedAt ?? request.createdAt).toISOString(),
        },
      ],
      facts: [
        { label: 'Paid', text: '', at: purchase.paidAt.toISOString() },
        {
          label: 'First opened',
          text: grant?.firstAccessedAt ? '' : 'Never',
          at: grant?.firstAccessedAt?.toISOString() ?? null,
        },
        { label: `${buyerName}’s refunds here before`, text: ofText(history.buyer, 'purchase'), at: null },
        {
          label: `${creator}’s refunds in 90 days`,
          text: ofText(history.creator, 'sale'),
          at: null,
        },
      ],
      outcomes: [
        {
          when: 'If you return it',
          text: `${buyerName} gets ${money} and loses access. ${creator} gives back ${text(share)}${feeText(text, refundable - share)}.`,
        },
        {
          when: 'If you keep the sale',
          text: `${buyerName} keeps access and is told why. Nothing is paid back.`,
        },
      ],
      links: [
        { label: 'Open purchase', href: `/admin/purchases/${purchase.orderNumber}` },
        { label: 'Return a part of it', href: `/refunds/${id}` },
        {
          label: 'Write to both',
          href: `mailto:${buyerEmail},${creatorEmail}?subject=${encodeURIComponent(`Refund for ${title}`)}`,
        },
      ],
    }
  },
})

function feeText(text: (amount: number) => string, returned: number): string {
  return returned > 0 ? `, and we give back our ${text(returned)}` : ''
}

type Share = { refunded: number; total: number }

function ofText({ refunded, total }: Share, noun: string): string {
  const nouns = total === 1 ? noun : `${noun}s`
  return refunded === 0 ? `None in ${total} ${nouns}` : `${refunded} of ${total} ${nouns}`
}

/** Refunds of the buyer before this purchase, and of the creator in the 90 days around it. Both use an index. */
async function readHistory(
  db: Db,
  { email, creatorId, paidAt }: { email: string; creatorId: string; paidAt: Date },
): Promise<{ buyer: Share; creator: Share }> {
  const share = sql`count(*) filter (where refunded_amount > 0)::int as refunded, count(*)::int as total`
  const at = sql`${paidAt.toISOString()}::timestamptz`
  const { rows } = await db.execute<Share>(sql`
    (select ${share} from purchases where lower(buyer_email) = lower(${email}) and amount > 0 and paid_at < ${at})
    union all
    (select ${share} from purchases where creator_id = ${creatorId} and amount > 0 and paid_at > ${at} - interval '90 days')`)
  const none = { refunded: 0, total: 0 }
  return { buyer: rows[0] ?? none, creator: rows[1] ?? none }
}
