import { Ellipsis, Users } from 'lucide-react'
import { useState } from 'react'
import {
  type CreatorPayoutRow,
  listCreatorPayouts,
  payoutStages,
  remindPayoutMethod,
} from '../../../../../contract/admin-payouts.ts'
import {
  accountRestrictionLabels,
  creatorPayoutLabel,
  payoutMethodLabel,
  transferWaitLabels,
} from '../../../../../contract/payout-labels.ts'
import { reminderReasons } from '../../../../../contract/payout-method-state.ts'
import { getStatementFile } from '../../../../../contract/payouts.ts'
import { buildUrl } from '../../../../../contract/route.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { useMinPayoutText } from '../../../../shared/use-min-payout-text.ts'
import { useSearchParamsState } from '../../../../shared/use-search-params-state.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { formatMoney, pluralize } from '../../../../ui/format.ts'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { Menu, menuItemClass } from '../../../../ui/menu.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { ActionButton } from '../admin-actions.tsx'
import { useCanAct } from '../admin-layout.tsx'
import { AdminList, ListPages, ListSearch, pageSize, useListSearch } from '../admin-list.tsx'
import { fullName } from '../format.ts'
import type { YearMonth } from '../month-picker.tsx'
import { MarkPaidButton, ReturnedDialog } from './payout-actions.tsx'

/** One row for each creator of the month, whatever place their money is in. */
export function CreatorTable({ period }: { period: YearMonth }) {
  const [query] = useSearchParamsState()
  const { q, page } = useListSearch()
  const stage = payoutStages.find((value) => value === query.get('stage'))
  const read = useApiQuery(listCreatorPayouts, {
    query: { ...period, q, page, stage },
    pollWhile: ({ creators }) => creators.some(isBeingSent),
  })
  const isLong = q !== '' || (read.data?.total ?? 0) > pageSize / 2
  return (
    <AdminList
      isBare
      query={read}
      subject="Creators"
      filter={isLong && <ListSearch label="Search creators" placeholder="Name or email" />}
      countOf={({ creators }) => creators.length}
      empty={
        q !== '' || stage !== undefined
          ? {
              icon,
              title: 'No matching creators',
              description: 'No creator of this month is in that place.',
            }
          : {
              icon,
              title: 'No earnings this month',
              description: 'Choose another month, or check back after the first sale.',
            }
      }
      pagination={({ total }) => <ListPages total={total} />}
    >
      {({ creators, currency }) => (
        <DataTable
          label="Creator payouts"
          columns={columnsFor(currency)}
          rows={creators}
          rowKey={({ userId }) => userId}
        />
      )}
    </AdminList>
  )
}

const icon = <Users aria-hidden />

/** A transfer that the server still has to send, or to hear about. */
function isBeingSent({ payout }: CreatorPayoutRow): boolean {
  return payout?.state === 'processing' && payout.payoutMethod === 'transfer'
}

function columnsFor(currency: string): Array<Column<CreatorPayoutRow>> {
  return [
    {
      name: 'Creator',
      cell: (row) => <PersonCell name={fullName(row)} email={row.email} />,
      phone: 'title',
    },
    { name: 'Payout method', cell: (row) => <PayoutMethodCell row={row} /> },
    { name: 'Status', cell: (row) => <PayoutStatus row={row} />, phone: 'detail' },
    {
      name: 'Amount',
      cell: (row) => <Amount row={row} currency={currency} />,
      isNumeric: true,
      phone: 'figure',
    },
    {
      name: 'Actions',
      cell: (row) => <RowActions row={row} currency={currency} />,
      isNumeric: true,
      phone: 'action',
    },
  ]
}

function PersonCell({ name, email }: { name: string | null; email: string }) {
  return (
    <>
      <p className="font-semibold">{name || email}</p>
      {name && (
        <p
          title={email}
          className="max-w-[15rem] truncate text-ink-faint text-sm @max-[38rem]:hidden lg:max-w-none"
        >
          {email}
        </p>
      )}
    </>
  )
}

function PayoutMethodCell({ row }: { row: CreatorPayoutRow }) {
  const { payoutMethod, payoutEmail, accountRestriction } = row
  return (
    <>
      {payoutMethod ? (
        [payoutMethodLabel(payoutMethod), payoutEmail].filter(Boolean).join(', ')
      ) : (
        <span className="text-ink-faint">None</span>
      )}
      {accountRestriction && (
        <span className="block text-sm text-warn">{accountRestrictionLabels[accountRestriction]}</span>
      )}
    </>
  )
}

/** Whether the row is about the month's payout; otherwise it is about what a run would do now. */
function isAboutPayout({ status, payout }: CreatorPayoutRow): boolean {
  return payout !== null && status === 'below_minimum'
}

