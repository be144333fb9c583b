import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import {
  type Alert,
  AlertResolutionInput,
  listAlerts,
  resolveAlert,
} from '../../../../../contract/admin-overview.ts'
import { alertGuides } from '../../../../../contract/alerts.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Button, LinkButton } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Textarea } from '../../../../ui/input.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { Pagination } from '../../../../ui/pagination.tsx'
import { Select } from '../../../../ui/select.tsx'
import { useCanAct } from '../admin-layout.tsx'
import { ActionForm } from '../admin-list.tsx'
import { AdminList, AdminRows } from '../payouts/admin-list.tsx'
import { useAdminAction } from '../use-admin-action.ts'

type State = 'open' | 'resolved'

/** The open or the resolved alerts for the operator. */
export function AlertList() {
  const [state, setState] = useState<State>('open')
  const [page, setPage] = useState(1)
  const read = useApiQuery(listAlerts, { query: { state, page } })
  return (
    <AdminList
      query={read}
      subject="Alerts"
      filter={
        <Field label="Status" className="w-full sm:w-60">
          <Select
            options={[
              { value: 'open', label: 'Open' },
              { value: 'resolved', label: 'Resolved' },
            ]}
            value={state}
            onChange={({ target }) => {
              setState(target.value === 'resolved' ? 'resolved' : 'open')
              setPage(1)
            }}
          />
        </Field>
      }
      countOf={({ alerts }) => alerts.length}
      empty={{
        icon: <CircleCheck aria-hidden />,
        title: state === 'open' ? 'All clear' : 'Nothing resolved yet',
        description: 'Mismatched payments, returned money and missing files show up here.',
      }}
      pagination={({ total }) => <Pagination page={page} total={total} onChange={setPage} />}
    >
      {({ alerts }) => (
        <AdminRows>
          {alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} />
          ))}
        </AdminRows>
      )}
    </AdminList>
  )
}

function AlertRow({ alert }: { alert: Alert }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { id, kind, target, detail, createdAt, resolvedAt, purchaseId } = alert
  const canAct = useCanAct()
  const resolve = useAdminAction(resolveAlert, {
    successMessage: 'Resolved',
    invalidates: [listAlerts],
    onSuccess: () => setIsDialogOpen(false),
  })
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-line border-b px-4 py-4 last:border-b-0 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">{alertGuides[kind].title}</p>
        <p className="wrap-anywhere">{detail}</p>
        {!resolvedAt && <p className="text-ink-soft">{alertGuides[kind].action}</p>}
        <p className="wrap-anywhere text-ink-faint text-sm">
          <LocalTime iso={createdAt} /> · {target}
          {resolvedAt && (
            <>
              {' · resolved '}
              <LocalTime iso={resolvedAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {purchaseId !== null && (
          <LinkButton size="sm" variant="secondary" href={`/admin/purchases/${purchaseId}`}>
            Open purchase
          </LinkButton>
        )}
        {!resolvedAt && canAct && (
          <Button size="sm" onClick={() => setIsDialogOpen(true)}>
            Resolve<span className="sr-only">: {detail}</span>
          </Button>
        )}
      </div>
      <Dialog
        open={isDialogOpen}
        onOpenChange={setIsDialogOpen}
        title="Resolve this alert"
        description={detail}
      >
        <ActionForm
          schema={AlertResolutionInput}
          mutation={resolve}
          onSubmit={(body) => resolve.mutate({ params: { id }, body })}
          submitLabel="Resolve"
        >
          <Field
            label="What did you do?"
            name="resolutionNote"
            isOptional
            hint="This is saved in the audit log."
          >
            <Textarea />
          </Field>
        </ActionForm>
      </Dialog>
    </li>
  )
}
