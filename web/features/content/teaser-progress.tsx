import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, Clock, RotateCw } from 'lucide-react'
import { buildUrl } from '../../../contract/route.ts'
import { getTeaserState, retryTeaser } from '../../api/calls.ts'
import { queryKeyFor } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useTeaserState } from './use-teaser-state.ts'

type TeaserProgressProps = { id: number; className?: string }

/** How far the free preview of the saved item is, updated while it is made. Nothing without a preview. */
export function TeaserProgress({ id, className }: TeaserProgressProps) {
  const { data } = useTeaserState(id)
  const cache = useQueryClient()
  const retry = useApiMutation(retryTeaser, {
    onSuccess: (state) =>
      cache.setQueryData(queryKeyFor(buildUrl(getTeaserState, { params: { id } })), state),
  })
  if (!data || data.teaserStatus === 'none') return null
  const { teaserStatus, teaserError } = data
  const hasFailed = teaserStatus === 'failed'
  return (
    <div
      role="status"
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md px-4 py-3',
        hasFailed ? 'bg-warn-soft text-warn' : 'bg-surface text-ink-soft',
        className,
      )}
    >
      {!hasFailed && icons[teaserStatus]}
      <p className="min-w-0 flex-1">{hasFailed ? teaserError : messages[teaserStatus]}</p>
      {hasFailed && (
        <Button
          variant="secondary"
          size="sm"
          isLoading={retry.isPending}
          onClick={() => retry.mutate({ params: { id } })}
        >
          <RotateCw aria-hidden />
          Try Again
        </Button>
      )}
      {retry.error && <p className="w-full">{retry.error.userMessage}</p>}
    </div>
  )
}

const icons = {
  pending: <Clock aria-hidden className="size-5 shrink-0" />,
  making: <Spinner />,
  ready: <CircleCheck aria-hidden className="size-5 shrink-0 text-brand" />,
}

const messages = {
  pending: 'Your free preview is next in line. You can leave this page.',
  making: 'Making your free preview…',
  ready: 'Your free preview is on your tip page.',
}
