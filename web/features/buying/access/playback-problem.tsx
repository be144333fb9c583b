import { Button } from '../../../ui/button.tsx'
import type { FileProblem } from './file-problem.ts'

const texts: Record<FileProblem, string> = {
  ended: 'Your access to this has ended. Reload the page to see why.',
  removed: 'This was taken off the page. Reload to see what is here now.',
  offline: 'We can’t load this. Check your connection.',
  busy: 'We can’t load this right now. Try again in a moment.',
}

/** Why the player stopped, and what to do. Trying again helps only where the file is still there. */
export function PlaybackProblem({ problem, onRetry }: { problem: FileProblem; onRetry: () => void }) {
  const isGone = problem === 'ended' || problem === 'removed'
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-sm bg-warn-soft px-3.5 py-2.5 text-warn">
      {texts[problem]}
      <Button variant="secondary" size="sm" onClick={isGone ? () => location.reload() : onRetry}>
        {isGone ? 'Reload' : 'Try Again'}
      </Button>
    </p>
  )
}
