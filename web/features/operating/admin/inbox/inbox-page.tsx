import { clsx } from 'clsx'
import { useMemo, useRef } from 'react'
import type { InboxRow } from '../../../../../contract/inbox.ts'
import { useInvalidateQueries } from '../../../../api/query.ts'
import { LoadError } from '../../../../shared/query-state.tsx'
import { Card } from '../../../../ui/card.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { SkeletonList } from '../../../../ui/skeleton.tsx'
import { BackLink, TextLink } from '../../../../ui/text-link.tsx'
import { StillWater } from '../../../../ui/water.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { CaseView } from './case-view.tsx'
import { type DecisionApi, DecisionContext } from './decision-context.ts'
import { deferDecision } from './deferred.ts'
import { dueIn, inboxSummary } from './due.ts'
import { kindLooks, kindsInOrder, tileTones } from './kinds.tsx'
import { keyOf, useInbox, usePageKeys } from './use-inbox.ts'

type Inbox = ReturnType<typeof useInbox>

/** `/admin/inbox`: every decision that waits, and beside the list the one that is open. On a phone that is a page of its own. */
export function InboxPage() {
  const inbox = useInbox()
  const { list, rows, opened, selected, open, overview } = inbox
  const heading = useRef<HTMLHeadingElement>(null)
  const api = useDecisionApi(inbox, heading)
  const at = rows.findIndex((row) => selected && keyOf(row) === keyOf(selected))
  const step = (by: number) => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))]
    if (next) open(next)
  }
  usePageKeys({
    j: () => step(1),
    k: () => step(-1),
    Enter: () => {
      if (!selected) return
      if (!opened) open(selected)
      heading.current?.focus()
    },
  })
  const first = rows[0]
  const total = Math.max(0, (overview?.total ?? 0) - (inbox.decidedKey ? 1 : 0))
  return (
    <AdminLayout
      title="Inbox"
      action={
        <p className={clsx('text-ink-soft', opened && 'max-lg:hidden')}>
          {overview && inboxSummary(total, first?.dueAt, Date.now())}
        </p>
      }
    >
      <div className={clsx('grid gap-4', opened && 'max-lg:hidden')}>
        <Filters inbox={inbox} total={total} />
      </div>
      <DecisionContext value={api}>
        <LoadError query={list} subject="The inbox" />
        {list.data === undefined && !list.error && (
          <Card padding="none" className="overflow-clip">
            <SkeletonList label="The inbox: loading…" />
          </Card>
        )}
        {list.data && rows.length === 0 && !opened && <NothingToDecide total={total} />}
        {(rows.length > 0 || opened) && (
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.02fr)]">
            <div className={clsx('grid gap-3', opened && 'max-lg:hidden')}>
              <Duties inbox={inbox} />
              <Pages inbox={inbox} />
            </div>
            {selected && (
              <div className={clsx('grid min-w-0 gap-1', !opened && 'max-lg:hidden')}>
                <div className="lg:hidden">
                  <BackLink href={inbox.hrefOf()}>Inbox</BackLink>
                </div>
                <CaseView key={keyOf(selected)} row={selected} headingRef={heading} />
              </div>
            )}
          </div>
        )}
      </DecisionContext>
    </AdminLayout>
  )
}

/** After a decision the next row opens, or the one before the last. */
function useDecisionApi(
  { rows, selected, opened, open }: Inbox,
  heading: { current: HTMLHeadingElement | null },
): DecisionApi {
  const refresh = useInvalidateQueries()
  return useMemo(() => {
    function openNext() {
      const at = rows.findIndex((row) => selected && keyOf(row) === keyOf(selected))
      const next = rows[at + 1] ?? rows[at - 1]
      open(next)
      requestAnimationFrame(() => heading.current?.focus())
    }
    return {
      done: openNext,
      defer: ({ route, input, title }) => {
        if (!selected) return
        const decided = selected
        openNext()
        deferDecision({
          key: keyOf(decided),
          route,
          input,
          title,
          onSent: () => refresh({ path: '/api/admin' }),
          onUndo: () => open(opened ? decided : undefined),
        })
      },
    }
  }, [rows, selected, opened, open, heading, refresh])
}

const pillClass =
  'moves inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-full border px-4 font-semibold'