/** What a payout run would do with the creator; after the run, the place of the payout and what is known of it. */
function PayoutStatus({ row }: { row: CreatorPayoutRow }) {
  const { payout } = row
  const details = payout && [payout.reference, payout.notes].filter(Boolean).join(' · ')
  return (
    <>
      <PayoutStatusBadge row={row} />
      {payout?.waitReason && (
        <span className="block text-sm text-warn">{transferWaitLabels[payout.waitReason].admin}</span>
      )}
      {payout?.providerCode && (
        <span className="block text-ink-faint text-sm">Provider’s code: {payout.providerCode}</span>
      )}
      {details && <span className="block text-ink-faint text-sm">{details}</span>}
    </>
  )
}

function PayoutStatusBadge({ row }: { row: CreatorPayoutRow }) {
  const { status, payout } = row
  const label = creatorPayoutLabel(row, useMinPayoutText())
  if (status === 'ready') return <Badge>{label}</Badge>
  if (isWaitingForCreator(status)) return <Badge tone="warn">{label}</Badge>
  if (status === 'suspended' || status === 'country_blocked') return <Badge tone="danger">{label}</Badge>
  if (payout?.stage !== 'paid') return <Badge tone={payout ? 'warm' : 'plain'}>{label}</Badge>
  return (
    <Badge tone="plain">
      {label} {payout.paidAt && <LocalTime iso={payout.paidAt} format="date" />}
    </Badge>
  )
}

function isWaitingForCreator(status: CreatorPayoutRow['status']): boolean {
  return status === 'details_waiting' || reminderReasons.some((reason) => reason === status)
}

/** What the row is about, and below it what else the creator has. */
function Amount({ row, currency }: { row: CreatorPayoutRow; currency: string }) {
  const { payout, availableBalance } = row
  const money = (amount: string) => formatMoney(amount, currency)
  const isOfPayout = payout !== null && isAboutPayout(row)
  const also = isOfPayout
    ? Number(availableBalance) !== 0 && `${money(availableBalance)} since`
    : payout && `${money(payout.amount)} ${payout.stage === 'paid' ? 'paid' : 'processed'}`
  return (
    <>
      <b className="font-semibold">{money(isOfPayout ? payout.amount : availableBalance)}</b>
      {also && <span className="block text-ink-faint text-sm">{also}</span>}
    </>
  )
}

function RowActions({ row, currency }: { row: CreatorPayoutRow; currency: string }) {
  return (
    <div className="flex items-center justify-end gap-1">
      <NextStep row={row} />
      <MoreMenu row={row} currency={currency} />
    </div>
  )
}

/** Marks the month's manual payout as paid, reminds the creator to add a payout method, or opens the statement. */
function NextStep({
  row: { userId, payout, status, email, canRemind, reminderSentAt },
}: {
  row: CreatorPayoutRow
}) {
  if (payout?.canBePaid) return <MarkPaidButton payout={payout} />
  if (canRemind)
    return (
      <ActionButton
        route={remindPayoutMethod}
        input={{ params: { id: userId } }}
        successMessage="Reminder sent"
        label="Remind"
        context={` ${email}`}
        size="sm"
      />
    )
  if (isWaitingForCreator(status) && reminderSentAt)
    return (
      <span className="whitespace-nowrap text-ink-faint text-sm">
        Reminded <LocalTime iso={reminderSentAt} format="date" />
      </span>
    )
  if (payout?.stage !== 'paid') return null
  return (
    <TextLink
      href={buildUrl(getStatementFile, { params: { id: payout.id }, query: { as: 'pdf' } })}
      download
      className="inline-grid min-h-11 place-items-center"
    >
      Statement<span className="sr-only"> of {email}</span>
    </TextLink>
  )
}

function MoreMenu({ row, currency }: { row: CreatorPayoutRow; currency: string }) {
  const { payout, email, contentCount, totalEarnings } = row
  const [isReturning, setIsReturning] = useState(false)
  const canAct = useCanAct()
  const search = encodeURIComponent(email)
  return (
    <>
      <Menu
        label={`More for ${email}`}
        button={<Ellipsis aria-hidden className="size-5" />}
        padding="none"
        className="size-11"
      >
        {(wasOpened) =>
          wasOpened && (
            <>
              <p className="px-3 py-2 text-ink-soft text-sm">
                {formatMoney(totalEarnings, currency)} earned this month, {pluralize(contentCount, 'item')}
              </p>
              <TextLink unstyled href={`/admin/purchases?q=${search}`} className={menuItemClass}>
                Sales
              </TextLink>
              <TextLink unstyled href={`/admin/creators?q=${search}`} className={menuItemClass}>
                Creator
              </TextLink>
              {payout?.canBeReturned && canAct && (
                <button type="button" className={menuItemClass} onClick={() => setIsReturning(true)}>
                  Mark as returned
                </button>
              )}
            </>
          )
        }
      </Menu>
      {payout?.canBeReturned && (
        <ReturnedDialog payout={payout} isOpen={isReturning} onOpenChange={setIsReturning} />
      )}
    </>
  )
}
