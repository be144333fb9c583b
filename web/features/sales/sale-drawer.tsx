import { SearchX } from 'lucide-react'
import { getSale, type SaleDetail } from '../../../contract/sales.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { saleStatusBadge } from '../../shared/sale-status.ts'
import { Badge } from '../../ui/badge.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SaleAccessSection } from './sale-access-section.tsx'
import { SaleBuyerSection } from './sale-buyer-section.tsx'
import { SaleLedgerSection } from './sale-ledger-section.tsx'

/** A sale with all details and actions. The drawer stays mounted between sales, so the focus stays inside. */
export function SaleDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useApiQuery(getSale, { params: { id } })
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
      description={
        data ? (
          <>
            Order {data.id} · <LocalTime iso={data.paidAt} />
          </>
        ) : (
          `Order ${id}`
        )
      }
    >
      {data && <SaleDetails sale={data} />}
      {isMissing && <SaleNotFound />}
      {!data && error && !isMissing && (
        <ErrorState
          title="This sale didn’t load"
          description={error.userMessage}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <SaleSkeleton />}
    </Drawer>
  )
}

function SaleDetails({ sale }: { sale: SaleDetail }) {
  const { label, tone } = saleStatusBadge(sale)
  return (
    <>
      <p>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <SaleLedgerSection sale={sale} />
      <SaleBuyerSection sale={sale} />
      <SaleAccessSection sale={sale} />
    </>
  )
}

function SaleNotFound() {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="We couldn’t find this sale"
      description="This order isn’t among your sales. Check that you’re signed in with the right account."
    />
  )
}

function SaleSkeleton() {
  return (
    <div role="status" aria-label="Loading the sale" className="grid gap-5">
      <Skeleton shape="block" className="h-8 w-2/3" />
      <Skeleton shape="block" className="h-28" />
      <Skeleton shape="block" className="h-20" />
    </div>
  )
}
