import { clsx } from 'clsx'
import { Check, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { listContentPage } from '../../../../contract/content-editing.ts'
import { site } from '../../../../contract/site.ts'
import { useApiQuery, useCurrentUser } from '../../../api/query.ts'
import { publishedState } from '../../../shared/published-state.ts'
import { readStored, writeStored } from '../../../ui/browser-storage.ts'
import { buttonVariants } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { PagePreview } from './page-preview.tsx'
import { currentStep, firstSteps, type Step } from './steps.ts'

/** The checklist until the first sale, with its progress, beside the creator's page as fans will see it. */
export function FirstSteps() {
  const viewer = useCurrentUser().data
  const items = useApiQuery(listContentPage, { query: {} }).data?.items
  if (!viewer || !items) return null
  const steps = firstSteps({
    hasName: viewer.firstName !== null,
    hasPhoto: viewer.photoUrl !== null,
    payoutEnabled: viewer.payoutEnabled,
    items,
  })
  if (steps.every(({ isDone }) => isDone)) return <AllStepsDone creatorId={viewer.id} />
  const current = currentStep(steps)
  const doneCount = steps.filter(({ isDone }) => isDone).length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-stretch gap-[18px] lg:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)]">
      <Card padding="none" className="overflow-clip">
        <section aria-labelledby="first-steps">
          <div className="grid gap-3 px-4 py-5 sm:px-[22px]">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <h2 id="first-steps" className="text-xl">
                {`${site().isSolo ? 'Three' : 'Four'} steps to your first sale`}
              </h2>
              <span className="text-ink-faint text-sm">{`${doneCount} of ${steps.length} done`}</span>
            </div>
            <progress
              aria-labelledby="first-steps"
              max={steps.length}
              value={doneCount}
              className="bar-progress"
            />
          </div>
          <ol>
            {steps.map((step, index) => (
              <FirstStep
                key={step.title}
                {...step}
                number={index + 1}
                state={step.isDone ? 'done' : step === current ? 'current' : 'upcoming'}
                historyState={step.shareId === undefined ? undefined : publishedState(step.shareId)}
              />
            ))}
          </ol>
        </section>
      </Card>
      <PagePreview viewer={viewer} items={items} />
    </div>
  )
}

/** Says once in each browser that the checklist is done. The server does not know whether it was said. */
function AllStepsDone({ creatorId }: { creatorId: number }) {
  const [isShown, setIsShown] = useState(false)
  // Reads and writes the browser's storage.
  useEffect(() => {
    const key = `first-steps-done-${creatorId}`
    if (readStored('localStorage', key)) return
    writeStored('localStorage', key, 'yes')
    setIsShown(true)
  }, [creatorId])
  if (!isShown) return null
  return (
    <Card role="status" className="flex items-center gap-4">
      <span className="grid size-8 flex-none place-items-center rounded-full bg-brand text-on-brand">
        <Check aria-hidden className="size-4" />
      </span>
      <div className="min-w-0">
        <h2 className="font-body font-semibold text-base tracking-normal">{`All ${site().isSolo ? 'three' : 'four'} steps are done`}</h2>
        <p className="text-ink-soft text-sm">
          Your page is ready for its first sale. Share your link where your fans are.
        </p>
      </div>
    </Card>
  )
}

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
function FirstStep({ number, state, title, text, action, historyState }: FirstStepProps) {
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className={clsx(
        'grid grid-cols-[32px_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-line border-t px-4 py-4 sm:min-h-[78px] sm:grid-cols-[32px_minmax(0,1fr)_auto] sm:px-[22px]',
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
          {action.href === '/upload' && <Plus aria-hidden />}
          {action.label}
        </Link>
      )}
    </li>
  )
}
