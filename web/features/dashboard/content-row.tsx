import { Copy, ExternalLink, Trash2 } from 'lucide-react'
import type { OwnContent } from '../../../contract/content.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatBytes } from '../../ui/bytes-text.ts'
import { categoryNames } from '../../ui/content-words.ts'
import { Cover } from '../../ui/cover.tsx'
import { formatDate } from '../../ui/date-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { copyTipLink } from './copy-tip-link.ts'

type ContentRowProps = { item: OwnContent; publicUrl: string; onDelete: (item: OwnContent) => void }

/** One item: what it is, what it costs, what it brought, and what can be done with it. */
export function ContentRow({ item, publicUrl, onDelete }: ContentRowProps) {
  const { id, title, previewImage, status } = item
  return (
    <div className="grid grid-cols-[52px_minmax(0,1fr)] items-center gap-x-3.5 gap-y-2 border-line border-t px-4 py-3 outline-offset-[-2px] sm:px-5 md:grid-cols-[52px_minmax(0,1fr)_332px_132px]">
      <Cover of={id} image={previewImage} className="aspect-square rounded-[12px]" />
      <div className="min-w-0">
        <h3 className="wrap-anywhere font-body font-semibold leading-snug tracking-normal">
          {title}{' '}
          {status === 'draft' && (
            <Badge tone="warn" className="ml-1">
              Draft
            </Badge>
          )}
        </h3>
        <p className="text-ink-faint text-sm">{whatItIs(item)}</p>
      </div>
      <div className="col-span-2 flex items-center justify-between gap-2 md:contents">
        <Numbers item={item} />
        <Actions item={item} publicUrl={publicUrl} onDelete={onDelete} />
      </div>
    </div>
  )
}

function Numbers({ item }: { item: OwnContent }) {
  const { pricingModel, price, currency, tipCount, totalEarnings } = item
  const open = pricingModel === 'pay_what_you_want'
  return (
    <p className="flex min-w-0 flex-wrap gap-x-3 max-md:text-sm md:grid md:grid-cols-[1.1fr_0.9fr_1fr]">
      <span>
        {open ? 'from ' : ''}
        {formatMoney(price, currency)}
      </span>
      <span>
        {tipCount.toLocaleString('en-US')} {tipCount === 1 ? 'tip' : 'tips'}
      </span>
      <span className="font-semibold">
        <span className="sr-only">Total earned </span>
        {formatMoney(totalEarnings, currency)}
      </span>
    </p>
  )
}

/** A draft has no page to open and no link to share. */
function Actions({ item, publicUrl, onDelete }: ContentRowProps) {
  const { id, title, status } = item
  return (
    <div className="flex shrink-0 justify-end">
      {status === 'published' && (
        <>
          <LinkButton
            variant="icon"
            href={`/p/${id}`}
            target="_blank"
            title="Open tip page"
            aria-label={`Open ${title}`}
          >
            <ExternalLink aria-hidden />
          </LinkButton>
          <Button
            variant="icon"
            title="Copy tip link"
            aria-label={`Copy tip link of ${title}`}
            onClick={() => copyTipLink(`${publicUrl}/p/${id}`)}
          >
            <Copy aria-hidden />
          </Button>
        </>
      )}
      <Button variant="icon" title="Delete" aria-label={`Delete ${title}`} onClick={() => onDelete(item)}>
        <Trash2 aria-hidden />
      </Button>
    </div>
  )
}

function whatItIs({ kind, category, fileSize, createdAt }: OwnContent): string {
  const size = fileSize === null ? 'No file yet' : formatBytes(fileSize)
  const goods = { file: size, link: 'Link', text: 'Text' }[kind]
  return [categoryNames[category], goods, formatDate(createdAt)].join(' · ')
}
