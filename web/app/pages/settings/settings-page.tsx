import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { RequireAuth } from '../../../shared/require-auth.tsx'
import { PayoutSettings } from './payout-settings-page.tsx'
import { SettingsColumns, SettingsTitle } from './settings-layout.tsx'
import { SettingsMenu } from './settings-menu.tsx'
import { pathForSectionHash } from './settings-pages.ts'

/** `/settings`: the menu on narrow screens, the payouts on wide ones. */
export function SettingsPage() {
  useFormerSectionRedirect()
  return (
    <RequireAuth subject="Your settings">
      {(viewer) => (
        <SettingsColumns>
          <div className="grid gap-3.5 lg:hidden">
            <SettingsTitle>Settings</SettingsTitle>
            <SettingsMenu viewer={viewer} />
          </div>
          <div className="grid gap-[18px] max-lg:hidden">
            <SettingsTitle>Payouts</SettingsTitle>
            <PayoutSettings viewer={viewer} />
          </div>
        </SettingsColumns>
      )}
    </RequireAuth>
  )
}

/** Links to a section of the former single page open the page it is on now. */
function useFormerSectionRedirect(): void {
  const [, navigate] = useLocation()
  // Reads the URL's hash, which the router does not know.
  useEffect(() => {
    const path = pathForSectionHash(location.hash)
    if (path) navigate(path, { replace: true })
  }, [navigate])
}
