import type { PublicContent } from '../../../contract/content.ts'
import { ContentCover } from '../../shared/content-cover.tsx'
import { Card } from '../../ui/card.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** The amount is frozen on the payment; payment-details.tsx fills it in. */
export function OrderSummary({ content }: { content: PublicContent }) {
  const { id, title, description, previewImage, currency, user } = content
  const creator = user.firstName ?? user.email
  return (
    <Card className="grid gap-4">
      <h2 className="text-xl">Order Summary</h2>
      <div className="flex min-w-0 gap-3.5">
        <ContentCover
          seed={id}
          image={previewImage}
          className="aspect-square size-[52px] flex-none rounded-[12px]"
        />
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <p className="font-semibold">{title}</p>
          {creator && <p className="text-ink-faint text-sm">by {creator}</p>}
          {description && <p className="mt-1 line-clamp-3 text-ink-soft text-sm">{description}</p>}
        </div>
      </div>
      <dl>
        <SummaryRow name="Subtotal" />
        <SummaryRow name="Processing fee" value={formatMoney('0.00', currency)} />
        <SummaryRow name="Total" isTotal />
      </dl>
    </Card>
  )
}

type SummaryRowProps = { name: string; value?: string; isTotal?: boolean }

function SummaryRow({ name, value, isTotal = false }: SummaryRowProps) {
  const rowClass = isTotal ? 'mt-2 border-line border-t pt-3.5 font-semibold text-lg' : 'py-1.5'
  return (
    <div className={`flex items-center justify-between gap-4 ${rowClass}`}>
      <dt className={isTotal ? undefined : 'text-ink-soft'}>{name}</dt>
      {value ? (
        <dd>{value}</dd>
      ) : (
        <dd data-amount>
          <Skeleton className="w-14" />
        </dd>
      )}
    </div>
  )
}
