import { SearchX } from 'lucide-react'
import { getSale, type SaleDetail } from '../../../contract/sales.ts'
import { useRead } from '../../api/hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatMoment } from '../../ui/date-text.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { saleWords } from '../../ui/sale-words.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AccessPart } from './access-part.tsx'
import { BuyerPart } from './buyer-part.tsx'
import { MoneyPart } from './money-part.tsx'

/** One sale with everything that explains it, and what can be done about it. One drawer from first to last: the focus stays in it. */
export function SaleDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useRead(getSale, { params: { id } })
  const isMissing = !data && (error?.status === 404 || error?.status === 400)
  const title = data
    ? `${formatMoney(data.amount, data.currency)} for ${data.title}`
    : isMissing
      ? 'Sale Not Found'
      : 'Sale'

  return (
    <Drawer
      onClose={onClose}
      title={title}
      text={data ? `Order ${data.id} · ${formatMoment(data.paidAt)}` : `Order ${id}`}
    >
      {data && <Sale sale={data} />}
      {isMissing && <Missing />}
      {!data && error && !isMissing && (
        <ErrorState title="This sale did not load" text={error.sentence} retry={() => void refetch()} />
      )}
      {!data && !error && <Waiting />}
    </Drawer>
  )
}

function Sale({ sale }: { sale: SaleDetail }) {
  const { label, tone } = saleWords(sale)
  return (
    <>
      <p>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <MoneyPart sale={sale} />
      <BuyerPart sale={sale} />
      <AccessPart sale={sale} />
    </>
  )
}

function Missing() {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="Not one of your sales"
      text="There is no such order among your sales. Are you signed in with the right account?"
    />
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the sale" className="grid gap-5">
      <Skeleton className="h-8 w-2/3" />
      <Skeleton className="h-28" />
      <Skeleton className="h-20" />
    </div>
  )
}
