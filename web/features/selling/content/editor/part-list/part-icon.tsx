import { clsx } from 'clsx'
import { partIcons } from '../../../../../shared/part-icons.ts'
import type { PartEntry } from './entries.ts'
import { nounOf } from './part-labels.ts'

const tones = {
  ready: 'bg-brand-soft text-brand',
  pending: 'bg-sunken text-ink-soft',
  failed: 'bg-danger-soft text-danger',
}

/** The picture of what a part is; gray until its file has arrived. */
export function PartTile({ part, tone }: { part: PartEntry; tone: keyof typeof tones }) {
  const Icon = partIcons[nounOf(part)]
  return (
    <span className={clsx('grid size-10 flex-none place-items-center rounded-[12px]', tones[tone])}>
      <Icon aria-hidden className="size-5" />
    </span>
  )
}
