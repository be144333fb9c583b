import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

const unsaved = { title: 'Leave without saving?', text: 'What you changed here is not saved yet.' }

/** Where somebody wants to go; `key` is the place in the browser's history, where they went back or forward. */
type Wanted = { href: string; key?: string }

/** Asks before a page with unsaved changes is left: by a link of ours, back or forward with a dialog, else with the browser's own. */
export function useLeaving(
  hasChanges: boolean,
  onLeave: () => void,
  words: { title: string; text: string } = unsaved,
): ReactNode {
  const [, navigate] = useLocation()
  const [wanted, setWanted] = useState<Wanted>()
  const mayGo = useRef(false)

  // Speaks to the browser: it asks before the tab is closed or reloaded, and hands over presses on links and on Back.
  useEffect(() => {
    if (!hasChanges) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    const press = (event: MouseEvent) => {
      const href = linkPressed(event)
      if (href === undefined) return
      event.preventDefault()
      event.stopPropagation()
      setWanted({ href })
    }
    const turn = (event: NavigateEvent) => {
      const path = pathBack(event)
      if (path === undefined || mayGo.current) return
      event.preventDefault()
      setWanted({ href: path, key: event.destination.key })
    }
    const history = 'navigation' in window ? window.navigation : undefined
    history?.addEventListener('navigate', turn)
    window.addEventListener('beforeunload', ask)
    document.addEventListener('click', press, { capture: true })
    return () => {
      history?.removeEventListener('navigate', turn)
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
        mayGo.current = true
        setWanted(undefined)
        onLeave()
        if (wanted?.key) return void window.navigation.traverseTo(wanted.key)
        navigate(wanted?.href ?? '/')
      }}
    />
  )
}

/** A page of ours that Back or Forward would show; a browser lets us ask once for each time somebody did something here. */
function pathBack({ navigationType, cancelable, destination }: NavigateEvent): string | undefined {
  if (navigationType !== 'traverse' || !cancelable) return undefined
  const { pathname, search } = new URL(destination.url)
  return pathname === location.pathname ? undefined : pathname + search
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
