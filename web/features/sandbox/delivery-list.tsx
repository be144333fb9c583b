import { Send } from 'lucide-react'
import type { getSandboxDeliveries } from '../../../contract/sandbox-desk.ts'
import type { ReplyOf } from '../../api/types.ts'
import { type Read, WhenLoaded } from '../../api/when-loaded.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { WaitingEntries } from '../../ui/waiting-rows.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { PagedList } from './paged-list.tsx'
import { addressOf, type Place } from './place.ts'

type DeliveryListProps = {
  read: Read<ReplyOf<typeof getSandboxDeliveries>>
  place: Place
  changed: () => void
}

/** The webhooks with what came of each, newest first, fifty at a time. */
export function DeliveryList({ read, place, changed }: DeliveryListProps) {
  return (
    <WhenLoaded read={read} what="The webhooks" waiting={<WaitingEntries label="Loading the webhooks" />}>
      {({ deliveries, next }) =>
        deliveries.length === 0 ? (
          <EmptyState
            icon={<Send aria-hidden />}
            title="No webhooks yet"
            text="Each change of a payment is told by one."
          />
        ) : (
          <PagedList
            newest={place.webhooks && addressOf({ ...place, webhooks: undefined })}
            older={next ? addressOf({ ...place, webhooks: next }) : undefined}
          >
            <ul className="-mt-px">
              {deliveries.map((delivery) => (
                <li key={delivery.id}>
                  <DeliveryRow delivery={delivery} changed={changed} />
                </li>
              ))}
            </ul>
          </PagedList>
        )
      }
    </WhenLoaded>
  )
}
