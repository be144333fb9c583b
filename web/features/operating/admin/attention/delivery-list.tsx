import { MailCheck } from 'lucide-react'
import {
  type Delivery,
  type DeliveryFilter,
  listDeliveries,
  resendDelivery,
} from '../../../../../contract/deliveries.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { ActionButton } from '../admin-actions.tsx'
import { AdminList, ListPages, ListSelect, useListFilter, useListSearch } from '../admin-list.tsx'
import { humanize } from '../format.ts'

const filters = [
  { value: 'late', label: 'Failed or delayed' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'sent', label: 'Sent' },
  { value: 'failed', label: 'Failed' },
  { value: 'dropped', label: 'Dropped' },
] as const satisfies ReadonlyArray<{ value: DeliveryFilter; label: string }>

const emptyTexts: Record<DeliveryFilter, { title: string; description: string }> = {
  late: {
    title: 'Nothing is stuck',
    description: 'Jobs that have failed for hours and emails delayed more than five minutes show up here.',
  },
  waiting: { title: 'Nothing is waiting', description: 'Emails that haven’t been sent yet show up here.' },
  sent: { title: 'Nothing sent yet', description: 'Sent emails show up here.' },
  failed: {
    title: 'Nothing failed',
    description: 'Emails that we couldn’t send for three days show up here.',
  },
  dropped: {
    title: 'Nothing dropped',
    description: 'Emails that were out of date before we could send them show up here.',
  },
}

export function DeliveryList() {
  const show = useListFilter('show', filters)
  const { page } = useListSearch()
  const read = useApiQuery(listDeliveries, { query: { show, page } })
  return (
    <AdminList
      query={read}
      subject="Emails"
      filter={<ListSelect label="Status" name="show" options={filters} />}
      countOf={({ deliveries }) => deliveries.length}
      empty={{ icon: <MailCheck aria-hidden />, ...emptyTexts[show] }}
      pagination={({ total }) => <ListPages total={total} />}
    >
      {({ deliveries }) => (
        <DataTable label="Emails and webhooks" columns={columns} rows={deliveries} rowKey={({ id }) => id} />
      )}
    </AdminList>
  )
}

const tones = { waiting: 'warm', sent: 'brand', failed: 'danger', dropped: 'plain' } as const

const columns: Array<Column<Delivery>> = [
  { name: 'Email', cell: (delivery) => <Name delivery={delivery} />, isRowHeader: true },
  { name: 'To', cell: ({ target }) => target || 'Erased', isWide: true },
  {
    name: 'Status',
    cell: ({ state }) => (
      <span className="whitespace-nowrap">
        <Badge tone={tones[state]}>{filters.find(({ value }) => value === state)?.label}</Badge>
      </span>
    ),
  },
  { name: 'Created', cell: ({ createdAt }) => <LocalTime iso={createdAt} /> },
  { name: 'Attempts', cell: ({ attempts }) => attempts, isNumeric: true },
  { name: 'Next attempt', cell: ({ nextAttemptAt }) => nextAttemptAt && <LocalTime iso={nextAttemptAt} /> },
  { name: 'Error', cell: ({ lastError }) => lastError },
  {
    name: 'Actions',
    cell: (delivery) =>
      (delivery.state === 'failed' || delivery.state === 'waiting') && (
        <ActionButton
          route={resendDelivery}
          input={{ params: { id: delivery.id } }}
          successMessage="Email is on its way"
          label="Resend"
          context={` to ${delivery.target}`}
          size="sm"
        />
      ),
    isNumeric: true,
  },
]

function Name({ delivery: { kind, purchaseId } }: { delivery: Delivery }) {
  const name = humanize(kind.replaceAll(/[_.]/g, ' '))
  return purchaseId === null ? (
    <b>{name}</b>
  ) : (
    <TextLink href={`/admin/purchases/${purchaseId}`}>
      <b>{name}</b>
    </TextLink>
  )
}
