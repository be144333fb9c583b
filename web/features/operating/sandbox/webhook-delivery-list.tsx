import { RotateCw, Send } from 'lucide-react'
import {
  type listSandboxWebhookDeliveries,
  resendSandboxDelivery,
  type SandboxWebhookDelivery,
} from '../../../../contract/sandbox.ts'
import type { ResponseOf } from '../../../api/types.ts'
import { type QueryLike, QueryState } from '../../../shared/query-state.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SkeletonList } from '../../../ui/skeleton.tsx'
import { deliveryBadge, formatTimestamp, useSandboxAction } from './labels.ts'
import { CursorPagination, listUrl, type SandboxListState } from './paged-list.tsx'

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

/** A webhook delivery with its result and a button to send it again. */
function WebhookDeliveryRow({
  delivery,
  onChange,
}: {
  delivery: SandboxWebhookDelivery
  onChange: () => void
}) {
  const resend = useSandboxAction(resendSandboxDelivery, {
    successMessage: 'Webhook sent',
    onChange,
  })
  const { text, tone } = deliveryBadge(delivery)
  const { id, type, objectId, attempts, createdAt } = delivery
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-line border-t px-4 py-3 sm:px-5 md:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold">{type}</p>
        <p className="wrap-anywhere text-ink-faint text-sm">
          {objectId} · {formatTimestamp(createdAt)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 max-md:order-3 max-md:col-span-2">
        <span className="text-ink-soft text-sm">{attempts === 1 ? '1 attempt' : `${attempts} attempts`}</span>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <Button
        variant="icon"
        title="Resend"
        aria-label={`Resend ${type} for ${objectId}`}
        isLoading={resend.isPending}
        onClick={() => resend.mutate({ params: { id } })}
      >
        {!resend.isPending && <RotateCw aria-hidden />}
      </Button>
    </div>
  )
}
