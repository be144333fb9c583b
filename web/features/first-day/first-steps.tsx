import { listContentPage } from '../../../contract/content-list.ts'
import { getAccount } from '../../../contract/settings.ts'
import { useApiQuery, useCurrentUser } from '../../api/query-hooks.ts'
import { publishedState } from '../../shared/published-state.ts'
import { Card } from '../../ui/card.tsx'
import { FirstStep } from './first-step.tsx'
import { firstSteps } from './steps.ts'

/** The checklist until the first sale, with its progress. It replaces the stats, which would all be zero. */
export function FirstSteps() {
  const viewer = useCurrentUser().data
  const account = useApiQuery(getAccount).data
  const items = useApiQuery(listContentPage, { query: {} }).data?.items
  if (!viewer || !items) return null
  const steps = firstSteps({
    hasName: viewer.firstName !== null,
    hasPhoto: typeof account?.photoUrl === 'string',
    payoutEnabled: viewer.payoutEnabled,
    items,
  })
  const current = steps.findIndex(({ isDone }) => !isDone)
  const doneCount = steps.filter(({ isDone }) => isDone).length
  return (
    <Card elevated padding="none" className="overflow-clip">
      <section aria-labelledby="first-steps">
        <div className="grid gap-4 px-4 py-5 sm:px-[26px]">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6">
            <h2 id="first-steps" className="text-xl">
              Four steps to your first sale
            </h2>
            <span className="text-ink-soft">{`${doneCount} of ${steps.length} done`}</span>
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
              state={step.isDone ? 'done' : index === current ? 'current' : 'upcoming'}
              historyState={step.shareId === undefined ? undefined : publishedState(step.shareId)}
            />
          ))}
        </ol>
      </section>
    </Card>
  )
}
