import type { ReactNode } from 'react'
import type { SkippedPayee } from '../../../contract/payout-runs.ts'
import { formatMoney } from '../../ui/money-text.ts'

/** The creators that a payout run skips, and why. */
export function SkippedCreatorList({
  skippedCreators,
  currency,
}: {
  skippedCreators: Array<SkippedPayee>
  currency: string
}) {
  return (
    <PersonList>
      {skippedCreators.map(({ userId, name, email, amount, message }) => (
        <PersonRow key={userId} name={name ?? email} detail={message}>
          <span>{formatMoney(amount, currency)}</span>
        </PersonRow>
      ))}
    </PersonList>
  )
}

export function PersonList({ children }: { children: ReactNode }) {
  return <ul className="m-0 list-none rounded-md border border-line p-0">{children}</ul>
}

/** A creator with a detail and an amount. */
export function PersonRow({ name, detail, children }: { name: string; detail: string; children: ReactNode }) {
  return (
    <li className="flex justify-between gap-3 border-line border-b px-3 py-2 last:border-b-0">
      <span className="wrap-anywhere min-w-0">
        {name}
        <span className="block text-ink-faint text-sm">{detail}</span>
      </span>
      {children}
    </li>
  )
}
