import { Send } from 'lucide-react'
import type { getSandboxDeliveries } from '../../../contract/sandbox-desk.ts'
import type { ReplyOf } from '../../api/types.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { WaitingEntries } from '../../ui/waiting-rows.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { PagedList } from './paged-list.tsx'
import type { Read } from './payment-list.tsx'
import { addressOf, type Place } from './place.ts'

type DeliveryListProps = {
  read: Read<ReplyOf<typeof getSandboxDeliveries>>
  place: Place
  changed: () => void
}

/** The webhooks with what came of each, newest first, fifty at a time. */
export function DeliveryList({ read: { data, error, refetch }, place, changed }: DeliveryListProps) {
  if (!data && error)
    return <ErrorState title="The webhooks did not load" text={error.sentence} retry={refetch} />
  if (!data) return <WaitingEntries label="Loading the webhooks" />
  if (data.deliveries.length === 0)
    return (
      <EmptyState
        icon={<Send aria-hidden />}
        title="No webhooks yet"
        text="Each change of a payment is told by one."
      />
    )
  return (
    <PagedList
      newest={place.webhooks && addressOf({ ...place, webhooks: undefined })}
      older={data.next ? addressOf({ ...place, webhooks: data.next }) : undefined}
    >
      <ul className="-mt-px">
        {data.deliveries.map((delivery) => (
          <li key={delivery.id}>
            <DeliveryRow delivery={delivery} changed={changed} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}
