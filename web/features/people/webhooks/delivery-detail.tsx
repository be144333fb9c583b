import { ChevronLeft, Copy, RefreshCw } from 'lucide-react'
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  resendWebhookDelivery,
  type WebhookDeliveryDetail,
} from '../../../../contract/webhook-deliveries.ts'
import { listWebhookEndpoints } from '../../../../contract/webhook-endpoints.ts'
import { testEventType } from '../../../../contract/webhook-events.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Button } from '../../../ui/button.tsx'
import { copyToClipboard } from '../../../ui/copy-to-clipboard.ts'
import { LocalTime } from '../../../ui/local-time.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { Dot, statusText } from './delivery-outcome.tsx'
import { seconds } from './test-result.tsx'

const pollIntervalMs = 10_000

/** One delivery: its tries, what was sent, and the last answer. */
export function DeliveryDetail({ id, onBack }: { id: number; onBack: () => void }) {
  const query = useApiQuery(getWebhookDelivery, { params: { id }, pollIntervalMs })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5">
      <Button variant="tertiary" size="sm" className="-ml-3 justify-self-start md:hidden" onClick={onBack}>
        <ChevronLeft aria-hidden className="size-4" />
        All deliveries
      </Button>
      <QueryState
        query={query}
        subject="This delivery"
        skeleton={<SkeletonBlocks label="Loading the delivery" sizes={['h-12', 'h-48']} />}
      >
        {(delivery) => <Detail delivery={delivery} />}
      </QueryState>
    </div>
  )
}

function Detail({ delivery }: { delivery: WebhookDeliveryDetail }) {
  const { id, type, eventId, payload, answer, status } = delivery
  const invalidate = useInvalidateQueries()
  const resend = useApiMutation(resendWebhookDelivery, {
    async onSuccess() {
      toast({ title: 'Sent again', tone: 'success' })
      await invalidate(getWebhookDelivery, listWebhookDeliveries, listWebhookEndpoints)
    },
    onError: (error) => showErrorToast(error, 'Couldn’t send it again'),
  })
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="wrap-anywhere font-mono font-semibold text-base">{type}</h3>
          <p className="wrap-anywhere text-ink-faint text-sm">{eventId}</p>
        </div>
        {type !== testEventType && (
          <Button isLoading={resend.isPending} onClick={() => resend.mutate({ params: { id } })}>
            <RefreshCw aria-hidden className="size-4" />
            Resend
          </Button>
        )}
      </div>
      <Tries delivery={delivery} />
      <Block
        title="Payload"
        text={payload === null ? null : indented(payload)}
        empty="Nothing was sent yet."
      />
      <Block
        title={status === null ? 'Answer' : `Answer ${status}, first 2 KB`}
        text={answer || null}
        empty={status === null ? 'No answer yet.' : 'It was empty.'}
      />
    </>
  )
}

function Tries({ delivery: { tries, nextTry, nextTryAt, maxTries } }: { delivery: WebhookDeliveryDetail }) {
  return (
    <ol aria-label="Tries" className="m-0 grid list-none gap-1.5 p-0 text-sm">
      {tries.map(({ at, status, durationMs, problem }) => (
        <li key={at} className="flex flex-wrap items-center gap-x-2">
          <Dot tone={problem === '' ? 'good' : 'bad'} />
          <LocalTime iso={at} />
          <span className="font-semibold">{statusText(status)}</span>
          <span className="text-ink-faint">in {seconds(durationMs)}</span>
          {problem !== '' && <span className="basis-full pl-[18px] text-ink-soft">{problem}</span>}
        </li>
      ))}
      {nextTry !== null && nextTryAt && (
        <li className="flex flex-wrap items-center gap-x-2">
          <Dot tone="off" />
          <LocalTime iso={nextTryAt} />
          <span className="text-ink-soft">
            Next, try {nextTry} of {maxTries}
          </span>
        </li>
      )}
    </ol>
  )
}

function Block({ title, text, empty }: { title: string; text: string | null; empty: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex min-h-11 items-center justify-between">
        <h4 className="font-semibold text-sm">{title}</h4>
        {text !== null && (
          <Button variant="smallIcon" onClick={() => void copy(text)}>
            <Copy aria-hidden />
            <span className="sr-only">Copy {title.toLowerCase()}</span>
          </Button>
        )}
      </div>
      {text === null ? (
        <p className="text-ink-soft text-sm">{empty}</p>
      ) : (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard.
          tabIndex={0}
          aria-label={title}
          className="max-h-96 overflow-auto rounded-md bg-sunken"
        >
          <pre className="m-0 w-max min-w-full p-3.5 font-mono text-sm">{text}</pre>
        </section>
      )}
    </div>
  )
}

async function copy(text: string): Promise<void> {
  if (await copyToClipboard(text)) toast({ title: 'Copied', tone: 'success' })
  else toast({ title: 'Couldn’t copy', description: 'Select the text and copy it.', tone: 'destructive' })
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2)
}
