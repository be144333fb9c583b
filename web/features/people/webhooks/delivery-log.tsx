import { clsx } from 'clsx'
import { useState } from 'react'
import {
  listWebhookDeliveries,
  type WebhookDelivery,
  type WebhookDeliveryFilter,
} from '../../../../contract/webhook-deliveries.ts'
import type { WebhookEndpoint } from '../../../../contract/webhook-endpoints.ts'
import { useApiQuery } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import { Dot, outcomeOf, untilText } from './delivery-outcome.tsx'
import { ResendSince } from './resend-since.tsx'

const pollIntervalMs = 10_000

/** Every event that was sent to an endpoint, what was sent and what came back. */
export function DeliveryLog({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [show, setShow] = useState<WebhookDeliveryFilter>('all')
  const [before, setBefore] = useState<Array<number>>([])
  const [selected, setSelected] = useState<number>()
  const query = useApiQuery(listWebhookDeliveries, {
    params: { id: endpoint.id },
    query: { show, before: before.at(-1) },
    keepPreviousData: true,
    pollIntervalMs,
  })
  return (
    <section aria-labelledby="deliveries-title">
      <Card padding="none">
        <div className="flex flex-wrap items-center justify-between gap-3 p-5 sm:px-7">
          <div>
            <h2 id="deliveries-title" className="text-xl">
              Deliveries
            </h2>
            <p className="text-ink-faint text-sm">Kept for 30 days</p>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <SegmentedControl
              label="Show"
              name="show"
              value={show}
              onChange={(value) => {
                setShow(value)
                setBefore([])
                setSelected(undefined)
              }}
              options={[
                { value: 'all', label: 'All' },
                { value: 'failed', label: 'Failed' },
              ]}
            />
            {!endpoint.turnedOff && <ResendSince endpoint={endpoint} />}
          </div>
        </div>
        <QueryState
          query={query}
          subject="The deliveries"
          skeleton={<SkeletonBlocks label="Loading the deliveries" sizes={['h-14', 'h-14', 'h-14']} />}
        >
          {({ deliveries, hasMore }) =>
            deliveries.length === 0 ? (
              <p className="border-line border-t p-5 text-ink-soft sm:px-7">
                {show === 'failed' ? 'Nothing has failed.' : 'No events yet. Send a test.'}
              </p>
            ) : (
              <div className="grid grid-cols-[minmax(0,1fr)] border-line border-t md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
                <div className={clsx('min-w-0', selected !== undefined && 'max-md:hidden')}>
                  <ul className="m-0 grid list-none p-0">
                    {deliveries.map((delivery) => (
                      <DeliveryRow
                        key={delivery.id}
                        delivery={delivery}
                        isSelected={delivery.id === selected}
                        onSelect={() => setSelected(delivery.id)}
                      />
                    ))}
                  </ul>
                  <div className="flex justify-between p-2">
                    {before.length > 0 ? (
                      <Button variant="tertiary" size="sm" onClick={() => setBefore(before.slice(0, -1))}>
                        Newer
                      </Button>
                    ) : (
                      <span />
                    )}
                    {hasMore && (
                      <Button
                        variant="tertiary"
                        size="sm"
                        onClick={() => setBefore([...before, deliveries.at(-1)?.id ?? 0])}
                      >
                        Older
                      </Button>
                    )}
                  </div>
                </div>
                <div
                  className={clsx(
                    'min-w-0 border-line md:border-l',
                    selected === undefined && 'max-md:hidden',
                  )}
                >
                  {selected === undefined ? (
                    <p className="p-5 text-ink-soft">
                      Choose an event to see what was sent and what came back.
                    </p>
                  ) : (
                    <DeliveryDetail id={selected} onBack={() => setSelected(undefined)} />
                  )}
                </div>
              </div>
            )
          }
        </QueryState>
      </Card>
    </section>
  )
}

type DeliveryRowProps = { delivery: WebhookDelivery; isSelected: boolean; onSelect: () => void }

function DeliveryRow({ delivery, isSelected, onSelect }: DeliveryRowProps) {
  const { type, about, createdAt, state, nextTryAt } = delivery
  const { tone, label } = outcomeOf(delivery)
  return (
    <li className="border-line border-b last:border-b-0">
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={onSelect}
        className={clsx(
          'moves grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 px-5 py-2.5 text-left hover:bg-sunken sm:px-7 md:pr-4',
          isSelected && 'bg-brand-soft',
        )}
      >
        <Dot tone={tone} />
        <span className="grid min-w-0">
          <span className="wrap-anywhere font-mono text-sm">{type}</span>
          <span className="wrap-anywhere text-ink-faint text-sm">{about}</span>
        </span>
        <span className="grid justify-items-end text-right text-sm">
          <span className="font-semibold">{label}</span>
          <span className="text-ink-faint">
            {state === 'waiting' && nextTryAt ? (
              untilText(nextTryAt, new Date())
            ) : (
              <RelativeTime iso={createdAt} />
            )}
          </span>
        </span>
      </button>
    </li>
  )
}
