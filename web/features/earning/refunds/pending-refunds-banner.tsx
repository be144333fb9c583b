import { Undo2 } from 'lucide-react'
import type { listRefundRequests } from '../../../../contract/refunds.ts'
import type { ResponseOf } from '../../../api/types.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Deadline } from '../../../ui/deadline.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { IconTile } from '../../../ui/icon-tile.tsx'

type Requests = ResponseOf<typeof listRefundRequests>

/** How many refund requests wait, and how long the oldest one may. */
export function PendingRefundsBanner({ data, id }: { data: Requests; id: number }) {
  const { pendingCount, pendingAmount, currency } = data
  const oldest = data.requests.find((request) => request.id === id)
  const title = pendingCount === 1 && oldest ? ` for ${oldest.title}` : ''
  return (
    <Card padding="none" className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5 sm:px-[22px]">
      <IconTile tone="warn" size="sm" className="max-sm:hidden">
        <Undo2 aria-hidden />
      </IconTile>
      <div className="min-w-0 grow basis-56">
        <h2 className="wrap-anywhere font-body font-semibold text-base tracking-normal">
          {`${countSentence(pendingCount)}: ${formatMoney(Number(pendingAmount), currency)}${title}`}
        </h2>
        {oldest?.creatorDeadlineAt && (
          <p className="text-ink-soft text-sm">
            Answer <Deadline iso={oldest.creatorDeadlineAt} />. After that we’ll return it.
          </p>
        )}
      </div>
      <LinkButton variant="secondary" size="sm" href={`/refunds/${id}`}>
        Answer<span className="sr-only"> the refund request</span>
      </LinkButton>
    </Card>
  )
}

function countSentence(count: number): string {
  return count === 1 ? '1 refund request is waiting' : `${count} refund requests are waiting`
}
