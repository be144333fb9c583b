import { CreditCard } from 'lucide-react'
import type { getSandboxPayments } from '../../../contract/sandbox-desk.ts'
import type { ReplyOf } from '../../api/types.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { WaitingEntries } from '../../ui/waiting-rows.tsx'
import { PagedList } from './paged-list.tsx'
import { PaymentRow } from './payment-row.tsx'
import { addressOf, type Place } from './place.ts'

export type Read<T> = { data?: T; error: { sentence: string } | null; refetch: () => unknown }
type PaymentListProps = { read: Read<ReplyOf<typeof getSandboxPayments>>; place: Place; changed: () => void }

/** The payments, newest first, fifty at a time. */
export function PaymentList({ read: { data, error, refetch }, place, changed }: PaymentListProps) {
  if (!data && error)
    return <ErrorState title="The payments did not load" text={error.sentence} retry={refetch} />
  if (!data) return <WaitingEntries label="Loading the payments" />
  if (data.payments.length === 0)
    return (
      <EmptyState
        icon={<CreditCard aria-hidden />}
        title="No payments yet"
        text="Open a tip page, go to checkout, and pay with one of the test cards."
      />
    )
  return (
    <PagedList
      newest={place.payments && addressOf({ ...place, payments: undefined })}
      older={data.next ? addressOf({ ...place, payments: data.next }) : undefined}
    >
      <ul className="-mt-px">
        {data.payments.map((payment) => (
          <li key={payment.id}>
            <PaymentRow payment={payment} changed={changed} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}
