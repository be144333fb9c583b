import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { PreviewFocus } from '../../../../contract/content.ts'
import type { Pond } from '../../../../contract/ponds.ts'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { editorBar } from '../../../shared/editor-layout.ts'
import { Card } from '../../../ui/card.tsx'
import { pluralize } from '../../../ui/format.ts'

type BundleSummaryProps = {
  title: string
  image: string | undefined
  focus: PreviewFocus
  pond: Pond
  itemCount: number
  /** As shown; undefined while it is no amount. */
  price: string | undefined
  /** What the items cost one by one, where that is more. */
  singly: string | undefined
  /** Why it was not saved, where no field says it. */
  problem: string | undefined
  /** The buttons of the form. */
  children: ReactNode
}

/** What buyers will see of the bundle, and the buttons of its form. */
export function BundleSummary({
  title,
  image,
  focus,
  pond,
  itemCount,
  price,
  singly,
  problem,
  children,
}: BundleSummaryProps) {
  return (
    <aside aria-labelledby="bundle-preview" className="grid gap-4 lg:sticky lg:top-5">
      <h2 id="bundle-preview" className="font-body font-semibold text-base tracking-normal">
        How buyers will see it
      </h2>
      <Card padding="none" className="overflow-clip">
        <ContentCover pond={pond} image={image} focus={focus} fit="contain" sizes="400px" />
        <div className="grid gap-1 px-5 pt-4 pb-5">
          <p
            className={clsx(
              'wrap-anywhere font-[650] font-display text-lg',
              title === '' && 'text-ink-faint',
            )}
          >
            {title || 'Your bundle'}
          </p>
          <p className="text-ink-faint text-sm">{pluralize(itemCount, 'item')}</p>
          {price !== undefined && (
            <p className="flex flex-wrap items-baseline gap-x-2">
              <b>{price}</b>
              {singly !== undefined && (
                <span className="text-ink-soft text-sm">instead of {singly} singly</span>
              )}
            </p>
          )}
        </div>
      </Card>
      {problem !== undefined && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <div className={editorBar}>{children}</div>
      <p className="rounded-md bg-sunken px-4 py-3 text-ink-soft text-sm">
        <b className="text-ink">One sale, one price, one receipt.</b> A refund takes back only what came with
        the bundle. Stats of each item show its share.
      </p>
    </aside>
  )
}
