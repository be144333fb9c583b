import { useEffect, useRef, useState } from 'react'
import type { OwnContent } from '../../../contract/content.ts'
import { getInstance } from '../../../contract/system.ts'
import { useRead } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ContentRow } from './content-row.tsx'

const step = 50

/** The rows, fifty at a time: a thousand items stay quick. Give it a new key when the order changes. */
export function Rows({
  items,
  onDelete,
}: {
  items: Array<OwnContent>
  onDelete: (item: OwnContent) => void
}) {
  const [count, setCount] = useState(step)
  const first = useFocusOn(count)
  const publicUrl = useRead(getInstance).data?.publicUrl ?? ''
  const rest = items.length - count

  return (
    <>
      <ul>
        {items.slice(0, count).map((item, index) => (
          <li key={item.id} tabIndex={-1} ref={index === count - step ? first : undefined}>
            <ContentRow item={item} publicUrl={publicUrl} onDelete={onDelete} />
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <div className="grid justify-items-center border-line border-t p-4">
          <Button variant="ghost" onClick={() => setCount(count + step)}>
            {`Show ${Math.min(step, rest)} more`}
          </Button>
        </div>
      )}
    </>
  )
}

/** After more rows were asked for, the first of them has the focus; the button may be gone. */
function useFocusOn(count: number) {
  const first = useRef<HTMLLIElement>(null)
  // Speaks to the document's focus.
  useEffect(() => {
    if (count > step) first.current?.focus({ preventScroll: true })
  }, [count])
  return first
}

/** The shape of the rows while they are on their way. */
export function WaitingRows() {
  return (
    <div role="status">
      <span className="sr-only">Loading your content</span>
      {['first', 'second', 'third'].map((name) => (
        <div key={name} className="flex items-center gap-3.5 border-line border-t px-4 py-3 sm:px-5">
          <Skeleton className="size-[52px] rounded-[12px]" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="w-3/5" />
            <Skeleton className="w-2/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
