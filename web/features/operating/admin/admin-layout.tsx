import { clsx } from 'clsx'
import { Lock } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useLocation } from 'wouter'
import { startSignIn } from '../../../../contract/accounts.ts'
import { getAdminOverview } from '../../../../contract/admin-overview.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { useApiQuery, useCurrentUser } from '../../../api/query.ts'
import type { ResponseOf } from '../../../api/types.ts'
import { ConfirmPasskey } from '../../../shared/confirm-passkey.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { useScrollToSelected } from '../../../ui/use-scroll-to-selected.ts'

type WorkQueueCounts = ResponseOf<typeof getAdminOverview>
type NavItem = { href: string; label: string; badgeCount?: (counts: WorkQueueCounts) => number }

const navItems: Array<NavItem> = [
  { href: '/admin', label: 'Payouts' },
  {
    href: '/admin/attention',
    label: 'Needs attention',
    badgeCount: ({ alerts, disputes, refundReviews, failedRefunds, failedJobs, overdueEmails }) =>
      alerts + disputes + refundReviews + failedRefunds + failedJobs + overdueEmails,
  },
  {
    href: '/admin/purchases',
    label: 'Purchases',
    badgeCount: ({ duplicatePurchases }) => duplicatePurchases,
  },
  { href: '/admin/creators', label: 'Creators' },
  { href: '/admin/reports', label: 'Reports', badgeCount: ({ reports }) => reports },
  { href: '/admin/reviews', label: 'Reviews', badgeCount: ({ contentReviews }) => contentReviews },
  { href: '/admin/feedback', label: 'Feedback', badgeCount: ({ feedback }) => feedback },
  { href: '/admin/tax', label: 'Tax' },
  { href: '/admin/health', label: 'Health' },
  { href: '/admin/people', label: 'People' },
  { href: '/admin/audit', label: 'Audit log' },
  { href: '/admin/settings', label: 'Settings' },
]

type AdminLayoutProps = { title: string; description?: ReactNode; action?: ReactNode; children: ReactNode }

/** The layout of every admin page. The server authorizes each call. */
export function AdminLayout({ title, description, action, children }: AdminLayoutProps) {
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
    <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px] pt-5 sm:pt-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <h1 className="wrap-anywhere text-2xl">{title}</h1>
          {description && <p className="max-w-[44em] text-ink-soft">{description}</p>}
        </div>
        {action}
      </header>
      <AdminNav counts={data} />
      <AccountantNote />
      {children}
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

/** Underlined tabs. On narrow screens they scroll horizontally, with faded edges. */
function AdminNav({ counts }: { counts: WorkQueueCounts | undefined }) {
  const [path] = useLocation()
  const nav = useRef<HTMLElement>(null)
  useScrollToSelected(nav, path)
  return (
    <nav
      ref={nav}
      aria-label="Admin"
      className="-mx-[18px] fades-x relative overflow-x-auto px-[18px] print:hidden sm:mx-0 sm:px-0"
    >
      <ul className="m-0 flex w-max min-w-full list-none gap-6 border-line border-b p-0">
        {navItems.map(({ href, label, badgeCount }) => {
          const isCurrent = href === '/admin' ? path === href : path.startsWith(href)
          const count = counts ? (badgeCount?.(counts) ?? 0) : 0
          return (
            <li key={href}>
              <TextLink
                unstyled
                href={href}
                aria-current={isCurrent ? 'page' : undefined}
                className={clsx(
                  'moves -mb-px flex min-h-11 items-center gap-2 whitespace-nowrap border-b-2 font-semibold hover:text-ink',
                  isCurrent ? 'border-brand text-ink' : 'border-transparent text-ink-soft',
                )}
              >
                {label}
                {count > 0 && <CountBadge count={count} />}
              </TextLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function CountBadge({ count }: { count: number }) {
  return (
    <span className="rounded-full bg-accent-soft px-2 text-accent-ink text-sm">
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}

function AccessDenied({ isSignedOut }: { isSignedOut: boolean }) {
  const signIn = buildUrl(startSignIn, { query: { returnTo: '/admin' } })
  return (
    <PageNotice
      icon={<Lock aria-hidden />}
      tone="danger"
      title="Access Denied"
      description={
        isSignedOut
          ? 'Only this site’s admin can see this page. Sign in with that account to continue.'
          : 'Only this site’s admin can see this page.'
      }
      actions={
        isSignedOut ? (
          <LinkButton href={signIn}>Sign In</LinkButton>
        ) : (
          <LinkButton href="/">Go to home page</LinkButton>
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
