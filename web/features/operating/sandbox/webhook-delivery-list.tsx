import { RotateCw, Send } from 'lucide-react'
import {
  type listSandboxWebhookDeliveries,
  resendSandboxDelivery,
  type SandboxWebhookDelivery,
} from '../../../../contract/sandbox.ts'
import type { ResponseOf } from '../../../api/types.ts'
import type { QueryLike } from '../../../shared/query-state.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { pluralize } from '../../../ui/format.ts'
import { deliveryBadge, formatTimestamp } from './labels.ts'
import { PagedList } from './paged-list.tsx'
import { SandboxButton } from './sandbox-action.tsx'

type WebhookDeliveryListProps = { query: QueryLike<ResponseOf<typeof listSandboxWebhookDeliveries>> }

export function WebhookDeliveryList({ query }: WebhookDeliveryListProps) {
  return (
    <PagedList
      query={query}
      subject="Webhooks"
      cursorName="webhooks"
      rowsOf={({ deliveries }) => deliveries}
      empty={{
        icon: <Send aria-hidden />,
        title: 'No webhooks yet',
        description: 'Every change to a payment sends one.',
      }}
    >
      {(delivery) => <WebhookDeliveryRow delivery={delivery} />}
    </PagedList>
  )
}

function WebhookDeliveryRow({ delivery }: { delivery: SandboxWebhookDelivery }) {
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
        <span className="text-ink-soft text-sm">{pluralize(attempts, 'attempt')}</span>
        <Badge tone={tone}>{text}</Badge>
      </div>
      <SandboxButton
        route={resendSandboxDelivery}
        input={{ params: { id } }}
        successMessage="Webhook sent"
        variant="icon"
        title="Resend"
        aria-label={`Resend ${type} for ${objectId}`}
      >
        <RotateCw aria-hidden />
      </SandboxButton>
    </div>
  )
}
