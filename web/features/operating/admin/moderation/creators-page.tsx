import { Ellipsis, Users } from 'lucide-react'
import { useState } from 'react'
import {
  type Creator,
  listCreators,
  restoreCreator,
  SuspensionInput,
  suspendCreator,
} from '../../../../../contract/admin-overview.ts'
import { site } from '../../../../../contract/site.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { ConfirmDialog, Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { formatMoney, pluralize } from '../../../../ui/format.ts'
import { Textarea } from '../../../../ui/input.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { Menu, menuItemClass } from '../../../../ui/menu.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { ActionForm, useAdminAction } from '../admin-actions.tsx'
import { AdminLayout, useCanAct } from '../admin-layout.tsx'
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
          <CreatorName creator={row} />
          {row.plan === 'pro' && !site().isSolo && <Badge>Pro</Badge>}
          {row.isStaff && <Badge tone="plain">Staff</Badge>}
          {row.suspendedAt && <Badge tone="danger">Suspended</Badge>}
        </p>
        {fullName(row) && (
          <p title={row.email} className="truncate text-ink-faint text-sm @max-[38rem]:hidden">
            {row.email}
          </p>
        )}
        {row.suspendedReason && <p className="mt-1 text-sm">Reason: {row.suspendedReason}</p>}
      </>
    ),
    phone: 'title',
  },
  { name: 'Joined', cell: ({ createdAt }) => <LocalTime iso={createdAt} format="date" /> },
  {
    name: 'Items',
    cell: (row) => (
      <>
        <span className="@max-[38rem]:hidden">{row.contentCount}</span>
        <span className="wrap-anywhere text-ink-faint text-sm @min-[38rem]:hidden">
          {fullName(row) ? `${row.email}, ` : ''}
          {pluralize(row.contentCount, 'item')}
        </span>
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
    cell: (creator) => (creator.isStaff ? null : <CreatorMenu creator={creator} />),
    isNumeric: true,
    phone: 'action',
  },
]

/** Leads to their page, for those who have one. */
function CreatorName({ creator }: { creator: Creator }) {
  const name = fullName(creator) || creator.email
  if (!creator.handle || creator.suspendedAt) return name
  return <TextLink href={`/@${creator.handle}`}>{name}</TextLink>
}

/** What is seldom done to an account stands in a menu. The dialogs are beside it, because it closes with a click. */
function CreatorMenu({ creator }: { creator: Creator }) {
  const [isOpen, setIsOpen] = useState(false)
  const { email, suspendedAt } = creator
  if (!useCanAct()) return null
  const verb = suspendedAt === null ? 'Suspend' : 'Restore'
  return (
    <>
      <Menu label={`More for ${email}`} button={<Ellipsis aria-hidden />} className="min-w-11" padding="none">
        {() => (
          <button type="button" className={menuItemClass} onClick={() => setIsOpen(true)}>
            {verb}
            <span className="sr-only"> {email}</span>
          </button>
        )}
      </Menu>
      {suspendedAt === null ? (
        <SuspendDialog creator={creator} isOpen={isOpen} onOpenChange={setIsOpen} />
      ) : (
        <RestoreDialog creator={creator} isOpen={isOpen} onOpenChange={setIsOpen} />
      )}
    </>
  )
}

type AccountDialogProps = { creator: Creator; isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/** Suspends a creator with a reason that is shown to them. */
function SuspendDialog({ creator: { id, email }, isOpen, onOpenChange }: AccountDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={`Suspend ${email}?`}
      description="They’re signed out right away and their items are unpublished. Buyers keep what they bought, and the payment records stay."
    >
      <ActionForm
        route={suspendCreator}
        schema={SuspensionInput}
        toInput={(body) => ({ params: { id }, body })}
        successMessage="Suspended"
        submitLabel="Suspend"
        tone="danger"
        onSuccess={() => onOpenChange(false)}
      >
        <Field
          label="Reason"
          name="reason"
          hint="They’ll see this when they try to sign in, and in an email."
        >
          <Textarea />
        </Field>
      </ActionForm>
    </Dialog>
  )
}

function RestoreDialog({
  creator: { id, email, suspendedReason },
  isOpen,
  onOpenChange,
}: AccountDialogProps) {
  const restore = useAdminAction(restoreCreator, {
    successMessage: 'Restored',
    onSuccess: () => onOpenChange(false),
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title={`Restore ${email}?`}
      description={`They’ll be able to sign in again and their items will be published again. They were suspended for: ${suspendedReason ?? 'no reason given'}`}
      confirmLabel="Restore"
      tone="primary"
      isLoading={restore.isPending}
      onConfirm={() => restore.mutate({ params: { id } })}
    />
  )
}
