import { Undo2 } from 'lucide-react'
import { listRefundRequests } from '../../../../contract/refunds.ts'
import { useApiQuery } from '../../../api/query.ts'
import { formatMoney } from '../../../ui/format.ts'
import { LocalTime } from '../../../ui/local-time.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

export function PendingRefundsBanner() {
  const { data } = useApiQuery(listRefundRequests)
  if (!data?.oldestPendingId) return null
  const deadline = data.requests.find(({ id }) => id === data.oldestPendingId)?.creatorDeadlineAt
  return (
    <p className="flex flex-wrap items-center gap-x-3 rounded-md bg-warn-soft px-4 py-1.5">
      <Undo2 aria-hidden className="size-5 text-warn" />
      <TextLink
        href={`/refunds/${data.oldestPendingId}`}
        tone="warn"
        className="inline-flex min-h-11 items-center font-semibold"
      >
        {`${countSentence(data.pendingCount)}: ${formatMoney(Number(data.pendingAmount), data.currency)}`}
      </TextLink>
      {deadline && (
        <span className="text-warn">
          Answer by <LocalTime iso={deadline} />
        </span>
      )}
    </p>
  )
}

function countSentence(count: number): string {
  return count === 1 ? '1 refund request is waiting' : `${count} refund requests are waiting`
}
