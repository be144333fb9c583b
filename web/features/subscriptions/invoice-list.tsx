import type { Subscription } from '../../../contract/subscriptions.ts'
import { formatDate } from '../../ui/date-text.ts'
import { formatMoney } from '../../ui/money-text.ts'

export function InvoiceList({ invoices }: Pick<Subscription, 'invoices'>) {
  return (
    <div>
      <h3 className="font-semibold">Invoices</h3>
      <ul className="mt-1 grid">
        {invoices.map(({ id, amount, currency, paidAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-line border-b py-2.5 last:border-b-0"
          >
            <span>{formatDate(paidAt)}</span>
            <span className="text-ink-faint text-sm">Invoice {id}</span>
            <span className="font-semibold">{formatMoney(amount, currency)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
