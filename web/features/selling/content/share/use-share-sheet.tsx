import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import type { CreatorContent } from '../../../../../contract/content.ts'
import { useCurrentUser } from '../../../../api/query.ts'
import { copyTipLink } from '../../../../shared/copy-tip-link.ts'
import { publishedIdIn, publishedToastKey } from '../../../../shared/published-state.ts'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { updateToast } from '../../../../ui/toast-store.ts'
import { useTipUrl } from '../content-actions.tsx'

const ShareSheet = lazyComponent(async () => (await import('./share-sheet.tsx')).ShareSheet)

/** How long a new row keeps its tint after the sheet is closed. */
const highlightMs = 3_000

/** The share sheet of the newest or the chosen item. When it closes, the item's row gets the focus. */
export function useShareSheet(items: ReadonlyArray<CreatorContent>) {
  const publishedId = publishedIdIn(useHistoryState())
  const [chosen, setChosen] = useState<CreatorContent>()
  const [highlightedId, setHighlightedId] = useState<number>()
  const tipUrl = useTipUrl()
  const viewer = useCurrentUser().data
  const published = items.find(({ id }) => id === publishedId)
  const item = published ?? chosen

  // Ends the highlight after a moment.
  useEffect(() => {
    if (highlightedId === undefined) return
    const timer = setTimeout(() => setHighlightedId(undefined), highlightMs)
    return () => clearTimeout(timer)
  }, [highlightedId])

  function close() {
    setChosen(undefined)
    if (!published) return
    const { id } = published
    const url = tipUrl(published)
    setHighlightedId(id)
    history.replaceState(null, '')
    updateToast(publishedToastKey(id), {
      action: { label: 'Copy link', onSelect: () => void copyTipLink(url) },
    })
  }

  const sheet: ReactNode = item && (
    <Suspense>
      <ShareSheet
        item={item}
        url={tipUrl(item)}
        creatorName={viewer?.firstName ?? viewer?.email ?? ''}
        isNew={item === published}
        onClose={close}
        onClosed={() => focusRow(item.id)}
      />
    </Suspense>
  )
  return { share: setChosen, sheet, highlightedId: published?.id ?? highlightedId }
}

export function rowId(id: number): string {
  return `item-${id}`
}

function focusRow(id: number): void {
  const row = document.getElementById(rowId(id))
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}
