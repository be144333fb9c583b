import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

const unsaved = { title: 'Leave without saving?', text: 'What you changed here is not saved yet.' }

/** Asks before a page with unsaved changes is left: by a link of ours with a dialog, in all other ways with the browser's own. */
export function useLeaving(
  hasChanges: boolean,
  onLeave: () => void,
  words: { title: string; text: string } = unsaved,
): ReactNode {
  const [, navigate] = useLocation()
  const [wanted, setWanted] = useState<string>()

  // Speaks to the browser: it asks before the tab is closed or reloaded, and hands over presses on links.
  useEffect(() => {
    if (!hasChanges) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    const press = (event: MouseEvent) => {
      const href = linkPressed(event)
      if (href === undefined) return
      event.preventDefault()
      event.stopPropagation()
      setWanted(href)
    }
    window.addEventListener('beforeunload', ask)
    document.addEventListener('click', press, { capture: true })
    return () => {
      window.removeEventListener('beforeunload', ask)
      document.removeEventListener('click', press, { capture: true })
    }
  }, [hasChanges])

  return (
    <ConfirmDialog
      open={wanted !== undefined}
      onOpenChange={() => setWanted(undefined)}
      {...words}
      action="Leave"
      onConfirm={() => {
        const href = wanted ?? '/'
        setWanted(undefined)
        onLeave()
        navigate(href)
      }}
    />
  )
}

/** A page of ours that would take the place of this one. */
function linkPressed(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.target || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const isPage = link.origin === location.origin && !link.pathname.startsWith('/api/')
  const isElsewhere = link.pathname !== location.pathname
  return isPage && isElsewhere ? link.pathname + link.search : undefined
}
