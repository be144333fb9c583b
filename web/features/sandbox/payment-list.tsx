import { CreditCard } from 'lucide-react'
import type { listSandboxPayments } from '../../../contract/sandbox-admin.ts'
import type { ResponseOf } from '../../api/types.ts'
import { type QueryLike, QueryState } from '../../shared/query-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonList } from '../../ui/skeleton-rows.tsx'
import { listUrl, type SandboxListState } from './list-state.ts'
import { CursorPagination } from './paged-list.tsx'
import { PaymentRow } from './payment-row.tsx'

type PaymentListProps = {
  query: QueryLike<ResponseOf<typeof listSandboxPayments>>
  listState: SandboxListState
  onChange: () => void
}

/** The payments, newest first, fifty per page. */
export function PaymentList({ query, listState, onChange }: PaymentListProps) {
  return (
    <QueryState query={query} subject="Payments" skeleton={<SkeletonList label="Loading payments" />}>
      {({ payments, next }) =>
        payments.length === 0 ? (
          <EmptyState
            icon={<CreditCard aria-hidden />}
            title="No payments yet"
            description="Open a tip page, go to checkout and pay with a test card."
          />
        ) : (
          <CursorPagination
            newest={listState.payments && listUrl({ ...listState, payments: undefined })}
            older={next ? listUrl({ ...listState, payments: next }) : undefined}
          >
            <ul className="-mt-px">
              {payments.map((payment) => (
                <li key={payment.id}>
                  <PaymentRow payment={payment} onChange={onChange} />
                </li>
              ))}
            </ul>
          </CursorPagination>
        )
      }
    </QueryState>
  )
}
