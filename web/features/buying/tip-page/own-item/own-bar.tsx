import { ChartNoAxesColumn, Copy, Eye, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { getContentForEditing } from '../../../../../contract/content-editing.ts'
import type { ResponseOf } from '../../../../api/types.ts'
import { copyTipLink } from '../../../../shared/copy-tip-link.ts'
import { formatMoney, pluralize } from '../../../../ui/format.ts'
import { TextLink } from '../../../../ui/text-link.tsx'
import { toast } from '../../../../ui/toast.ts'

export type Own = ResponseOf<typeof getContentForEditing>

type OwnBarProps = { item: Own; onPublish: () => Promise<void> }

/** The creator's bar above their own item: what it sold and the way to change it, or why nobody else sees it. */
export function OwnBar({ item, onPublish }: OwnBarProps) {
  const { id, title, tipAddress, itemCount, unlockCount, totalEarnings, currency } = item
  const hidden = whyHidden(item)
  return (
    <section aria-label="Your item" className="bg-ink text-paper">
      <div className="mx-auto flex min-h-14 w-full max-w-[1120px] flex-wrap items-center gap-x-5 gap-y-1 px-[18px] py-2 sm:px-6">
        <p className="inline-flex items-center gap-2 font-semibold">
          <Eye aria-hidden className="size-[1.15em]" />
          Your item
        </p>
        {hidden ? (
          <p className="wrap-anywhere min-w-0 max-md:basis-full">{hidden}</p>
        ) : (
          <p className="flex gap-x-5 opacity-80">
            <span>{pluralize(unlockCount, 'sale')}</span>
            <span>{formatMoney(totalEarnings, currency)} earned</span>
          </p>
        )}
        <div className="flex flex-1 flex-wrap items-center gap-x-5 max-md:basis-full md:justify-end">
          <TextLink
            unstyled
            className={linkClass}
            href={itemCount === null ? `/edit/${id}` : `/bundles/${id}`}
            aria-label={`Edit ${title}`}
          >
            <Pencil aria-hidden className="size-[1.1em]" />
            Edit
          </TextLink>
          <TextLink
            unstyled
            className={linkClass}
            href={`/analytics?item=${id}`}
            aria-label={`Stats for ${title}`}
          >
            <ChartNoAxesColumn aria-hidden className="size-[1.1em]" />
            Stats
          </TextLink>
          {hidden ? (
            <NextStep item={item} onPublish={onPublish} />
          ) : (
            <button
              type="button"
              className={lightClass}
              onClick={() => copyTipLink(`${location.origin}${tipAddress}`)}
            >
              <Copy aria-hidden />
              Copy link
            </button>
          )}
        </div>
      </div>
    </section>
  )
}

const linkClass = 'inline-flex min-h-11 items-center gap-2 font-semibold hover:underline'
/** The one button of the bar: light on ink. */
const lightClass =
  'moves inline-flex min-h-10 items-center gap-2 rounded-full bg-paper px-4 font-semibold text-ink hover:bg-sunken max-md:ml-auto aria-disabled:opacity-60 [&>svg]:size-[1.1em]'

/** What brings a hidden item on sale, if its creator can do it now. */
function NextStep({ item, onPublish }: OwnBarProps) {
  const { takedownReason, review } = item
  if (takedownReason !== null)
    return (
      <TextLink unstyled className={lightClass} href="/feedback">
        Contact us
      </TextLink>
    )
  if (review?.state === 'pending') return null
  return <PublishButton label={review ? 'Ask again' : 'Publish'} onPublish={onPublish} />
}

type PublishButtonProps = { label: string; onPublish: () => Promise<void> }

function PublishButton({ label, onPublish }: PublishButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  async function publish() {
    setIsBusy(true)
    try {
      await onPublish()
    } catch {
      setIsBusy(false)
      toast({
        title: 'Couldn’t publish it',
        description: 'Open Edit to see what’s missing.',
        tone: 'destructive',
      })
    }
  }
  return (
    <button
      type="button"
      className={lightClass}
      aria-disabled={isBusy}
      onClick={() => isBusy || void publish()}
    >
      {label}
    </button>
  )
}

/** Why only the creator sees the item; undefined for a published one. */
function whyHidden({ status, takedownReason, review, unlockCount }: Own): string | undefined {
  if (takedownReason !== null) return `We took this item down: ${takedownReason}`
  if (review?.state === 'pending') return 'In review, only you see this. We’ll email you.'
  if (review) return `Not approved: ${review.reason} Change it, then ask again.`
  if (status === 'published') return undefined
  return unlockCount > 0 ? 'Unpublished. Only you and its buyers see it.' : 'Draft, only you see this'
}
