import { useLocation } from 'wouter'
import { TextLink } from '../../../ui/text-link.tsx'
import { settingsPages } from './settings-pages.ts'

/** The settings pages beside the open one, on wide screens. `/settings` shows the payouts. */
export function SettingsNav() {
  const [path] = useLocation()
  const current = path === '/settings' ? '/settings/payouts' : path
  return (
    <nav aria-label="Settings" className="sticky top-6 max-lg:hidden">
      <p className="flex min-h-11 items-center px-3.5 text-ink-soft">Settings</p>
      <ul className="mt-3.5 grid list-none gap-0.5 p-0">
        {settingsPages.map(({ path: href, label, icon: Icon }) => (
          <li key={href}>
            <TextLink
              unstyled
              href={href}
              aria-current={href === current ? 'page' : undefined}
              className="moves flex min-h-11 items-center gap-3 rounded-md px-3.5 font-medium text-ink-soft hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-semibold aria-[current]:text-ink"
            >
              <Icon aria-hidden className="size-5 shrink-0" />
              {label}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
