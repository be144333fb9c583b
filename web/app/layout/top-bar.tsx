import { Menu, Moon, Sun } from 'lucide-react'
import { useLocation } from 'wouter'
import { signOut, startSignIn, type User } from '../../../contract/accounts.ts'
import { getInstance } from '../../../contract/instance.ts'
import { useApiQuery } from '../../api/query.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonVariants, LinkButton } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { TextLink } from '../../ui/text-link.tsx'

type NavLink = { href: string; label: string }

const publicLinks: Array<NavLink> = [
  { href: '/pricing', label: 'Pricing' },
  { href: '/feedback', label: 'Feedback' },
]

/** The admin sees the admin pages, and the sandbox's page where the sandbox runs. */
function useNavLinks(viewer: User | null): Array<NavLink> {
  const { data } = useApiQuery(getInstance)
  if (!viewer) return publicLinks
  const creatorLinks = [
    { href: '/sales', label: 'Sales' },
    ...(viewer.isSelling ? [{ href: '/discounts', label: 'Discounts' }] : []),
    ...(viewer.plan === 'pro' ? [{ href: '/analytics', label: 'Analytics' }] : []),
    ...publicLinks,
    { href: '/settings', label: 'Settings' },
  ]
  if (!viewer.role) return creatorLinks
  const adminLinks = [...creatorLinks, { href: '/admin', label: 'Admin' }]
  return data?.provider === 'sandbox' && viewer.isAdmin
    ? [...adminLinks, { href: '/sandbox', label: 'Sandbox' }]
    : adminLinks
}

/** The links collapse into the menu where they do not fit. The breakpoint is in rem, so it follows the text size. */
export function TopBar({ viewer }: { viewer: User | null }) {
  const [path] = useLocation()
  const navLinks = useNavLinks(viewer)
  return (
    <header className="@container mx-auto w-full max-w-[1120px] px-[18px] sm:px-6">
      <div className="flex min-h-[68px] flex-wrap items-center justify-between gap-3">
        <TextLink unstyled href="/" className="grid min-h-11 place-items-center">
          <Logo />
        </TextLink>
        <nav aria-label="Main" className="hidden gap-4 @min-[45rem]:flex @min-[60rem]:gap-[26px]">
          {navLinks.map(({ href, label }) => (
            <TextLink
              unstyled
              key={href}
              href={href}
              className="moves grid min-h-11 place-items-center font-medium text-ink-soft hover:text-ink"
            >
              {label}
            </TextLink>
          ))}
        </nav>
        <div className="flex flex-wrap items-center justify-end gap-1 sm:gap-2">
          <ThemeToggle />
          {viewer ? <CurrentUser viewer={viewer} /> : <SignInButton />}
          <MobileMenu
            key={path}
            navLinks={viewer ? [...navLinks, { href: signOut.path, label: 'Logout' }] : navLinks}
          />
        </div>
      </div>
    </header>
  )
}

function SignInButton() {
  return (
    <LinkButton variant="secondary" href={startSignIn.path}>
      Sign In
    </LinkButton>
  )
}

function CurrentUser({ viewer }: { viewer: User }) {
  const name = viewer.firstName ?? viewer.email
  return (
    <>
      <LinkButton variant="secondary" href={signOut.path} className="@max-[45rem]:hidden">
        Logout
      </LinkButton>
      <span title={name}>
        <Avatar name={name} />
        <span className="sr-only">{`Signed in as ${name}`}</span>
      </span>
    </>
  )
}

/** The navigation links on narrow screens, in a native popover that needs no script. */
function MobileMenu({ navLinks }: { navLinks: Array<NavLink> }) {
  return (
    <>
      <button
        type="button"
        popoverTarget="menu"
        className={buttonVariants({ variant: 'smallIcon', className: '@min-[45rem]:hidden' })}
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
          {navLinks.map(({ href, label }) => (
            <TextLink
              unstyled
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

/** Works on pages without React: the script in the document's head handles the click (see ssr/html-document.ts). */
export function ThemeToggle() {
  return (
    <button
      type="button"
      data-theme-switch
      title="Switch between light and dark mode"
      className={buttonVariants({ variant: 'smallIcon' })}
    >
      <Moon aria-hidden className="dark:hidden" />
      <Sun aria-hidden className="not-dark:hidden" />
      <span className="sr-only">Switch between light and dark</span>
    </button>
  )
}
