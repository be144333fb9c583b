import { CircleAlert } from 'lucide-react'
import { getAdminOverview } from '../../../../../contract/admin-overview.ts'
import { useApiQuery } from '../../../../api/query.ts'
import type { ResponseOf } from '../../../../api/types.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { pluralize } from '../../../../ui/format.ts'
import { IconTile } from '../../../../ui/icon-tile.tsx'

type Counts = ResponseOf<typeof getAdminOverview>
type AttentionItem = {
  href: string
  count: (counts: Counts) => number
  title: (count: number) => string
  text: string
}

/** What the admin must decide. Items about a buyer's money come first. */
const attentionItems: Array<AttentionItem> = [
  {
    href: '/admin/attention?view=reviews',
    count: ({ refundReviews }) => refundReviews,
    title: (count) => `${pluralize(count, 'refund')} to decide`,
    text: 'A creator objected. The buyer is waiting for your decision.',
  },
  {
    href: '/admin/attention?view=disputes',
    count: ({ disputes }) => disputes,
    title: (count) => pluralize(count, 'open dispute'),
    text: 'Answer it at the card provider before the bank’s deadline.',
  },
  {
    href: '/admin/attention?view=refunds',
    count: ({ failedRefunds }) => failedRefunds,
    title: (count) => pluralize(count, 'failed refund'),
    text: 'Pay the buyer back another way.',
  },
  {
    href: '/admin/reports',
    count: ({ reports }) => reports,
    title: (count) => pluralize(count, 'reported item'),
    text: 'Take it down, or dismiss the report.',
  },
  {
    href: '/admin/reviews',
    count: ({ contentReviews }) => contentReviews,
    title: (count) => `${pluralize(count, 'first item')} to review`,
    text: 'A new creator is waiting to be published.',
  },
  {
    href: '/admin/purchases?filter=duplicates',
    count: ({ duplicatePurchases }) => duplicatePurchases,
    title: (count) => pluralize(count, 'possible duplicate'),
    text: 'The same item bought twice within an hour.',
  },
]

export function NeedsAttention() {
  const { data } = useApiQuery(getAdminOverview)
  const open = data ? attentionItems.filter(({ count }) => count(data) > 0) : []
  if (!data || open.length === 0) return null
  return (
    <section aria-labelledby="attention" className="grid gap-4">
      <h2 id="attention" className="text-xl">
        Needs attention
      </h2>
      <Card padding="none">
        <ul className="m-0 list-none p-0">
          {open.map(({ href, title, text, count }) => (
            <li
              key={href}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-3.5 last:border-b-0 sm:px-5"
            >
              <IconTile size="sm" tone="warm">
                <CircleAlert aria-hidden />
              </IconTile>
              <div className="min-w-0 flex-1 basis-48">
                <p className="font-semibold">{title(count(data))}</p>
                <p className="text-ink-soft">{text}</p>
              </div>
              <LinkButton href={href} size="sm" variant="secondary">
                Review<span className="sr-only"> {title(count(data))}</span>
              </LinkButton>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}
