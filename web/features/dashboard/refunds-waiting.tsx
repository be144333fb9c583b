import { Undo2 } from 'lucide-react'
import { listRefundRequests } from '../../api/calls.ts'
import { useRead } from '../../api/hooks.ts'
import { TextLink } from '../../ui/text-link.tsx'

/** One line when buyers wait for a decision; nothing otherwise. */
export function RefundsWaiting() {
  const { data } = useRead(listRefundRequests)
  if (!data?.oldest) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 rounded-md bg-warn-soft px-4 py-1.5">
      <Undo2 aria-hidden className="size-5 text-warn" />
      <TextLink
        href={`/refunds/${data.oldest}`}
        className="inline-flex min-h-11 items-center font-semibold text-warn"
      >
        {data.waiting === 1 ? '1 refund request is waiting' : `${data.waiting} refund requests are waiting`}
      </TextLink>
    </p>
  )
}
