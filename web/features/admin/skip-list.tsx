import type { ReactNode } from 'react'
import type { Skipped } from '../../../contract/payout-runs.ts'
import { formatMoney } from '../../ui/money-text.ts'

/** Who is passed over in a run, and why. */
export function SkipList({ skips, currency }: { skips: Array<Skipped>; currency: string }) {
  return (
    <PersonList>
      {skips.map(({ userId, name, email, amount, sentence }) => (
        <PersonRow key={userId} name={name ?? email} note={sentence}>
          <span>{formatMoney(amount, currency)}</span>
        </PersonRow>
      ))}
    </PersonList>
  )
}

export function PersonList({ children }: { children: ReactNode }) {
  return <ul className="m-0 list-none rounded-md border border-line p-0">{children}</ul>
}

/** A creator, what is to say of them, and their money. */
export function PersonRow({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <li className="flex justify-between gap-3 border-line border-b px-3 py-2 last:border-b-0">
      <span className="wrap-anywhere min-w-0">
        {name}
        <span className="block text-ink-faint text-sm">{note}</span>
      </span>
      {children}
    </li>
  )
}
