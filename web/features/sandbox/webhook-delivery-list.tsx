import { Send } from 'lucide-react'
import type { listSandboxWebhookDeliveries } from '../../../contract/sandbox-admin.ts'
import type { ResponseOf } from '../../api/types.ts'
import { type QueryLike, QueryState } from '../../shared/query-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonList } from '../../ui/skeleton-rows.tsx'
import { listUrl, type SandboxListState } from './list-state.ts'
import { CursorPagination } from './paged-list.tsx'
import { WebhookDeliveryRow } from './webhook-delivery-row.tsx'

type WebhookDeliveryListProps = {
  query: QueryLike<ResponseOf<typeof listSandboxWebhookDeliveries>>
  listState: SandboxListState
  onChange: () => void
}

/** The webhook deliveries, newest first, fifty per page. */
export function WebhookDeliveryList({ query, listState, onChange }: WebhookDeliveryListProps) {
  return (
    <QueryState query={query} subject="Webhooks" skeleton={<SkeletonList label="Loading webhooks" />}>
      {({ deliveries, next }) =>
        deliveries.length === 0 ? (
          <EmptyState
            icon={<Send aria-hidden />}
            title="No webhooks yet"
            description="Every change to a payment sends one."
          />
        ) : (
          <CursorPagination
            newest={listState.webhooks && listUrl({ ...listState, webhooks: undefined })}
            older={next ? listUrl({ ...listState, webhooks: next }) : undefined}
          >
            <ul className="-mt-px">
              {deliveries.map((delivery) => (
                <li key={delivery.id}>
                  <WebhookDeliveryRow delivery={delivery} onChange={onChange} />
                </li>
              ))}
            </ul>
          </CursorPagination>
        )
      }
    </QueryState>
  )
}
