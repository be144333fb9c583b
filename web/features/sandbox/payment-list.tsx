import { CreditCard } from 'lucide-react'
import type { getSandboxPayments } from '../../../contract/sandbox-desk.ts'
import type { ReplyOf } from '../../api/types.ts'
import { type Read, WhenLoaded } from '../../api/when-loaded.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { WaitingEntries } from '../../ui/waiting-rows.tsx'
import { PagedList } from './paged-list.tsx'
import { PaymentRow } from './payment-row.tsx'
import { addressOf, type Place } from './place.ts'

type PaymentListProps = { read: Read<ReplyOf<typeof getSandboxPayments>>; place: Place; changed: () => void }

/** The payments, newest first, fifty at a time. */
export function PaymentList({ read, place, changed }: PaymentListProps) {
  return (
    <WhenLoaded read={read} what="The payments" waiting={<WaitingEntries label="Loading the payments" />}>
      {({ payments, next }) =>
        payments.length === 0 ? (
          <EmptyState
            icon={<CreditCard aria-hidden />}
            title="No payments yet"
            text="Open a tip page, go to checkout, and pay with one of the test cards."
          />
        ) : (
          <PagedList
            newest={place.payments && addressOf({ ...place, payments: undefined })}
            older={next ? addressOf({ ...place, payments: next }) : undefined}
          >
            <ul className="-mt-px">
              {payments.map((payment) => (
                <li key={payment.id}>
                  <PaymentRow payment={payment} changed={changed} />
                </li>
              ))}
            </ul>
          </PagedList>
        )
      }
    </WhenLoaded>
  )
}
