import type { ReactNode } from 'react'

type DescriptionItemProps = { name: string; hasDivider?: boolean; children: ReactNode }

/** A name and its value on one line of a `dl`. */
export function DescriptionItem({ name, hasDivider = false, children }: DescriptionItemProps) {
  const layoutClass = hasDivider ? 'mt-2.5 border-line border-t border-dashed pt-3.5' : 'py-1'
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${layoutClass}`}>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
