import { CircleAlert } from 'lucide-react'
import type { WebhookEndpoint } from '../../../../contract/webhook-endpoints.ts'
import { Button } from '../../../ui/button.tsx'
import { pluralize } from '../../../ui/format.ts'
import { LocalTime } from '../../../ui/local-time.tsx'

type TurnedOffNoticeProps = {
  endpoint: WebhookEndpoint
  turnedOff: NonNullable<WebhookEndpoint['turnedOff']>
  isPending: boolean
  /** With the time from which on failed events are sent again. */
  onTurnOn: (since: string | undefined) => void
}

/** Since when and why an endpoint is off, and what to press. */
export function TurnedOffNotice({ endpoint, turnedOff, isPending, onTurnOn }: TurnedOffNoticeProps) {
  const { at, reason, failed, keptUntil } = turnedOff
  const events = pluralize(failed, 'event')
  return (
    <div className="grid gap-3 rounded-md bg-danger-soft p-4">
      <div className="flex gap-2.5">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
        <div className="wrap-anywhere grid min-w-0 gap-1">
          <p className="font-semibold">
            {reason === 'creator' ? 'You' : 'We'} turned this endpoint off on{' '}
            <LocalTime iso={at} format="date" />
          </p>
          <p className="text-ink-soft">
            {reason === 'gone' && 'It answered 410, so we turned it off. '}
            {reason === 'failing' && `For five days nothing we sent to ${endpoint.url} arrived. `}
            {failed > 0 && keptUntil && (
              <>
                {events} didn’t arrive, and {failed === 1 ? 'is' : 'are'} kept until{' '}
                <LocalTime iso={keptUntil} format="date" />.
              </>
            )}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {failed > 0 && (
          <Button isLoading={isPending} onClick={() => onTurnOn(new Date(0).toISOString())}>
            Turn on and resend {events}
          </Button>
        )}
        <Button
          variant={failed > 0 ? 'secondary' : 'primary'}
          isLoading={isPending}
          onClick={() => onTurnOn(undefined)}
        >
          Turn on
        </Button>
      </div>
    </div>
  )
}
