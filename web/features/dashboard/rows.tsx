import { useEffect, useRef, useState } from 'react'
import type { OwnContent } from '../../../contract/content.ts'
import { getInstance, listContentPage } from '../../api/calls.ts'
import { useRead } from '../../api/hooks.ts'
import type { ReplyOf } from '../../api/types.ts'
import { WhenLoaded } from '../../api/when-loaded.tsx'
import { Button } from '../../ui/button.tsx'
import { ContentRow } from './content-row.tsx'
import { type Filters, pageQuery } from './shelf.ts'
import { WaitingContent } from './waiting-content.tsx'

type Page = ReplyOf<typeof listContentPage>
type Shared = { filters: Filters; onDelete: (item: OwnContent) => void }

/** The rows, a page at a time: ten thousand items stay quick. Give it a new key when the order changes. */
export function Rows({ first, ...shared }: Shared & { first: Page }) {
  return <PageRows page={first} {...shared} />
}

function PageRows({ page, isMore = false, ...shared }: Shared & { page: Page; isMore?: boolean }) {
  const [wantsMore, setWantsMore] = useState(false)
  const start = useFocus(isMore)
  const publicUrl = useRead(getInstance).data?.publicUrl ?? ''
  return (
    <>
      <ul>
        {page.items.map((item, index) => (
          <li key={item.id} tabIndex={-1} ref={index === 0 ? start : undefined} className="outline-none">
            <ContentRow item={item} publicUrl={publicUrl} onDelete={shared.onDelete} />
          </li>
        ))}
      </ul>
      {page.next && !wantsMore && (
        <div className="grid justify-items-center border-line border-t p-4">
          <Button variant="ghost" onClick={() => setWantsMore(true)}>
            Show more
          </Button>
        </div>
      )}
      {page.next && wantsMore && <NextPage cursor={page.next} {...shared} />}
    </>
  )
}

function NextPage({ cursor, ...shared }: Shared & { cursor: string }) {
  const read = useRead(listContentPage, { query: pageQuery(shared.filters, cursor) })
  return (
    <WhenLoaded read={read} what="The next items" waiting={<WaitingContent />}>
      {(page) => <PageRows page={page} isMore {...shared} />}
    </WhenLoaded>
  )
}

/** Rows that were asked for take the focus, at the first of them: the button that asked is gone. */
function useFocus(wanted: boolean) {
  const start = useRef<HTMLLIElement>(null)
  // Speaks to the document's focus.
  useEffect(() => {
    if (wanted) start.current?.focus({ preventScroll: true })
  }, [wanted])
  return start
}