/** One filter for each kind that waits. */
function Filters({ inbox: { filter, overview }, total }: { inbox: Inbox; total: number }) {
  if (!overview || overview.total === 0) return null
  const shown = kindsInOrder.filter((kind) => overview.counts[kind] > 0 || kind === filter)
  const pills = [
    { href: '/admin/inbox', label: 'All', count: total, isCurrent: filter === undefined },
    ...shown.map((kind) => ({
      href: `/admin/inbox?kind=${kind}`,
      label: kindLooks[kind].filter,
      count: overview.counts[kind],
      isCurrent: kind === filter,
    })),
  ]
  return (
    <nav
      aria-label="Kinds"
      className="-mx-[18px] fades-x relative overflow-x-auto px-[18px] [scrollbar-width:none] sm:mx-0 sm:px-0"
    >
      <ul className="m-0 flex w-max list-none gap-2 p-0 sm:w-auto sm:flex-wrap">
        {pills.map(({ href, label, count, isCurrent }) => (
          <li key={href}>
            <TextLink
              unstyled
              href={href}
              aria-current={isCurrent ? 'true' : undefined}
              className={clsx(
                pillClass,
                isCurrent
                  ? 'border-transparent bg-ink text-paper'
                  : 'border-line-strong text-ink-soft hover:border-ink-faint hover:text-ink',
              )}
            >
              {label} <span className="tabular-nums">{count}</span>
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Duties({ inbox: { rows, selected, hrefOf } }: { inbox: Inbox }) {
  const now = Date.now()
  return (
    <Card padding="none" className="overflow-clip">
      <ul aria-label="To decide" className="m-0 list-none p-0">
        {rows.map((row) => (
          <Duty
            key={keyOf(row)}
            row={row}
            href={hrefOf(row)}
            now={now}
            isSelected={selected !== undefined && keyOf(row) === keyOf(selected)}
          />
        ))}
      </ul>
    </Card>
  )
}

type DutyProps = { row: InboxRow; href: string; now: number; isSelected: boolean }

function Duty({ row: { kind, title, about, dueAt }, href, now, isSelected }: DutyProps) {
  const { icon: Icon, tone } = kindLooks[kind]
  const due = dueIn(dueAt, now)
  return (
    <li className="border-line border-t first:border-t-0">
      <TextLink
        unstyled
        href={href}
        aria-current={isSelected ? 'true' : undefined}
        className={clsx(
          'moves flex min-h-[70px] items-center gap-3.5 px-[18px] py-3 leading-snug hover:bg-sunken',
          isSelected && 'lg:bg-brand-soft lg:[box-shadow:inset_3px_0_0_var(--brand)] lg:hover:bg-brand-soft',
        )}
      >
        <span className={clsx('grid size-11 flex-none place-items-center rounded-[12px]', tileTones[tone])}>
          <Icon aria-hidden className="size-5" />
        </span>
        <span className="min-w-0 flex-1">
          <b className="wrap-anywhere block font-semibold">{title}</b>
          <span
            className={clsx(
              'wrap-anywhere line-clamp-2 text-sm',
              isSelected ? 'text-ink-soft' : 'text-ink-faint',
            )}
          >
            {about}
          </span>
        </span>
        <span
          suppressHydrationWarning
          className={clsx(
            'flex-none whitespace-nowrap text-sm',
            due.isUrgent ? 'font-semibold text-danger' : isSelected ? 'text-ink-soft' : 'text-ink-faint',
          )}
        >
          {due.text}
        </span>
      </TextLink>
    </li>
  )
}

/** The list begins anew when everything on a page is decided, so there is no page before but the first. */
function Pages({ inbox: { list, filter } }: { inbox: Inbox }) {
  const next = list.data?.next
  if (!next) return null
  const query = new URLSearchParams({ ...(filter && { kind: filter }), cursor: next })
  return (
    <p className="text-center">
      <TextLink href={`/admin/inbox?${query}`} className="inline-flex min-h-11 items-center">
        Show the next ones
      </TextLink>
    </p>
  )
}

function NothingToDecide({ total }: { total: number }) {
  return (
    <Card>
      <EmptyState
        drawing={<StillWater className="h-[70px] w-[132px]" />}
        title={total === 0 ? 'Nothing to decide' : 'Nothing left of this kind'}
        description={
          total === 0
            ? 'Refunds that a creator declined, disputes, reports, reviews, alerts and feedback show up here.'
            : 'The others are under All.'
        }
      />
    </Card>
  )
}
