import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CircleCheck, Clock, RotateCw } from 'lucide-react'
import { buildUrl } from '../../../../contract/route.ts'
import { getTeaserState, retryTeaser, type TeaserState } from '../../../../contract/teasers.ts'
import { type ApiError, request } from '../../../api/client.ts'
import { queryKeyFor, useApiMutation } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

type TeaserProgressProps = {
  id: number
  /** What is behind the notice: the page, or a sunken panel. */
  background?: 'page' | 'sunken'
}

/** The state of the saved item's free preview, updated while it is made. Nothing without a preview. */
export function TeaserProgress({ id, background = 'page' }: TeaserProgressProps) {
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
      className={clsx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md px-4 py-3',
        hasFailed ? 'bg-warn-soft text-warn' : 'text-ink-soft',
        !hasFailed && (background === 'page' ? 'bg-sunken' : 'bg-surface'),
      )}
    >
      {hasFailed ? (
        <p className="min-w-[min(100%,15rem)] flex-1">{teaserError}</p>
      ) : (
        <p className="flex items-center gap-3">
          {icons[teaserStatus]}
          {messages[teaserStatus]}
        </p>
      )}
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

const pollingIntervalMs = 1_000

function useTeaserState(id: number): UseQueryResult<TeaserState, ApiError> {
  return useQuery<TeaserState, ApiError>({
    queryKey: queryKeyFor(buildUrl(getTeaserState, { params: { id } })),
    queryFn: ({ signal }) => request(getTeaserState, { params: { id }, signal }),
    // The server may have finished the sample since the last response.
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnfinished(state.data) ? pollingIntervalMs : false),
  })
}

function isUnfinished(state: TeaserState | undefined): boolean {
  return state?.teaserStatus === 'pending' || state?.teaserStatus === 'making'
}
