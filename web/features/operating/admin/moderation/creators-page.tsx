import { Users } from 'lucide-react'
import {
  type Creator,
  listCreators,
  restoreCreator,
  SuspensionInput,
  suspendCreator,
} from '../../../../../contract/admin-overview.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { Field } from '../../../../ui/field.tsx'
import { formatMoney, pluralize } from '../../../../ui/format.ts'
import { Textarea } from '../../../../ui/input.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { ActionDialog, ConfirmButton } from '../admin-actions.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminList, ListFilter, ListPages, ListSearch, useListFilter, useListSearch } from '../admin-list.tsx'
import { fullName } from '../format.ts'

const states = [
  { value: 'all', label: 'All' },
  { value: 'suspended', label: 'Suspended' },
] as const

/** `/admin/creators`: search, suspend and restore accounts. */
export function CreatorsPage() {
  const { q, page } = useListSearch()
  const state = useListFilter('state', states)
  const read = useApiQuery(listCreators, { query: { q, state, page } })
  return (
    <AdminLayout
      title="Creators"
      description="Suspended creators are signed out right away and their items are unpublished. Buyers keep access."
    >
      <AdminList
        query={read}
        subject="Creators"
        filter={
          <>
            <ListSearch label="Search creators" placeholder="Name, email or ID" />
            <ListFilter label="Filter creators" name="state" options={states} />
          </>
        }
        countOf={({ creators }) => creators.length}
        empty={{
          icon: <Users aria-hidden />,
          title: q ? 'No matching creators' : 'No suspended creators',
          description: q
            ? 'No creators match that name or email.'
            : 'Creators you suspend will show up here.',
        }}
        pagination={({ total }) => <ListPages total={total} />}
      >
        {({ creators }) => (
          <DataTable label="Creators" columns={columns} rows={creators} rowKey={({ id }) => id} />
        )}
      </AdminList>
    </AdminLayout>
  )
}

const columns: Array<Column<Creator>> = [
  {
    name: 'Creator',
    cell: (row) => (
      <>
        <p className="flex flex-wrap gap-2 font-semibold">
          {fullName(row) || row.email}
          {row.plan === 'pro' && <Badge>Pro</Badge>}
          {row.isStaff && <Badge tone="plain">Staff</Badge>}
          {row.suspendedAt && <Badge tone="danger">Suspended</Badge>}
        </p>
        <p className="text-ink-faint text-sm">{row.email}</p>
        {row.suspendedReason && <p className="mt-1 text-sm">Reason: {row.suspendedReason}</p>}
      </>
    ),
    phone: 'title',
  },
  { name: 'Joined', cell: ({ createdAt }) => <LocalTime iso={createdAt} format="date" /> },
  {
    name: 'Items',
    cell: ({ contentCount }) => (
      <>
        <span className="@max-[38rem]:hidden">{contentCount}</span>
        <span className="text-ink-faint text-sm @min-[38rem]:hidden">{pluralize(contentCount, 'item')}</span>
      </>
    ),
    isNumeric: true,
    phone: 'detail',
  },
  {
    name: 'Earned',
    cell: ({ totalEarnings, currency }) => formatMoney(totalEarnings, currency),
    isNumeric: true,
  },
  {
    name: 'Balance',
    cell: ({ balance, currency }) => <b>{formatMoney(balance, currency)}</b>,
    isNumeric: true,
    phone: 'figure',
  },
  {
    name: 'Actions',
    cell: (creator) => (creator.isStaff ? null : <SuspendButton creator={creator} />),
    isNumeric: true,
    phone: 'action',
  },
]

/** Suspends a creator with a reason that is shown to them, or restores them. Asks for confirmation. */
function SuspendButton({ creator: { id, email, suspendedAt, suspendedReason } }: { creator: Creator }) {
  return suspendedAt !== null ? (
    <ConfirmButton
      label="Restore"
      context={` ${email}`}
      size="sm"
      title={`Restore ${email}?`}
      description={`They’ll be able to sign in again and their items will be published again. They were suspended for: ${suspendedReason ?? 'no reason given'}`}
      tone="primary"
      route={restoreCreator}
      input={{ params: { id } }}
      successMessage="Restored"
    />
  ) : (
    <ActionDialog
      button={{ label: 'Suspend', context: ` ${email}`, size: 'sm' }}
      title={`Suspend ${email}?`}
      description="They’re signed out right away and their items are unpublished. Buyers keep what they bought, and the payment records stay."
      route={suspendCreator}
      schema={SuspensionInput}
      toInput={(body) => ({ params: { id }, body })}
      successMessage="Suspended"
      submitLabel="Suspend"
      tone="danger"
    >
      <Field label="Reason" name="reason" hint="They’ll see this when they try to sign in, and in an email.">
        <Textarea />
      </Field>
    </ActionDialog>
  )
}
