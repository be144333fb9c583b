import type { ReactNode } from 'react'
import type { PartNoun } from '../../../../domain/part-groups.ts'
import { partIcons } from '../../../shared/part-icons.ts'

/** What stands at the left of a row, as wide as a button. */
export function PartIcon({ noun }: { noun: PartNoun }) {
  const Icon = partIcons[noun]
  return (
    <span className="grid size-11 flex-none place-items-center">
      <span className="grid size-10 place-items-center rounded-full bg-brand-soft text-brand [&>svg]:size-5">
        <Icon aria-hidden />
      </span>
    </span>
  )
}

type RowTextProps = { title: string; detail: ReactNode }

export function RowText({ title, detail }: RowTextProps) {
  return (
    <span className="grid min-h-11 min-w-0 flex-1 content-center leading-snug [overflow-wrap:anywhere]">
      <b className="font-semibold group-aria-[current=true]/row:text-brand">{title}</b>
      <span className="text-ink-faint text-sm">{detail}</span>
    </span>
  )
}

/** The place of a row in the list. A phone has no room for it. */
export function RowPlace({ place }: { place: number }) {
  return (
    <span className="grid min-h-11 w-6 flex-none place-items-center text-ink-faint text-sm max-sm:hidden">
      {place}
    </span>
  )
}

export type RowSummaryProps = RowTextProps & { noun: PartNoun; place: number }

/** The row of a part that opens below itself. Its last button, outside of it, is as wide as the padding. */
export function RowSummary({ noun, place, ...text }: RowSummaryProps) {
  return (
    <summary className="moves flex cursor-pointer list-none items-start gap-2.5 py-2 pr-15 pl-3 hover:bg-sunken sm:pr-17 sm:pl-4.5 [&::-webkit-details-marker]:hidden">
      <RowPlace place={place} />
      <PartIcon noun={noun} />
      <RowText {...text} />
      <span
        aria-hidden
        className="mt-0.5 grid min-h-10 place-items-center rounded-full border border-line-strong px-4 font-semibold group-open/part:hidden print:hidden"
      >
        {noun === 'image' ? 'Show' : 'Read'}
      </span>
      <span
        aria-hidden
        className="mt-0.5 hidden min-h-10 place-items-center rounded-full border border-line-strong px-4 font-semibold group-open/part:grid"
      >
        Close
      </span>
    </summary>
  )
}

/** Parts of an item open one at a time. */
export const openPartName = 'open-part'
export const openPartClass = 'border-line border-t bg-sunken px-4 py-5 sm:px-6'
