import { Check, ChevronDown, Download, Layers, type LucideIcon, Play } from 'lucide-react'
import type { PublicContent } from '../../../../contract/content.ts'
import type { PublicPart } from '../../../../contract/parts.ts'
import { formatBytes } from '../../../../domain/format.ts'
import { groupParts, type PartGroup, partNoun, sectionsOf } from '../../../../domain/part-groups.ts'
import { withTime } from '../../../shared/content-format.ts'
import { partIcons } from '../../../shared/part-icons.ts'
import { groupText, keepText, partLabel, partType, whatYouGet } from '../../../shared/parts-text.ts'
import { Badge } from '../../../ui/badge.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { previewAnchor } from './sample-player.island.tsx'

const icons: Record<PartGroup['noun'], LucideIcon> = { ...partIcons, rest: Layers }

type WhatsInsideProps = {
  content: Pick<PublicContent, 'parts' | 'pricingModel' | 'release' | 'whatsInside' | 'totalSize' | 'teaser'>
}

/**
 * The creator's own lines, or else a summary of the parts; then all parts, folded. The last line says how buyers get it. An item of
 * one part has no summary and no list.
 */
export function WhatsInside({ content, isOwned = false }: WhatsInsideProps & { isOwned?: boolean }) {
  const { parts, whatsInside } = content
  const [first, ...others] = parts
  if (!first) return null
  const hasList = others.length > 0
  // Who owns it has been told how to get it, beside its price.
  if (isOwned && !hasList && whatsInside.length === 0) return null
  return (
    <section aria-labelledby="whats-inside" className="grid gap-4">
      <h2 id="whats-inside" className="text-xl">
        What’s inside
      </h2>
      {whatsInside.length > 0 ? <OwnLines lines={whatsInside} /> : hasList && <Summary parts={parts} />}
      {hasList && <PartList content={content} />}
      {!isOwned &&
        (hasList ? (
          <p className="grid grid-cols-[22px_minmax(0,1fr)] gap-2 text-ink-soft">
            <Download aria-hidden className="mt-0.5 size-4.5" />
            {withTime(keepText(parts), content)}
          </p>
        ) : (
          <OnlyPart part={first} content={content} />
        ))}
    </section>
  )
}

function OnlyPart({ part, content }: WhatsInsideProps & { part: PublicPart }) {
  const { title, use } = whatYouGet(part)
  return <Tile noun={partNoun(part)} title={title} detail={withTime(use, content)} />
}

function OwnLines({ lines }: { lines: Array<string> }) {
  return (
    <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order.
        <li key={index} className="grid grid-cols-[22px_minmax(0,1fr)] gap-2.5 [overflow-wrap:anywhere]">
          <Check aria-hidden className="mt-1 size-4.5 text-brand" />
          {line}
        </li>
      ))}
    </ul>
  )
}

function Summary({ parts }: { parts: Array<PublicPart> }) {
  return (
    <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {groupParts(parts).map((group) => {
        const { title, detail } = groupText(group)
        return (
          <li key={group.noun}>
            <Tile noun={group.noun} title={title} detail={detail} />
          </li>
        )
      })}
    </ul>
  )
}

function Tile({ noun, title, detail }: { noun: PartGroup['noun']; title: string; detail: string }) {
  const Icon = icons[noun]
  return (
    <p className="flex min-w-0 items-center gap-3.5">
      <IconTile size="sm">
        <Icon aria-hidden />
      </IconTile>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <b className="line-clamp-2 font-semibold leading-snug">{title}</b>
        {detail && <span className="block text-ink-faint text-sm">{detail}</span>}
      </span>
    </p>
  )
}

/** Names and types only: addresses, texts and the names of files are for buyers. */
function PartList({ content }: WhatsInsideProps) {
  const { parts, totalSize, teaser } = content
  return (
    <details className="group rounded-md border border-line bg-surface px-4 shadow-sm sm:px-5.5">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-1.5 [&::-webkit-details-marker]:hidden">
        <span>
          <b className="font-semibold">All {parts.length} parts</b>{' '}
          {totalSize > 0 && <span className="text-ink-faint">{formatBytes(totalSize)}</span>}
        </span>
        <ChevronDown aria-hidden className="moves size-4 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="grid gap-3 pb-2.5">
        {sectionsOf(parts).map(({ section, parts: ofSection }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sections never change their order.
          <div key={index} className="min-w-0">
            {section && (
              <h3 className="pt-1.5 pb-1 font-body font-semibold text-ink-soft text-sm tracking-normal [overflow-wrap:anywhere]">
                {section}
              </h3>
            )}
            <ul className="divide-y divide-line">
              {ofSection.map((part, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their order.
                <PartRow key={place} part={part} hasPreview={part.isPreviewed && teaser !== null} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </details>
  )
}

function PartRow({ part, hasPreview }: { part: PublicPart; hasPreview: boolean }) {
  const Icon = icons[partNoun(part)]
  return (
    <li className="flex min-h-[42px] items-center gap-3 py-1.5">
      <Icon aria-hidden className="size-4 flex-none text-ink-faint" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{partLabel(part)}</span>
      {hasPreview && (
        <a
          href={`#${previewAnchor}`}
          className="-my-2 inline-flex min-h-11 flex-none items-center rounded-full"
        >
          <Badge tone="warm">
            <Play aria-hidden className="size-3.5" />
            Free preview
          </Badge>
        </a>
      )}
      <span className="flex-none text-ink-faint text-sm">{partType(part)}</span>
    </li>
  )
}
