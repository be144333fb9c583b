import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { ConfirmDialog } from '../ui/dialog.tsx'

const defaultDialogText = { title: 'Leave without saving?', description: 'Your changes haven’t been saved.' }

/** A navigation that waits for the answer; `key` is the history entry of a back or forward navigation. */
type BlockedNavigation = { href: string; key?: string }

/**
 * Asks before a page with unsaved changes is left: our dialog for links, back and forward; the browser's own
 * otherwise.
 */
export function useUnsavedChangesPrompt(
  hasChanges: boolean,
  onLeave: () => void,
  dialogText: { title: string; description: string } = defaultDialogText,
): ReactNode {
  const [, navigate] = useLocation()
  const [blocked, setBlocked] = useState<BlockedNavigation>()
  const isLeaveConfirmed = useRef(false)

  // Asks before the tab is closed or reloaded, and intercepts clicks on links and the back button.
  useEffect(() => {
    if (!hasChanges) return
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const onLinkClick = (event: MouseEvent) => {
      const href = internalLinkPath(event)
      if (href === undefined) return
      event.preventDefault()
      event.stopPropagation()
      setBlocked({ href })
    }
    const onTraverse = (event: NavigateEvent) => {
      const path = traversePath(event)
      if (path === undefined || isLeaveConfirmed.current) return
      event.preventDefault()
      setBlocked({ href: path, key: event.destination.key })
    }
    const history = 'navigation' in window ? window.navigation : undefined
    history?.addEventListener('navigate', onTraverse)
    window.addEventListener('beforeunload', onBeforeUnload)
    document.addEventListener('click', onLinkClick, { capture: true })
    return () => {
      history?.removeEventListener('navigate', onTraverse)
      window.removeEventListener('beforeunload', onBeforeUnload)
      document.removeEventListener('click', onLinkClick, { capture: true })
    }
  }, [hasChanges])

  return (
    <ConfirmDialog
      open={blocked !== undefined}
      onOpenChange={() => setBlocked(undefined)}
      {...dialogText}
      confirmLabel="Leave"
      onConfirm={() => {
        isLeaveConfirmed.current = true
        setBlocked(undefined)
        onLeave()
        if (blocked?.key) return void window.navigation.traverseTo(blocked.key)
        navigate(blocked?.href ?? '/')
      }}
    />
  )
}

/**
 * The path of our page that Back or Forward would show. Only a cancelable navigation can be blocked: a browser allows
 * one prompt for each user action on the page.
 */
function traversePath({ navigationType, cancelable, destination }: NavigateEvent): string | undefined {
  if (navigationType !== 'traverse' || !cancelable) return undefined
  const { pathname, search } = new URL(destination.url)
  return pathname === location.pathname ? undefined : pathname + search
}

/** The path of our page that the link would open. */
function internalLinkPath(event: MouseEvent): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.target || event.button !== 0) return undefined
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined
  const isPage = link.origin === location.origin && !link.pathname.startsWith('/api/')
  const isOtherPage = link.pathname !== location.pathname
  return isPage && isOtherPage ? link.pathname + link.search : undefined
}
