import { ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import type { User } from '../../../../contract/accounts.ts'
import { payoutMethodLabel } from '../../../../contract/payout-labels.ts'
import { site } from '../../../../contract/site.ts'
import { ProfileForm } from '../../../features/people/settings/profile-form.tsx'
import { RequireAuth } from '../../../shared/require-auth.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { PayoutSettings } from './payout-settings-page.tsx'
import { SettingsColumns, SettingsTitle } from './settings-layout.tsx'
import { pathForSectionHash, type SettingsPath, shownSettingsPages } from './settings-pages.ts'

/** `/settings`: the menu on narrow screens, the payouts on wide ones, or the profile where there are none. */
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
            <SettingsTitle>{site().isSolo ? 'Profile' : 'Payouts'}</SettingsTitle>
            {site().isSolo ? <ProfileForm viewer={viewer} /> : <PayoutSettings viewer={viewer} />}
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

/** The menu of the settings on narrow screens: each page with its current value. */
function SettingsMenu({ viewer }: { viewer: User }) {
  const values = currentValues(viewer)
  return (
    <nav aria-label="Settings" className="rounded-md border border-line bg-surface shadow-sm">
      <ul className="m-0 grid list-none p-0">
        {shownSettingsPages().map(({ path, label, icon: Icon }) => (
          <li key={path} className="border-line border-t first:border-t-0">
            <TextLink
              unstyled
              href={path}
              className="moves flex min-h-16 items-center gap-3.5 px-[18px] py-2.5 hover:bg-sunken"
            >
              <Icon aria-hidden className="size-5 shrink-0 text-ink-soft" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{label}</span>
                <span className="wrap-anywhere block text-ink-faint text-sm">{values[path]}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-soft" />
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function currentValues(viewer: User): Record<SettingsPath, string> {
  const { firstName, email, plan, payoutMethod, payoutEmail, payoutEnabled } = viewer
  const method = payoutMethod && `${payoutMethodLabel(payoutMethod)}, ${payoutEmail}`
  return {
    '/settings/profile': firstName ?? 'Name, photo, handle',
    '/settings/payouts': payoutEnabled ? (method ?? 'Your bank account') : 'Payouts Not Set Up',
    '/settings/emails': 'Which sales are emailed, and notifications',
    '/settings/plan': plan === 'pro' ? 'Pro' : 'Creator Plan, free',
    '/settings/branding': plan === 'pro' ? 'Your color and logo' : 'Part of Pro',
    '/settings/security': email,
    '/settings/developers': 'API keys and webhooks',
    '/settings/data': 'Download or delete your account',
  }
}
