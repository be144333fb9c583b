import type { Sale } from '../../../../contract/sales.ts'
import { saleStatusBadge } from '../../../shared/sale-events.ts'
import { sourceLabel } from '../../../shared/source-label.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { LocalTime } from '../../../ui/local-time.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { BuyerPicture } from './buyer-picture.tsx'
import { codeUsesLabel, soldAsLabel } from './sale-labels.ts'
import { WhoBought } from './who-bought.tsx'

type LoadMore = { isLoading: boolean; hasFailed: boolean; load: () => unknown }
/** `search` is the query of the URL with its `?`, so that a sale opens over the same list. */
type SaleListProps = { sales: Array<Sale>; search: string; loadMore: LoadMore | undefined }

export function SaleList({ sales, search, loadMore }: SaleListProps) {
  return (
    <>
      {sales.length > 0 && (
        <ul aria-label="Sales">
          {sales.map((sale) => (
            <li key={sale.id}>
              <SaleRow sale={sale} search={search} />
            </li>
          ))}
        </ul>
      )}
      {loadMore && (
        <div className="grid justify-items-center gap-2 border-line border-t p-4">
          {loadMore.hasFailed && <p role="alert">The next sales didn’t load.</p>}
          <Button variant="secondary" isLoading={loadMore.isLoading} onClick={() => loadMore.load()}>
            {loadMore.hasFailed ? 'Try Again' : 'Show more'}
          </Button>
        </div>
      )}
    </>
  )
}

/** Who bought what, with their words, and what it earned. A badge is only for what isn't simply paid. */
function SaleRow({ sale, search }: { sale: Sale; search: string }) {
  const { id, currency, amount, netAmount, source, paidAt, discount, heldUntil } = sale
  const { buyerEmail, supporterName } = sale
  const { label, tone } = saleStatusBadge(sale)
  const soldAs = soldAsLabel(sale)
  const codeUses = codeUsesLabel(sale)
  return (
    <TextLink
      unstyled
      href={`/sales/${id}${search}`}
      className="moves flex flex-wrap items-start gap-x-3.5 gap-y-1 border-line border-t px-4 py-3 outline-offset-[-2px] hover:bg-sunken sm:px-5"
    >
      <BuyerPicture name={supporterName || buyerEmail} />
      <span className="min-w-0 flex-1 basis-32">
        <WhoBought sale={sale} />
        <span className="block text-ink-faint text-sm">
          <LocalTime iso={paidAt} />
          {source && `, from ${sourceLabel(source)}`}
          {heldUntil && `, on hold until ${heldUntil}`}
        </span>
        {soldAs && (
          <Badge tone="plain" className="mr-1.5 [overflow-wrap:anywhere]">
            {soldAs}
          </Badge>
        )}
        {discount && (
          <Badge tone="warm" className="[overflow-wrap:anywhere]">
            <span className="sr-only">with the code </span>
            {discount.code}
          </Badge>
        )}
        {codeUses && <span className="ml-2 text-ink-faint text-sm">{codeUses}</span>}
      </span>
      <span className="ml-auto max-w-full text-right">
        <span className="block font-semibold">{formatMoney(amount, currency)}</span>
        <span className="block text-ink-faint text-sm">
          {priceText(sale) ?? `${formatMoney(netAmount, currency)} earned`}
        </span>
        {label !== 'Paid' && (
          <Badge tone={tone} className="mt-1">
            {label}
          </Badge>
        )}
      </span>
    </TextLink>
  )
}

/** `$12.00 − $2.40 + $1.20 tip`; undefined where the price is all that was paid. */
function priceText({ discount, tip, listAmount, currency }: Sale): string | undefined {
  const hasTip = Number(tip) > 0
  if (!discount && !hasTip) return undefined
  return [
    formatMoney(listAmount, currency),
    ...(discount ? [`− ${formatMoney(discount.amount, currency)}`] : []),
    ...(hasTip ? [`+ ${formatMoney(tip, currency)} tip`] : []),
  ].join(' ')
}

export function SaleListSkeleton() {
  return (
    <SkeletonRows label="Loading your sales" className="flex items-center justify-between gap-6 py-4">
      <div className="grid flex-1 gap-2">
        <Skeleton className="w-2/5" />
        <Skeleton className="w-3/5" />
      </div>
      <Skeleton className="w-16" />
    </SkeletonRows>
  )
}
