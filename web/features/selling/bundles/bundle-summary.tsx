import type { ReactNode } from 'react'
import type { PreviewFocus } from '../../../../contract/content.ts'
import type { Pond } from '../../../../contract/ponds.ts'
import { ContentCover } from '../../../shared/content-cover.tsx'
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
    <aside className="grid gap-4 lg:sticky lg:top-5">
      <Card className="grid gap-4">
        <ContentCover
          pond={pond}
          image={image}
          focus={focus}
          fit="contain"
          sizes="400px"
          className="rounded-md"
        />
        <div className="grid gap-1">
          <b className="[overflow-wrap:anywhere]">{title || 'Your bundle'}</b>
          <span className="text-ink-faint">{pluralize(itemCount, 'item')}</span>
          {price !== undefined && (
            <p className="flex flex-wrap items-baseline gap-x-2">
              <b>{price}</b>
              {singly !== undefined && (
                <span className="text-ink-soft text-sm">instead of {singly} singly</span>
              )}
            </p>
          )}
        </div>
        {problem !== undefined && (
          <p role="alert" className="text-danger">
            {problem}
          </p>
        )}
        <div className="grid gap-2">{children}</div>
      </Card>
      <p className="rounded-md bg-sunken px-4 py-3 text-ink-soft text-sm">
        <b className="text-ink">One sale, one price, one receipt.</b> A refund takes back only what came with
        the bundle. Stats of each item show its share.
      </p>
    </aside>
  )
}
