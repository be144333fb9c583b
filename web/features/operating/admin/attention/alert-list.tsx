import { CircleCheck } from 'lucide-react'
import {
  type Alert,
  AlertResolutionInput,
  listAlerts,
  resolveAlert,
} from '../../../../../contract/admin-overview.ts'
import { alertGuides } from '../../../../../contract/alerts.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { LinkButton } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Textarea } from '../../../../ui/input.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { ActionDialog } from '../admin-actions.tsx'
import {
  AdminList,
  AdminRow,
  AdminRows,
  ListPages,
  ListSelect,
  useListFilter,
  useListSearch,
} from '../admin-list.tsx'

const states = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
] as const

export function AlertList() {
  const state = useListFilter('state', states)
  const { page } = useListSearch()
  const read = useApiQuery(listAlerts, { query: { state, page } })
  return (
    <AdminList
      query={read}
      subject="Alerts"
      filter={<ListSelect label="Status" name="state" options={states} />}
      countOf={({ alerts }) => alerts.length}
      empty={{
        icon: <CircleCheck aria-hidden />,
        title: state === 'open' ? 'No open alerts' : 'Nothing resolved yet',
        description: 'Mismatched payments, returned money and missing files show up here.',
      }}
      pagination={({ total }) => <ListPages total={total} />}
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
  const { id, kind, target, detail, createdAt, resolvedAt, purchaseId } = alert
  return (
    <AdminRow
      actions={
        <div className="flex flex-wrap gap-2">
          {purchaseId !== null && (
            <LinkButton size="sm" variant="secondary" href={`/admin/purchases/${purchaseId}`}>
              Open purchase
            </LinkButton>
          )}
          {!resolvedAt && (
            <ActionDialog
              button={{ label: 'Resolve', context: `: ${detail}`, variant: 'primary', size: 'sm' }}
              title="Resolve this alert"
              description={detail}
              route={resolveAlert}
              schema={AlertResolutionInput}
              toInput={(body) => ({ params: { id }, body })}
              successMessage="Resolved"
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
            </ActionDialog>
          )}
        </div>
      }
    >
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
    </AdminRow>
  )
}
