import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { Fragment } from 'react'
import { stepLabels } from './current-step.ts'

/** The three steps with the current one marked. */
export function StepIndicator({ current }: { current: 0 | 1 | 2 }) {
  return (
    // Container queries in rem follow the page's text size; media queries do not.
    <div className="@container">
      <ol
        aria-label="Steps"
        className="mx-auto flex w-full max-w-[35rem] items-center gap-2 @max-[20rem]:flex-col @max-[20rem]:items-start sm:gap-3"
      >
        {stepLabels.map((name, index) => (
          <Fragment key={name}>
            {index > 0 && (
              <li aria-hidden className="h-[1.5px] min-w-2 flex-1 bg-line-strong @max-[20rem]:hidden" />
            )}
            <Step
              name={name}
              number={index + 1}
              state={index < current ? 'done' : index === current ? 'current' : 'upcoming'}
            />
          </Fragment>
        ))}
      </ol>
    </div>
  )
}

const dotClasses = {
  done: 'border-brand bg-brand-soft text-brand',
  current: 'border-brand bg-brand text-on-brand',
  upcoming: 'border-line-strong',
}

function Step({ name, number, state }: { name: string; number: number; state: keyof typeof dotClasses }) {
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className={clsx(
        'flex items-center gap-2 font-semibold sm:gap-2.5',
        state === 'upcoming' ? 'text-ink-faint' : 'text-ink',
      )}
    >
      <span
        className={clsx(
          'moves grid size-7 flex-none place-items-center rounded-full border-[1.5px] text-sm',
          dotClasses[state],
        )}
      >
        {state === 'done' ? <Check aria-hidden className="size-4" /> : number}
      </span>
      {name}
      {state === 'done' && <span className="sr-only"> (done)</span>}
    </li>
  )
}
