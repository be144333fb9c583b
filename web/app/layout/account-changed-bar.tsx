import { useSyncExternalStore } from 'react'
import { hasAccountChanged, subscribeToAccountChange } from '../../api/page-account.ts'
import { Button } from '../../ui/button.tsx'

/** Shown in a tab whose account is no longer the signed-in one. Its calls are refused, so nothing reaches the other account. */
export function AccountChangedBar() {
  const hasChanged = useSyncExternalStore(subscribeToAccountChange, hasAccountChanged, () => false)
  if (!hasChanged) return null
  return (
    <div
      role="alert"
      className="fixed inset-x-0 bottom-0 z-50 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-line-strong border-t bg-surface px-[18px] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-md"
    >
      <p className="min-w-0">
        <strong className="font-semibold">You’re signed in as another account now.</strong> This page still
        shows the earlier one, so it can’t save anything.
      </p>
      <Button onClick={() => location.reload()}>Reload the page</Button>
    </div>
  )
}
