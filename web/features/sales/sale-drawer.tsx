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

/** One sale with everything that explains it, and what can be done about it. */
export function SaleDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useRead(getSale, { params: { id } })

  if (data) return <Sale sale={data} onClose={onClose} />
  if (error && (error.status === 404 || error.status === 400))
    return (
      <Drawer title="Sale Not Found" onClose={onClose}>
        <EmptyState
          icon={<SearchX aria-hidden />}
          title="Not one of your sales"
          text="There is no such order among your sales. Are you signed in with the right account?"
        />
      </Drawer>
    )
  if (error)
    return (
      <Drawer title="Sale" onClose={onClose}>
        <ErrorState title="This sale did not load" text={error.sentence} retry={() => void refetch()} />
      </Drawer>
    )
  return (
    <Drawer title="Sale" onClose={onClose}>
      <div role="status" aria-label="Loading the sale" className="grid gap-5">
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="h-28" />
        <Skeleton className="h-20" />
      </div>
    </Drawer>
  )
}

function Sale({ sale, onClose }: { sale: SaleDetail; onClose: () => void }) {
  const { id, title, amount, currency, paidAt } = sale
  const { label, tone } = saleWords(sale)
  return (
    <Drawer
      onClose={onClose}
      title={`${formatMoney(amount, currency)} for ${title}`}
      text={`Order ${id} · ${formatMoment(paidAt)}`}
    >
      <p>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <MoneyPart sale={sale} />
      <BuyerPart sale={sale} />
      <AccessPart sale={sale} />
    </Drawer>
  )
}
