import { ChevronRight } from 'lucide-react'
import { listWebhookEndpoints, type WebhookEndpoint } from '../../../../contract/webhook-endpoints.ts'
import { useApiQuery } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { EndpointBadge } from './endpoint-badge.tsx'
import { describeEvents } from './event-groups.ts'

/** The creator's webhook endpoints, oldest first. */
export function WebhookList() {
  const query = useApiQuery(listWebhookEndpoints)
  return (
    <QueryState
      query={query}
      subject="Your webhooks"
      skeleton={<SkeletonBlocks label="Loading your webhooks" sizes={['h-16']} />}
    >
      {(endpoints) =>
        endpoints.length > 0 ? (
          <ul className="m-0 grid list-none p-0">
            {endpoints.map((endpoint) => (
              <WebhookRow key={endpoint.id} endpoint={endpoint} />
            ))}
          </ul>
        ) : (
          <p className="text-ink-soft">No endpoints yet.</p>
        )
      }
    </QueryState>
  )
}

function WebhookRow({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, url, state } = endpoint
  return (
    <li className="border-line border-t first:border-t-0">
      <TextLink
        unstyled
        href={`/settings/developers/webhooks/${id}`}
        className="moves -mx-3 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 rounded-md px-3 py-3.5 hover:bg-sunken sm:grid-cols-[minmax(0,1fr)_auto_11rem_auto]"
      >
        <span className="grid min-w-0 gap-0.5">
          <span className="wrap-anywhere line-clamp-2 font-semibold">{url}</span>
          <span className="text-ink-soft text-sm">{describeEvents(endpoint)}</span>
        </span>
        <EndpointBadge state={state} />
        <span className="text-ink-soft text-sm max-sm:col-start-1">
          <EndpointNews endpoint={endpoint} />
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-soft max-sm:hidden" />
      </TextLink>
    </li>
  )
}

/** What an endpoint did last, or what it waits for. */
export function EndpointNews({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { isNew, turnedOff, failingSince, waiting, nextTryAt, lastSuccess } = endpoint
  if (isNew) return <>No events yet. Send a test.</>
  if (turnedOff)
    return (
      <>
        Since <LocalTime iso={turnedOff.at} format="date" />
      </>
    )
  if (failingSince && nextTryAt)
    return (
      <>
        {waiting.toLocaleString('en')} waiting, next at <LocalTime iso={nextTryAt} />
      </>
    )
  if (failingSince)
    return (
      <>
        No success since <LocalTime iso={failingSince} />
      </>
    )
  return lastSuccess ? (
    <>
      <span className="wrap-anywhere">{lastSuccess.type}</span>, <RelativeTime iso={lastSuccess.at} />
    </>
  ) : null
}
