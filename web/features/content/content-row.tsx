import { ChartNoAxesColumn, Copy, ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { CreatorContent } from '../../../contract/content.ts'
import { formatBytes } from '../../../domain/bytes-text.ts'
import { ContentCover } from '../../shared/content-cover.tsx'
import { categoryLabels } from '../../shared/content-labels.ts'
import { copyTipLink } from '../../shared/copy-tip-link.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { pluralize } from '../../ui/count-text.ts'
import { formatDate } from '../../ui/date-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { ContentDetails } from './content-details.tsx'
import { conversionLabel } from './content-filters.ts'

type ContentRowProps = { item: CreatorContent; publicUrl: string; onDelete: (item: CreatorContent) => void }

/** An item: its title, price, figures and actions. */
export function ContentRow({ item, publicUrl, onDelete }: ContentRowProps) {
  const { id, title, previewImage, status, takedownReason } = item
  const [open, setOpen] = useState(false)
  const detailsId = useId()
  return (
    <div className="border-line border-t">
      <div className="grid grid-cols-[52px_minmax(0,1fr)] items-center gap-x-3.5 gap-y-2 px-4 py-3 sm:px-5 lg:grid-cols-[52px_minmax(0,1fr)_290px_220px]">
        <ContentCover seed={id} image={previewImage} className="aspect-square rounded-[12px]" />
        <div className="min-w-0">
          <h3 className="wrap-anywhere font-body font-semibold leading-snug tracking-normal">
            {title}{' '}
            {status === 'draft' && (
              <Badge tone="warn" className="ml-1">
                Draft
              </Badge>
            )}
            {takedownReason && (
              <Badge tone="danger" className="ml-1">
                Taken down
              </Badge>
            )}
          </h3>
          <p className="text-ink-faint text-sm">{contentSummary(item)}</p>
        </div>
        <div className="col-span-2 flex flex-wrap items-center justify-between gap-x-2 gap-y-1 lg:contents">
          <SalesFigures item={item} />
          <div className="-ml-3 flex shrink-0 max-sm:w-full sm:ml-0 sm:justify-end">
            <Tooltip text="Stats">
              <Button
                variant="icon"
                aria-label={`Stats for ${title}`}
                aria-expanded={open}
                aria-controls={open ? detailsId : undefined}
                onClick={() => setOpen(!open)}
              >
                <ChartNoAxesColumn aria-hidden />
              </Button>
            </Tooltip>
            <ContentActions item={item} publicUrl={publicUrl} onDelete={onDelete} />
          </div>
        </div>
      </div>
      {open && (
        <div id={detailsId} className="px-4 pb-4 sm:px-5">
          <ContentDetails item={item} />
        </div>
      )}
    </div>
  )
}

function SalesFigures({ item }: { item: CreatorContent }) {
  const { pricingModel, price, currency, tipCount, totalEarnings } = item
  const open = pricingModel === 'pay_what_you_want'
  return (
    <p className="flex min-w-0 flex-wrap gap-x-3 max-lg:text-sm lg:grid lg:grid-cols-[1.1fr_0.9fr_1fr]">
      <span>
        {open ? 'from ' : ''}
        {formatMoney(price, currency)}
      </span>
      <span>{pluralize(tipCount, 'tip')}</span>
      <span className="font-semibold">
        <span className="sr-only">Total earned </span>
        {formatMoney(totalEarnings, currency)}
      </span>
    </p>
  )
}

/** Drafts and items taken down have no page to open and no link to share. */
function ContentActions({ item, publicUrl, onDelete }: ContentRowProps) {
  const { id, title, status, takedownReason } = item
  return (
    <>
      {status === 'published' && !takedownReason && (
        <>
          <Tooltip text="Open tip page">
            <LinkButton variant="icon" href={`/p/${id}`} target="_blank" aria-label={`Open ${title}`}>
              <ExternalLink aria-hidden />
            </LinkButton>
          </Tooltip>
          <Tooltip text="Copy tip link">
            <Button
              variant="icon"
              aria-label={`Copy tip link for ${title}`}
              onClick={() => copyTipLink(`${publicUrl}/p/${id}`)}
            >
              <Copy aria-hidden />
            </Button>
          </Tooltip>
        </>
      )}
      <Tooltip text="Edit">
        <LinkButton variant="icon" href={`/edit/${id}`} aria-label={`Edit ${title}`}>
          <Pencil aria-hidden />
        </LinkButton>
      </Tooltip>
      <Tooltip text="Delete">
        <Button variant="icon" aria-label={`Delete ${title}`} onClick={() => onDelete(item)}>
          <Trash2 aria-hidden />
        </Button>
      </Tooltip>
    </>
  )
}

/** Kind, category and date; with views also their number and the conversion. */
function contentSummary({ kind, category, fileSize, createdAt, views, unlockCount }: CreatorContent): string {
  const size = fileSize === null ? 'No file yet' : formatBytes(fileSize)
  const kindLabel = { file: size, link: 'Link', text: 'Text' }[kind]
  const conversionRate = conversionLabel({ views, sales: unlockCount })
  const metrics = views === 0 ? [formatDate(createdAt)] : [pluralize(views, 'view'), conversionRate]
  return [categoryLabels[category], kindLabel, ...metrics].filter(Boolean).join(' · ')
}
