import type { ReactNode } from 'react'

/** Names above their values, in two columns where there is room. Items without a value are left out. */
export function DescriptionList({ items }: { items: Array<[name: string, value: ReactNode]> }) {
  return (
    <dl className="m-0 grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {items
        .filter(([, value]) => value)
        .map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two emails of a minute have the same name.
          <div key={index} className="min-w-0">
            <dt className="text-ink-faint text-sm">{name}</dt>
            <dd className="wrap-anywhere m-0 whitespace-pre-line">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
