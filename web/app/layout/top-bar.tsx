import { Menu, Moon, Sun } from 'lucide-react'
import { useLocation } from 'wouter'
import { signOut, startSignIn, type User } from '../../../contract/accounts.ts'
import { getInstance } from '../../../contract/instance.ts'
import { site } from '../../../contract/site.ts'
import { useApiQuery } from '../../api/query.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { buttonVariants, LinkButton } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { TextLink } from '../../ui/text-link.tsx'

type NavLink = { href: string; label: string }

/** What costs something is only for creators, and there may be no others than the owner. */
const publicLinks = (): Array<NavLink> => [
  ...(site().isSolo ? [] : [{ href: '/pricing', label: 'Pricing' }]),
  { href: '/feedback', label: 'Feedback' },
]

/** The admin sees the admin pages, and the sandbox's page where the sandbox runs. */
function useNavLinks(viewer: User | null): Array<NavLink> {
  const { data } = useApiQuery(getInstance)
  if (!viewer) return publicLinks()
  const isSandboxAdmin = data?.provider === 'sandbox' && viewer.isAdmin
  return [
    { href: '/dashboard', label: 'Dashboard' },
    { href: '/sales', label: 'Sales' },
    ...(viewer.isSelling ? [{ href: '/discounts', label: 'Discounts' }] : []),
    { href: '/analytics', label: 'Analytics' },
    ...publicLinks(),
    { href: '/settings', label: 'Settings' },
    ...(viewer.role ? [{ href: '/admin', label: 'Admin' }] : []),
    ...(isSandboxAdmin ? [{ href: '/sandbox', label: 'Sandbox' }] : []),
  ]
}

/** All links of the menu on narrow screens: the dashboard and the upload first, Logout last. */
function menuLinks([first, ...links]: Array<NavLink>): Array<NavLink> {
  if (!first) return []
  return [first, { href: '/upload', label: 'Upload' }, ...links, { href: signOut.path, label: 'Logout' }]
}

/** The current page, or the section that it belongs to. The dashboard is at `/` too. */
function isCurrent(href: string, path: string): boolean {
  return path === href || path.startsWith(`${href}/`) || (href === '/dashboard' && path === '/')
}

/** How many links fit beside the buttons before the menu takes their place. */
const maxLinksOnNarrowScreen = 8

/** The links collapse into the menu where they do not fit. The breakpoints are in rem, so they follow the text size. */
export function TopBar({ viewer }: { viewer: User | null }) {
  const [path] = useLocation()
  const navLinks = useNavLinks(viewer)
  const collapsed = navLinks.length > maxLinksOnNarrowScreen ? collapsedBelow.wide : collapsedBelow.normal
  return (
    <header className="@container mx-auto w-full max-w-[1120px] px-[18px] sm:px-6">
      <div className="flex min-h-[68px] flex-wrap items-center justify-between gap-3">
        <TextLink unstyled href="/" className="grid min-h-11 place-items-center">
          <Logo />
        </TextLink>
        <nav aria-label="Main" className={`hidden ${collapsed.nav}`}>
          {navLinks.map(({ href, label }) => (
            <TextLink
              unstyled
              key={href}
              href={href}
              aria-current={isCurrent(href, path) ? 'page' : undefined}
              className="moves grid min-h-11 place-items-center border-transparent border-y-2 px-2 font-medium text-ink-soft hover:text-ink aria-[current]:border-b-brand aria-[current]:text-ink"
            >
              {label}
            </TextLink>
          ))}
        </nav>
        <div className="flex flex-wrap items-center justify-end gap-1 sm:gap-2">
          <ThemeToggle />
          {viewer ? <CurrentUser viewer={viewer} logoutClass={collapsed.logout} /> : <SignInButton />}
          {/* Visitors find Pricing and Feedback in the footer. */}
          {viewer && (
            <MobileMenu
              key={path}
              path={path}
              navLinks={menuLinks(navLinks)}
              buttonClass={collapsed.button}
            />
          )}
        </div>
      </div>
    </header>
  )
}

/** With a ninth link, the sandbox's, the menu stays up to a wider screen. */
const collapsedBelow = {
  normal: {
    nav: '@min-[59.5rem]:flex @min-[66rem]:gap-2.5',
    logout: '@max-[59.5rem]:hidden',
    button: '@min-[59.5rem]:hidden',
  },
  wide: { nav: '@min-[66rem]:flex', logout: '@max-[66rem]:hidden', button: '@min-[66rem]:hidden' },
}

function SignInButton() {
  return (
    <LinkButton variant="secondary" href={startSignIn.path}>
      Sign In
    </LinkButton>
  )
}

function CurrentUser({ viewer, logoutClass }: { viewer: User; logoutClass: string }) {
  const name = viewer.firstName ?? viewer.email
  return (
    <>
      <LinkButton variant="secondary" href={signOut.path} className={logoutClass}>
        Logout
      </LinkButton>
      <span title={name}>
        <Avatar name={name} photo={viewer.photoUrl} />
        <span className="sr-only">{`Signed in as ${name}`}</span>
      </span>
    </>
  )
}

type MobileMenuProps = { navLinks: Array<NavLink>; path: string; buttonClass: string }

/** The navigation links on narrow screens, in a native popover that needs no script. */
function MobileMenu({ navLinks, path, buttonClass }: MobileMenuProps) {
  return (
    <>
      <button
        type="button"
        popoverTarget="menu"
        className={buttonVariants({ variant: 'smallIcon', className: buttonClass })}
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
              aria-current={isCurrent(href, path) ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-sm px-4 font-medium hover:bg-sunken aria-[current]:bg-sunken"
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
