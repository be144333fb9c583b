import { CalendarClock } from 'lucide-react'
import { advanceSandboxClock, getSandboxClock } from '../../../contract/sandbox-admin.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatTimestamp } from './sandbox-labels.ts'
import { useSandboxAction } from './use-sandbox-action.ts'

const dayOptions = [1, 7, 31]

/** The sandbox clock of subscriptions, with buttons to advance it. */
export function ClockCard({ onChange }: { onChange: () => void }) {
  const clock = useApiQuery(getSandboxClock)
  const advance = useSandboxAction(advanceSandboxClock, {
    successMessage: 'Clock moved',
    onChange: () => {
      void clock.refetch()
      onChange()
    },
  })
  return (
    <Card padding="none" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-4 sm:p-5">
      <div className="flex min-w-0 items-center gap-4">
        <IconTile>
          <CalendarClock aria-hidden />
        </IconTile>
        <div className="min-w-0">
          <h2 className="text-lg">Subscription clock</h2>
          {clock.data && (
            <p className="text-ink-soft">
              {formatTimestamp(clock.data.now)} UTC
              {clock.data.daysAhead > 0 && ` · ${formatDays(clock.data.daysAhead)} ahead`}
            </p>
          )}
          {clock.isPending && <Skeleton className="mt-2 w-48" />}
          {clock.isError && <p className="text-danger">{clock.error.userMessage}</p>}
        </div>
      </div>
      <div className="grid grid-cols-3 gap-2 max-sm:w-full">
        {dayOptions.map((days) => (
          <Button
            key={days}
            variant="secondary"
            padding="none"
            className="px-2 sm:px-4"
            isLoading={advance.isPending && advance.variables.body.days === days}
            aria-label={`Move the clock forward ${formatDays(days)}`}
            onClick={() => advance.isPending || advance.mutate({ body: { days } })}
          >
            {`+ ${formatDays(days)}`}
          </Button>
        ))}
      </div>
    </Card>
  )
}

function formatDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
