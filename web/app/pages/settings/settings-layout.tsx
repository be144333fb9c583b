import { clsx } from 'clsx'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { User } from '../../../../contract/accounts.ts'
import { site } from '../../../../contract/site.ts'
import { RequireAuth } from '../../../shared/require-auth.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { type SettingsPath, shownSettingsPages } from './settings-pages.ts'

type SettingsLayoutProps = {
  title: string
  /** The page above one that the menu doesn't list. */
  parent?: { href: string; label: string }
  children: (viewer: User) => ReactNode
}

/** A settings page: its sections beside the navigation, or below a link to the menu on narrow screens. */
export function SettingsLayout({ title, parent, children }: SettingsLayoutProps) {
  return (
    <RequireAuth subject="Your settings">
      {(viewer) => (
        <SettingsColumns>
          <TextLink
            unstyled
            href={parent?.href ?? '/settings'}
            className={clsx(
              'moves inline-flex min-h-11 items-center gap-1 justify-self-start font-medium text-ink-soft hover:text-ink',
              !parent && 'lg:hidden',
            )}
          >
            <ChevronLeft aria-hidden className="-ml-1 size-5" />
            {parent?.label ?? 'Settings'}
          </TextLink>
          <SettingsTitle>{title}</SettingsTitle>
          {children(viewer)}
        </SettingsColumns>
      )}
    </RequireAuth>
  )
}

export function SettingsColumns({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-10 pt-2 sm:pt-5 lg:grid-cols-[200px_minmax(0,1fr)]">
      <SettingsNav />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px] lg:col-start-2">{children}</div>
    </div>
  )
}

export function SettingsTitle({ children }: { children: string }) {
  return <h1 className="wrap-anywhere flex min-h-11 items-center text-2xl">{children}</h1>
}

/** The page that `/settings` shows on wide screens. */
function openedPath(): SettingsPath {
  return site().isSolo ? '/settings/profile' : '/settings/payouts'
}

/** The settings pages beside the open one, on wide screens. `/settings` shows one of them. */
function SettingsNav() {
  const [path] = useLocation()
  const pages = shownSettingsPages()
  const current = path === '/settings' ? openedPath() : path.split('/').slice(0, 3).join('/')
  return (
    <nav aria-label="Settings" className="sticky top-6 max-lg:hidden">
      <p className="flex min-h-11 items-center px-3.5 text-ink-soft">Settings</p>
      <ul className="mt-3.5 grid list-none gap-0.5 p-0">
        {pages.map(({ path: href, label, icon: Icon }) => (
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
