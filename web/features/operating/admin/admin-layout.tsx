import { clsx } from 'clsx'
import { Lock } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useLocation } from 'wouter'
import { startSignIn } from '../../../../contract/accounts.ts'
import { getAdminOverview } from '../../../../contract/inbox.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { useApiQuery, useCurrentUser } from '../../../api/query.ts'
import { ConfirmPasskey } from '../../../shared/confirm-passkey.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { formatCount } from '../../../ui/format.ts'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { BackLink, TextLink } from '../../../ui/text-link.tsx'
import { useScrollToSelected } from '../../../ui/use-scroll-to-selected.ts'

type AdminPlace = {
  href: string
  label: string
  /** The pages below it; the first one opens with it. */
  pages?: ReadonlyArray<{ href: string; label: string }>
  /** Where pages of one thing are that belong to it. */
  records?: string
}

/** The places of the admin pages, in their order. `/admin` is Payouts. */
const places: ReadonlyArray<AdminPlace> = [
  { href: '/admin/inbox', label: 'Inbox' },
  { href: '/admin', label: 'Payouts', records: '/admin/batches' },
  { href: '/admin/purchases', label: 'Sales' },
  {
    href: '/admin/creators',
    label: 'Creators',
    pages: [
      { href: '/admin/creators', label: 'Creators' },
      { href: '/admin/reports', label: 'Taken down' },
    ],
  },
  {
    href: '/admin/tax',
    label: 'Money',
    pages: [
      { href: '/admin/tax', label: 'Tax' },
      { href: '/admin/documents', label: 'Documents' },
      { href: '/admin/balance', label: 'Balance' },
      { href: '/admin/disputes', label: 'Disputes' },
    ],
  },
  {
    href: '/admin/health',
    label: 'System',
    pages: [
      { href: '/admin/health', label: 'Status' },
      { href: '/admin/deliveries', label: 'Deliveries' },
      { href: '/admin/alerts', label: 'Alerts' },
      { href: '/admin/feedback', label: 'Feedback' },
      { href: '/admin/people', label: 'People' },
      { href: '/admin/audit', label: 'Audit log' },
    ],
  },
  { href: '/admin/settings', label: 'Settings' },
]

/** Where the owner is the only creator, no one is paid. */
function usePlaces(): ReadonlyArray<AdminPlace> {
  return useApiQuery(getInstance).data?.isSolo ? places.filter(({ href }) => href !== '/admin') : places
}

function isBelow(path: string, href: string): boolean {
  return path === href || (href !== '/admin' && path.startsWith(`${href}/`))
}

function placeOf(path: string): AdminPlace | undefined {
  return places.find(
    ({ href, pages, records }) =>
      isBelow(path, href) ||
      (records !== undefined && isBelow(path, records)) ||
      pages?.some((page) => isBelow(path, page.href)),
  )
}

type AdminLayoutProps = {
  title: string
  description?: ReactNode
  action?: ReactNode
  /** Above the heading. */
  back?: { href: string; label: string; isOnNarrowOnly?: true }
  children: ReactNode
}

/**
 * The layout of every admin page: the places, which stay where they are on all of them, then the pages of this place, then
 * its head. The server authorizes each call.
 */
export function AdminLayout({ title, description, action, back, children }: AdminLayoutProps) {
  const { data, error, refetch } = useApiQuery(getAdminOverview)
  if (error?.code === 'second_factor_required') return <ConfirmPasskey />
  if (error?.status === 401 || error?.status === 403)
    return <AccessDenied isSignedOut={error.status === 401} />
  if (error && !data)
    return (
      <ErrorState
        title="The admin area didn’t load"
        description={error.userMessage}
        onRetry={() => void refetch()}
      />
    )

  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <AdminNav total={data?.total ?? 0} />
      <PlacePages />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-5 sm:gap-[18px] sm:pt-6">
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
          <div className="grid min-w-0 justify-items-start gap-1">
            {back && (
              <div className={clsx(back.isOnNarrowOnly && 'lg:hidden')}>
                <BackLink href={back.href}>{back.label}</BackLink>
              </div>
            )}
            <h1 className="wrap-anywhere text-2xl">{title}</h1>
            {description && <div className="max-w-[44em] text-ink-soft">{description}</div>}
          </div>
          {action}
        </header>
        <AccountantNote />
        {children}
      </div>
    </div>
  )
}

