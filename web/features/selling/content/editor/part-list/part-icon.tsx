import { clsx } from 'clsx'
import { AlignLeft, File, FileText, Film, Image, Link, type LucideIcon, Music, Package } from 'lucide-react'
import type { PartEntry } from './entries.ts'
import { iconOf, type PartIcon } from './part-labels.ts'

const icons: Record<PartIcon, LucideIcon> = {
  music: Music,
  video: Film,
  image: Image,
  document: FileText,
  package: Package,
  file: File,
  link: Link,
  text: AlignLeft,
}

const tones = {
  ready: 'bg-brand-soft text-brand',
  pending: 'bg-sunken text-ink-soft',
  failed: 'bg-danger-soft text-danger',
}

/** The picture of what a part is; gray until its file has arrived. */
export function PartTile({ part, tone }: { part: PartEntry; tone: keyof typeof tones }) {
  const Icon = icons[iconOf(part)]
  return (
    <span className={clsx('grid size-10 flex-none place-items-center rounded-[12px]', tones[tone])}>
      <Icon aria-hidden className="size-5" />
    </span>
  )
}
