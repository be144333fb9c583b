import { useCallback, useEffect, useState } from 'react'
import { type BrowserPush, onPermissionChange, pushSupport, readBrowserPush } from './browser-push.ts'

/** What the browser says now; undefined until it has answered. `refresh` asks it again. */
export function useBrowserPush(): { browser: BrowserPush | undefined; refresh: () => Promise<void> } {
  const [browser, setBrowser] = useState<BrowserPush>()
  const refresh = useCallback(async () => {
    setBrowser(await readBrowserPush().catch(() => ({ permission: 'denied' as const, endpoint: undefined })))
  }, [])
  useEffect(() => {
    if (pushSupport() !== 'yes') return
    void refresh()
    return onPermissionChange(() => void refresh())
  }, [refresh])
  return { browser, refresh }
}
