import { Menu } from 'lucide-react'
import { useLocation } from 'wouter'
import type { User } from '../../contract/accounts.ts'
import { getInstance, signOut, startSignIn } from '../api/calls.ts'
import { useRead } from '../api/hooks.ts'
import { Avatar } from '../ui/avatar.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Logo } from '../ui/logo.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

type Place = { href: string; label: string }

const everybodys: Array<Place> = [
  { href: '/pricing', label: 'Pricing' },
  { href: '/feedback', label: 'Feedback' },
]

/** The books and the card provider's inside are for the admin; the inside only where it is ours to look into. */
function usePlaces(viewer: User | null): Array<Place> {
  const { data } = useRead(getInstance)
  if (!viewer) return everybodys
  const own = [{ href: '/sales', label: 'Sales' }, ...everybodys, { href: '/settings', label: 'Settings' }]
  if (!viewer.isAdmin) return own
  const books = [...own, { href: '/admin', label: 'Admin' }]
  return data?.provider === 'sandbox' ? [...books, { href: '/sandbox', label: 'Sandbox' }] : books
}

export function TopBar({ viewer }: { viewer: User | null }) {
  const [path] = useLocation()
  const places = usePlaces(viewer)
  return (
    <header className="mx-auto flex min-h-[68px] w-full flex-wrap max-w-[1120px] items-center justify-between gap-3 px-[18px] sm:px-6">
      <TextLink plain href="/" className="grid min-h-11 place-items-center">
        <Logo />
      </TextLink>
      <nav aria-label="Main" className="hidden gap-4 md:flex lg:gap-[26px]">
        {places.map(({ href, label }) => (
          <TextLink
            plain
            key={href}
            href={href}
            className="moves grid min-h-11 place-items-center font-medium text-ink-soft hover:text-ink"
          >
            {label}
          </TextLink>
        ))}
      </nav>
      <div className="flex items-center gap-1 sm:gap-2">
        <ThemeSwitch />
        {viewer ? <SignedIn viewer={viewer} /> : <SignIn />}
        <NarrowMenu
          key={path}
          places={viewer ? [...places, { href: signOut.path, label: 'Logout' }] : places}
        />
      </div>
    </header>
  )
}

function SignIn() {
  return (
    <LinkButton variant="ghost" href={startSignIn.path}>
      Sign In
    </LinkButton>
  )
}

function SignedIn({ viewer }: { viewer: User }) {
  const name = viewer.firstName ?? viewer.email
  return (
    <>
      <LinkButton variant="ghost" href={signOut.path} className="max-md:hidden">
        Logout
      </LinkButton>
      <span title={name}>
        <Avatar name={name} />
        <span className="sr-only">{`Signed in as ${name}`}</span>
      </span>
    </>
  )
}

/** The links of the bar where it is too narrow for them. The browser's own popover: it needs no script. */
function NarrowMenu({ places }: { places: Array<Place> }) {
  return (
    <>
      <button
        type="button"
        popoverTarget="menu"
        className={buttonStyle({ variant: 'icon', className: 'md:hidden' })}
      >
        <Menu aria-hidden />
        <span className="sr-only">Menu</span>
      </button>
      <div
        id="menu"
        popover="auto"
        className="menu appears min-w-44 rounded-md border border-line bg-surface p-2 text-ink shadow-md"
      >
        <nav aria-label="Menu" className="grid">
          {places.map(({ href, label }) => (
            <TextLink
              plain
              key={href}
              href={href}
              className="flex min-h-11 items-center rounded-sm px-4 font-medium hover:bg-sunken"
            >
              {label}
            </TextLink>
          ))}
        </nav>
      </div>
    </>
  )
}
