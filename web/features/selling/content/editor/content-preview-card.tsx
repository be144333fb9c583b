import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { PreviewFocus } from '../../../../../contract/content.ts'
import { AccessType } from '../../../../../contract/parts.ts'
import { getAccount } from '../../../../../contract/settings.ts'
import { holds } from '../../../../../domain/part-kinds.ts'
import { parseTypedAmount } from '../../../../../domain/price.ts'
import { useApiQuery, useCurrentUser } from '../../../../api/query.ts'
import { ContentCover } from '../../../../shared/content-cover.tsx'
import { accessTypeLabels, categoryLabel } from '../../../../shared/content-format.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import { buttonVariants } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { TextLink } from '../../../../ui/text-link.tsx'
import { contentKindOf, type FormValues, isFree, isPayWhatYouWant, toApiFields } from './form-values.ts'

type ContentPreviewCardProps = {
  values: FormValues
  currency: string
  image: string | undefined
  focus: PreviewFocus
  /** Of its drawn cover, once it was sold. */
  rings?: number
  /** What a list of parts has, in place of the access type. */
  partsSummary?: string | undefined
  /** The item's page as its buyers see it, once there is one. */
  pageHref?: string | undefined
  children: ReactNode
}

/** The head of the item's page as buyers will see it, with the actions below. */
export function ContentPreviewCard({
  values,
  currency,
  image,
  focus,
  rings = 0,
  partsSummary,
  pageHref,
  children,
}: ContentPreviewCardProps) {
  const fields = toApiFields(values)
  const viewer = useCurrentUser().data
  const name = viewer?.firstName ?? viewer?.email ?? ''
  const photo = useApiQuery(getAccount).data?.photoUrl
  return (
    <aside
      id="publish"
      aria-label="How buyers will see it"
      className="grid scroll-mt-6 grid-cols-[minmax(0,1fr)] content-start gap-4 lg:sticky lg:top-5"
    >
      <div className="flex min-h-6 flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-body font-semibold text-base tracking-normal">How buyers will see it</h2>
        {pageHref && (
          <TextLink href={pageHref} target="_blank">
            Full page
          </TextLink>
        )}
      </div>
      <Card padding="none" className="overflow-clip">
        <ContentCover
          pond={{ seed: Number(values.pondSeed) || 0, rings }}
          image={image}
          focus={focus}
          fit="contain"
          sizes="400px"
        />
        <div className="grid gap-3 px-5 pt-4 pb-5">
          <p
            className={clsx(
              'wrap-anywhere font-[650] font-display text-lg',
              !fields.title && 'text-ink-faint',
            )}
          >
            {fields.title || 'Your title'}
          </p>
          <p className="-mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-faint text-sm">
            <Avatar name={name} photo={photo ?? null} />
            {name && <span className="wrap-anywhere">{name}</span>}
          </p>
          <p className="text-ink-faint text-sm">{contentSummary(fields, partsSummary)}</p>
          <p className={buttonVariants({ fullWidth: true, className: 'pointer-events-none' })}>
            {payText(values, currency)}
          </p>
        </div>
      </Card>
      {children}
    </aside>
  )
}

function contentSummary(fields: FormValues, partsSummary: string | undefined): string {
  const { category, accessType } = fields
  if (partsSummary !== undefined) return `${categoryLabel(category ?? 'other')} · ${partsSummary}`
  const access = AccessType.safeParse(accessType).data ?? 'download'
  const accessLabel = holds(contentKindOf(fields), 'text') ? 'Text' : accessTypeLabels[access]
  return `${categoryLabel(category ?? 'other')} · ${accessLabel}`
}

function payText(typed: FormValues, currency: string): string {
  if (isFree(typed)) return 'Get it free'
  const parsed = parseTypedAmount(
    (isPayWhatYouWant(typed) ? typed.minimumPrice : typed.price) ?? '',
    currency,
  )
  return 'amount' in parsed ? `Pay ${formatMoney(parsed.amount, currency)} to unlock` : 'Pay to unlock'
}
