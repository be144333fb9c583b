import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { startSignIn } from '../../../contract/accounts.ts'
import { getDesk } from '../../../contract/admin-desk.ts'
import { urlOf } from '../../../contract/route.ts'
import { useRead } from '../../api/hooks.ts'
import type { ReplyOf } from '../../api/types.ts'
import { cn } from '../../ui/cn.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { TextLink } from '../../ui/text-link.tsx'

type Desk = ReplyOf<typeof getDesk>
type Place = { href: string; label: string; waiting?: (desk: Desk) => number }

const places: Array<Place> = [
  { href: '/admin', label: 'Payouts' },
  {
    href: '/admin/desk',
    label: 'Desk',
    waiting: ({ alerts, disputes, failedRefunds, failedJobs, lateMails }) =>
      alerts + disputes + failedRefunds + failedJobs + lateMails,
  },
  { href: '/admin/purchases', label: 'Purchases', waiting: ({ doubles }) => doubles },
  { href: '/admin/creators', label: 'Creators' },
  { href: '/admin/reports', label: 'Reports', waiting: ({ reports }) => reports },
  { href: '/admin/feedback', label: 'Feedback', waiting: ({ feedback }) => feedback },
  { href: '/admin/audit', label: 'Audit log' },
]

type FrameProps = { title: string; text?: ReactNode; action?: ReactNode; children: ReactNode }

/** What stands around every page of the admin. The server decides who may see it, on each call. */
export function Frame({ title, text, action, children }: FrameProps) {
  const { data, error, refetch } = useRead(getDesk)
  if (error?.status === 401 || error?.status === 403) return <Denied isSignedOut={error.status === 401} />
  if (error && !data)
    return <ErrorState title="The admin did not load" text={error.sentence} retry={() => void refetch()} />

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px] pt-5 sm:pt-8">
      <Places desk={data} />
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <h1 className="wrap-anywhere text-2xl">{title}</h1>
          {text && <p className="max-w-[44em] text-ink-soft">{text}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  )
}

/** On a narrow page a row that scrolls. */
function Places({ desk }: { desk: Desk | undefined }) {
  const [path] = useLocation()
  const nav = useRef<HTMLElement>(null)
  // The browser's own scrolling: where one is may lie beyond the edge of a phone.
  useEffect(() => {
    const here = path && nav.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (nav.current && here)
      nav.current.scrollLeft = here.offsetLeft - (nav.current.clientWidth - here.offsetWidth) / 2
  }, [path])
  return (
    <nav
      ref={nav}
      aria-label="Admin"
      className="-mx-[18px] relative overflow-x-auto px-[18px] print:hidden sm:mx-0 sm:px-0"
    >
      <ul className="m-0 flex w-max list-none gap-1 rounded-full bg-sunken p-1">
        {places.map(({ href, label, waiting }) => {
          const isHere = href === '/admin' ? path === href : path.startsWith(href)
          const count = desk ? (waiting?.(desk) ?? 0) : 0
          return (
            <li key={href}>
              <TextLink
                plain
                href={href}
                aria-current={isHere ? 'page' : undefined}
                className={cn(
                  'moves flex min-h-11 items-center gap-2 rounded-full px-4 font-semibold text-ink-soft hover:text-ink',
                  isHere && 'bg-surface text-ink shadow-sm',
                )}
              >
                {label}
                {count > 0 && <Count count={count} />}
              </TextLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function Count({ count }: { count: number }) {
  return (
    <span className="rounded-full bg-accent-soft px-2 text-accent-ink text-sm">
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}

function Denied({ isSignedOut }: { isSignedOut: boolean }) {
  const signIn = urlOf(startSignIn, { query: { returnTo: '/admin' } })
  return (
    <PageNotice
      icon={<Lock aria-hidden />}
      tone="danger"
      title="Access Denied"
      text={
        isSignedOut
          ? 'This page is for the administrator of this instance. Sign in with that account to see it.'
          : 'This page is for the administrator of this instance.'
      }
      actions={
        isSignedOut ? (
          <LinkButton href={signIn}>Sign In</LinkButton>
        ) : (
          <LinkButton href="/">Go to the start page</LinkButton>
        )
      }
    />
  )
}
