import type { OwnContent } from '../../../contract/content.ts'
import { isSignedOut } from '../../api/api-error.ts'
import { getItemNumbers, listContent, setContentStatus } from '../../api/calls.ts'
import { useRead, useRefresh, useSend } from '../../api/hooks.ts'
import { signInAgain } from '../../api/signed-out.ts'
import { WhenLoaded } from '../../api/when-loaded.tsx'
import { Bars } from '../../ui/bars.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/date-text.ts'
import { HeldNote } from '../../ui/held-note.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { Funnel } from './funnel.tsx'
import { useSignedOut } from './use-signed-out.ts'

/** What an item brought, from the first look to the sale, and whether it is on sale. */
export function RowDetails({ item }: { item: OwnContent }) {
  const read = useRead(getItemNumbers, { params: { id: item.id } })
  useSignedOut(read.error)
  return (
    <section aria-label={`Numbers of ${item.title}`} className="grid gap-4 rounded-md bg-sunken p-4">
      <WhenLoaded read={read} what="These numbers" waiting={<Waiting />}>
        {(numbers) => (
          <div className="grid items-end gap-x-8 gap-y-4 md:grid-cols-2">
            <Funnel {...numbers} />
            <Bars
              title="Views, last 30 days"
              values={numbers.days.map(({ day, views }) => ({ name: formatDate(day), value: views }))}
            />
          </div>
        )}
      </WhenLoaded>
      {item.heldReason && <HeldNote reason={item.heldReason} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 text-ink-soft text-sm">
          <p>{whereItStands(item)}</p>
          {item.fileSha256 && <p className="wrap-anywhere text-ink-faint">SHA-256 {item.fileSha256}</p>}
        </div>
        {!item.heldReason && <StatusButton item={item} />}
      </div>
    </section>
  )
}

function whereItStands({ status, heldReason, unlockCount, createdAt }: OwnContent): string {
  if (heldReason) return `Made on ${formatDate(createdAt)}.`
  if (status === 'published') return `Made on ${formatDate(createdAt)}. On sale.`
  return unlockCount > 0 ? 'Off sale. Its buyers keep their access.' : 'Only you can see it.'
}

function StatusButton({ item: { id, title, status } }: { item: OwnContent }) {
  const refresh = useRefresh()
  const send = useSend(setContentStatus, {
    whenSignedOut: 'fail',
    done: async ({ status }) => {
      const text = status === 'draft' ? `${title} has no public page now` : `${title} can be bought again`
      toast({ title: status === 'draft' ? 'Taken off sale' : 'On sale', text, tone: 'success' })
      await refresh(listContent)
    },
    failed: (error) => {
      if (isSignedOut(error)) return signInAgain()
      toast({ title: 'Error', text: error.sentence, tone: 'destructive' })
    },
  })
  const next = status === 'draft' ? 'published' : 'draft'
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={send.isPending}
      onClick={() => send.mutate({ params: { id }, body: { status: next } })}
    >
      {status === 'draft' ? 'Publish' : 'Take off sale'}
    </Button>
  )
}

function Waiting() {
  return (
    <div role="status" className="grid gap-4 md:grid-cols-2">
      <span className="sr-only">Loading the numbers of this item</span>
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  )
}
