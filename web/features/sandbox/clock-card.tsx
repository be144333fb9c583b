import { CalendarClock } from 'lucide-react'
import { getSandboxClock, moveSandboxClock } from '../../../contract/sandbox-desk.ts'
import { useRead } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tile } from '../../ui/tile.tsx'
import { useAct } from './use-act.ts'
import { formatMoment } from './words.ts'

const steps = [1, 7, 31]

/** The clock that subscriptions live by, and the buttons that move it on. */
export function ClockCard({ changed }: { changed: () => void }) {
  const clock = useRead(getSandboxClock)
  const move = useAct(moveSandboxClock, {
    said: 'The clock has moved',
    changed: () => {
      void clock.refetch()
      changed()
    },
  })
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-4 sm:p-5">
      <div className="flex min-w-0 items-center gap-4">
        <Tile>
          <CalendarClock aria-hidden />
        </Tile>
        <div className="min-w-0">
          <h2 className="text-lg">Clock of subscriptions</h2>
          {clock.data && (
            <p className="text-ink-soft">
              {formatMoment(clock.data.now)} UTC
              {clock.data.daysAhead > 0 && ` · ${ahead(clock.data.daysAhead)} ahead`}
            </p>
          )}
          {clock.isPending && <Skeleton className="mt-2 w-48" />}
          {clock.isError && <p className="text-danger">{clock.error.sentence}</p>}
        </div>
      </div>
      <div className="grid grid-cols-3 gap-2 max-sm:w-full">
        {steps.map((days) => (
          <Button
            key={days}
            variant="ghost"
            className="px-2 sm:px-4"
            busy={move.isPending && move.variables.body.days === days}
            aria-label={`Move the clock on by ${ahead(days)}`}
            onClick={() => move.isPending || move.mutate({ body: { days } })}
          >
            {`+ ${ahead(days)}`}
          </Button>
        ))}
      </div>
    </Card>
  )
}

function ahead(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
