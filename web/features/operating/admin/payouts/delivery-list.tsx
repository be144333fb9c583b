import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import {
  type Delivery,
  type DeliveryFilter,
  deliveryFilters,
  listDeliveries,
  resendDelivery,
} from '../../../../../contract/deliveries.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { Field } from '../../../../ui/field.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { Pagination } from '../../../../ui/pagination.tsx'
import { Select } from '../../../../ui/select.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { AdminOnly } from '../admin-layout.tsx'
import { humanize } from '../format.ts'
import { useAdminAction } from '../use-admin-action.ts'
import { AdminList } from './admin-list.tsx'

const filterLabels: Record<DeliveryFilter, string> = {
  late: 'Failed or delayed',
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  dropped: 'Dropped',
}

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

/** Emails and webhooks by their state. */
export function DeliveryList() {
  const [show, setShow] = useState<DeliveryFilter>('late')
  const [page, setPage] = useState(1)
  const read = useApiQuery(listDeliveries, { query: { show, page } })
  return (
    <AdminList
      query={read}
      subject="Emails"
      filter={
        <Field label="Status" className="w-full sm:w-60">
          <Select
            options={deliveryFilters.map((value) => ({ value, label: filterLabels[value] }))}
            value={show}
            onChange={({ target }) => {
              setShow(deliveryFilters.find((filter) => filter === target.value) ?? 'late')
              setPage(1)
            }}
          />
        </Field>
      }
      countOf={({ deliveries }) => deliveries.length}
      empty={{ icon: <MailCheck aria-hidden />, ...emptyTexts[show] }}
      pagination={({ total }) => <Pagination page={page} total={total} onChange={setPage} />}
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
        <Badge tone={tones[state]}>{filterLabels[state]}</Badge>
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
        <AdminOnly>
          <Resend delivery={delivery} />
        </AdminOnly>
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

function Resend({ delivery: { id, target } }: { delivery: Delivery }) {
  const resend = useAdminAction(resendDelivery, {
    successMessage: 'Email is on its way',
    invalidates: [listDeliveries],
  })
  return (
    <Button
      size="sm"
      variant="secondary"
      isLoading={resend.isPending}
      onClick={() => resend.mutate({ params: { id } })}
    >
      Resend<span className="sr-only"> to {target}</span>
    </Button>
  )
}
