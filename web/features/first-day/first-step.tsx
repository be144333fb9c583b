import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { Link } from 'wouter'
import { buttonVariants } from '../../ui/button-variants.ts'
import type { Step } from './steps.ts'

type FirstStepProps = Step & {
  number: number
  state: 'done' | 'current' | 'upcoming'
  historyState: unknown
}

const circleClasses = {
  done: 'border-brand bg-brand text-on-brand',
  current: 'border-brand bg-surface text-brand',
  upcoming: 'border-line-strong text-ink-soft',
}
const buttonVariant = { done: 'tertiary', current: 'primary', upcoming: 'secondary' } as const

/** A step of the checklist. Only the current one has a filled button. */
export function FirstStep({ number, state, title, text, action, historyState }: FirstStepProps) {
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className={clsx(
        'grid grid-cols-[32px_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-line border-t px-4 py-4 sm:grid-cols-[32px_minmax(0,1fr)_auto] sm:px-[26px]',
        state === 'current' && 'bg-brand-soft',
      )}
    >
      <span
        className={clsx(
          'grid size-8 place-items-center rounded-full border-[1.5px] font-semibold',
          circleClasses[state],
        )}
      >
        {state === 'done' ? <Check aria-hidden className="size-4" /> : number}
      </span>
      <div className="min-w-0">
        <h3
          className={clsx(
            'font-body text-base tracking-normal',
            state === 'done' ? 'font-medium text-ink-soft' : 'font-semibold',
          )}
        >
          {title}
          {state === 'done' && <span className="sr-only"> (done)</span>}
        </h3>
        <p className="wrap-anywhere text-ink-soft text-sm">{text}</p>
      </div>
      {action && (
        <Link
          href={action.href}
          state={historyState}
          className={clsx(
            buttonVariants({ variant: buttonVariant[state] }),
            'max-sm:col-start-2 max-sm:justify-self-start',
          )}
        >
          {action.label}
        </Link>
      )}
    </li>
  )
}
