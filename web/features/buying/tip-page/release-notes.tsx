import { CalendarDays, Mail, ShieldCheck, Undo } from 'lucide-react'
import type { Release } from '../../../../contract/releases.ts'
import { formatCount } from '../../../ui/format.ts'

/** On the cover of an item that is sold before its day; at its top where a player is at its bottom. */
export function ReleaseBadge({ full, isAtTop }: Pick<Release, 'full'> & { isAtTop: boolean }) {
  return (
    <p
      className={`cover-day pointer-events-none absolute left-3 flex max-w-[calc(100%-1.5rem)] items-center gap-2 rounded-[20px] px-3.5 py-2 font-semibold text-sm sm:left-4 ${isAtTop ? 'top-3 sm:top-4' : 'bottom-3 sm:bottom-4'}`}
    >
      <CalendarDays aria-hidden className="size-4 shrink-0" />
      <span>Out {full}</span>
    </p>
  )
}

/** What is left until the day, in minutes. It says what held when the page was made, once. */
export function Countdown({ countdown }: { countdown: NonNullable<Release['countdown']> }) {
  const parts = (['days', 'hours', 'minutes'] as const).map((name) => ({
    unit: countdown[name] === 1 ? name.slice(0, -1) : name,
    value: countdown[name],
  }))
  return (
    <div role="timer" aria-label={parts.map(({ unit, value }) => `${value} ${unit}`).join(', ')}>
      <ul aria-hidden className="flex flex-wrap gap-2.5">
        {parts.map(({ unit, value }, index) => (
          <li
            key={unit}
            className="grid justify-items-center rounded-md border border-line bg-surface px-4.5 py-2.5 text-ink-soft text-sm"
          >
            <b className="font-[650] font-display text-[1.6rem] text-ink leading-tight">
              {index === 0 ? formatCount(value) : String(value).padStart(2, '0')}
            </b>
            {unit}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What who pays before the day can count on. */
export function ReleasePromises({ refundDay }: Pick<Release, 'refundDay'>) {
  return (
    <ul className="grid gap-2 text-ink-soft text-sm *:flex *:items-start *:gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      <li>
        <Mail aria-hidden />
        We’ll email your link the minute it’s out.
      </li>
      <li>
        <Undo aria-hidden />
        {`Not out by ${refundDay}? We’ll refund you automatically.`}
      </li>
      <li>
        <ShieldCheck aria-hidden />
        Change your mind anytime before: full refund.
      </li>
    </ul>
  )
}