function AccountantNote() {
  const { data: user } = useCurrentUser()
  if (user?.role !== 'accountant') return null
  return (
    <p className="rounded-md bg-sunken px-4 py-3 text-ink-soft print:hidden">
      You can see everything here. Only an admin can change it.
    </p>
  )
}

const stripClass =
  '-mx-[18px] fades-x relative overflow-x-auto px-[18px] [scrollbar-width:none] print:hidden sm:mx-0 sm:px-0'

/** Underlined tabs. On narrow screens they scroll horizontally, with faded edges. */
function AdminNav({ total }: { total: number }) {
  const [path] = useLocation()
  const nav = useRef<HTMLElement>(null)
  const current = placeOf(path)
  const shown = usePlaces()
  useScrollToSelected(nav, current?.href ?? '')
  return (
    <nav ref={nav} aria-label="Admin" className={stripClass}>
      <ul className="m-0 flex w-max min-w-full list-none gap-[22px] border-line border-b p-0 sm:gap-[26px]">
        {shown.map((place) => (
          <li key={place.href}>
            <TextLink
              unstyled
              href={place.href}
              aria-current={place === current ? 'page' : undefined}
              className={clsx(
                'moves -mb-px flex min-h-11 items-center gap-2 whitespace-nowrap border-b-2 font-semibold hover:text-ink',
                place === current ? 'border-brand text-ink' : 'border-transparent text-ink-soft',
              )}
            >
              {place.label}
              {place.href === '/admin/inbox' && total > 0 && <CountBadge count={total} />}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The pages of a place that has several. */
function PlacePages() {
  const [path] = useLocation()
  const nav = useRef<HTMLElement>(null)
  useScrollToSelected(nav, path)
  const place = placeOf(path)
  if (!place?.pages) return null
  return (
    <nav ref={nav} aria-label={place.label} className={clsx(stripClass, 'pt-2')}>
      <ul className="m-0 flex w-max list-none gap-1 p-0">
        {place.pages.map(({ href, label }) => (
          <li key={href}>
            <TextLink
              unstyled
              href={href}
              aria-current={isBelow(path, href) ? 'page' : undefined}
              className={clsx(
                'group grid min-h-11 place-items-center font-semibold text-sm hover:text-ink',
                isBelow(path, href) ? 'text-ink' : 'text-ink-soft',
              )}
            >
              <span className="moves rounded-full px-3.5 py-1.5 group-aria-[current]:bg-sunken">{label}</span>
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function CountBadge({ count }: { count: number }) {
  return (
    <span className="rounded-full bg-accent-soft px-2 text-accent-ink text-sm">
      {formatCount(count)}
      <span className="sr-only"> to decide</span>
    </span>
  )
}

function AccessDenied({ isSignedOut }: { isSignedOut: boolean }) {
  const signIn = buildUrl(startSignIn, { query: { returnTo: '/admin' } })
  const email = useCurrentUser().data?.email
  return (
    <PageNotice
      icon={<Lock aria-hidden />}
      tone="plain"
      title="Access Denied"
      description={
        isSignedOut
          ? 'This page is for the admin. Sign in with that account to see it.'
          : `This page is for the admin.${email ? ` You’re signed in as ${email}.` : ''}`
      }
      actions={
        isSignedOut ? (
          <LinkButton href={signIn}>Sign In</LinkButton>
        ) : (
          <LinkButton href="/dashboard">Back to Dashboard</LinkButton>
        )
      }
    />
  )
}

/** Whether the viewer may act. Accountants only read; the server refuses their actions. */
export function useCanAct(): boolean {
  return useCurrentUser().data?.isAdmin === true
}

export function AdminOnly({ children }: { children: ReactNode }) {
  return useCanAct() ? children : null
}
