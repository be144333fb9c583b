import { Users } from 'lucide-react'
import { useState } from 'react'
import {
  type Creator,
  listCreators,
  restoreCreator,
  SuspensionInput,
  suspendCreator,
} from '../../../../../contract/admin-overview.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { parsePage, useSearchParamsState } from '../../../../shared/use-search-params-state.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { ConfirmDialog, Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { formatDate, formatMoney } from '../../../../ui/format.ts'
import { Textarea } from '../../../../ui/input.tsx'
import { Pagination } from '../../../../ui/pagination.tsx'
import { SearchInput } from '../../../../ui/search-input.tsx'
import { SegmentedControl } from '../../../../ui/segmented-control.tsx'
import { AdminLayout, AdminOnly } from '../admin-layout.tsx'
import { ActionForm } from '../admin-list.tsx'
import { fullName } from '../format.ts'
import { AdminList } from '../payouts/admin-list.tsx'
import { useAdminAction } from '../use-admin-action.ts'

/** `/admin/creators`: search, suspend and restore accounts. */
export function CreatorsPage() {
  const [query, setParams] = useSearchParamsState()
  const q = query.get('q') ?? ''
  const state = query.get('state') === 'suspended' ? 'suspended' : 'all'
  const page = parsePage(query)
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
            <SearchInput
              label="Search creators"
              placeholder="Name, email or ID"
              value={q}
              onSearch={(words) => setParams({ q: words, page: undefined })}
            />
            <SegmentedControl
              label="Filter creators"
              name="state"
              value={state}
              options={[
                { value: 'all', label: 'All' },
                { value: 'suspended', label: 'Suspended' },
              ]}
              onChange={(next) => setParams({ state: next === 'all' ? undefined : next, page: undefined })}
            />
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
        pagination={({ total }) => (
          <Pagination page={page} total={total} onChange={(next) => setParams({ page: next })} />
        )}
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
          {row.suspendedAt && <Badge tone="danger">Suspended</Badge>}
        </p>
        <p className="text-ink-faint text-sm">{row.email}</p>
        {row.suspendedReason && <p className="mt-1 text-sm">Reason: {row.suspendedReason}</p>}
      </>
    ),
    isRowHeader: true,
  },
  { name: 'Joined', cell: ({ createdAt }) => formatDate(createdAt) },
  { name: 'Items', cell: ({ contentCount }) => contentCount, isNumeric: true },
  {
    name: 'Earned',
    cell: ({ totalEarnings, currency }) => formatMoney(totalEarnings, currency),
    isNumeric: true,
  },
  { name: 'Balance', cell: ({ balance, currency }) => formatMoney(balance, currency), isNumeric: true },
  {
    name: 'Actions',
    cell: (creator) => (
      <AdminOnly>
        <SuspendButton creator={creator} />
      </AdminOnly>
    ),
    isNumeric: true,
  },
]

const invalidates = [listCreators]

/** Suspends a creator with a reason that is shown to them, or restores them. Asks for confirmation. */
function SuspendButton({ creator }: { creator: Creator }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const close = () => setIsDialogOpen(false)
  const isSuspended = creator.suspendedAt !== null
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setIsDialogOpen(true)}>
        {isSuspended ? 'Restore' : 'Suspend'}
        <span className="sr-only"> {creator.email}</span>
      </Button>
      {isSuspended ? (
        <RestoreDialog creator={creator} open={isDialogOpen} setOpen={setIsDialogOpen} />
      ) : (
        <Dialog
          open={isDialogOpen}
          onOpenChange={setIsDialogOpen}
          title={`Suspend ${creator.email}?`}
          description="They’re signed out right away and their items are unpublished. Buyers keep what they bought, and the payment records stay."
        >
          <SuspendForm id={creator.id} onSuccess={close} />
        </Dialog>
      )}
    </>
  )
}

function SuspendForm({ id, onSuccess }: { id: number; onSuccess: () => void }) {
  const suspend = useAdminAction(suspendCreator, { successMessage: 'Suspended', invalidates, onSuccess })
  return (
    <ActionForm
      schema={SuspensionInput}
      mutation={suspend}
      onSubmit={(body) => suspend.mutate({ params: { id }, body })}
      submitLabel="Suspend"
      tone="danger"
    >
      <Field label="Reason" name="reason" hint="They’ll see this when they try to sign in, and in an email.">
        <Textarea />
      </Field>
    </ActionForm>
  )
}

type RestoreDialogProps = { creator: Creator; open: boolean; setOpen: (open: boolean) => void }

function RestoreDialog({ creator: { id, email, suspendedReason }, open, setOpen }: RestoreDialogProps) {
  const restore = useAdminAction(restoreCreator, {
    successMessage: 'Restored',
    invalidates,
    onSuccess: () => setOpen(false),
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title={`Restore ${email}?`}
      description={`They’ll be able to sign in again and their items will be published again. They were suspended for: ${suspendedReason ?? 'no reason given'}`}
      confirmLabel="Restore"
      tone="primary"
      isLoading={restore.isPending}
      onConfirm={() => restore.mutate({ params: { id } })}
    />
  )
}
