import type { ReactNode } from 'react'
import type { PreviewFocus } from '../../../../../contract/content.ts'
import { AccessType } from '../../../../../contract/parts.ts'
import { holds } from '../../../../../domain/part-kinds.ts'
import { parseTypedAmount } from '../../../../../domain/price.ts'
import { ContentCover } from '../../../../shared/content-cover.tsx'
import { accessTypeLabels, categoryLabel } from '../../../../shared/content-format.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Card } from '../../../../ui/card.tsx'
import { formatMoney } from '../../../../ui/format.ts'
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
  children: ReactNode
}

/** A preview of the item once it has a title, with the actions below. */
export function ContentPreviewCard({
  values,
  currency,
  image,
  focus,
  rings = 0,
  partsSummary,
  children,
}: ContentPreviewCardProps) {
  const fields = toApiFields(values)
  return (
    <Card className="grid content-start gap-3.5 lg:sticky lg:top-5">
      {fields.title ? (
        <>
          <Badge tone="plain" className="justify-self-start">
            Live preview
          </Badge>
          <ContentCover
            pond={{ seed: Number(values.pondSeed) || 0, rings }}
            image={image}
            focus={focus}
            fit="contain"
            sizes="400px"
            className="rounded-md"
          />
          <h2 className="wrap-anywhere text-lg">{fields.title}</h2>
          <p className="text-ink-faint text-sm">{contentSummary(fields, partsSummary)}</p>
          {priceLabel(values, currency) && <p className="font-semibold">{priceLabel(values, currency)}</p>}
        </>
      ) : (
        <p className="rounded-md bg-sunken px-5 py-10 text-center text-ink-soft">
          Add a title to preview what your fans will see.
        </p>
      )}
      {children}
    </Card>
  )
}

function contentSummary(fields: FormValues, partsSummary: string | undefined): string {
  const { category, accessType } = fields
  if (partsSummary !== undefined) return `${categoryLabel(category ?? 'other')} · ${partsSummary}`
  const access = AccessType.safeParse(accessType).data ?? 'download'
  const accessLabel = holds(contentKindOf(fields), 'text') ? 'Text' : accessTypeLabels[access]
  return `${categoryLabel(category ?? 'other')} · ${accessLabel}`
}

function priceLabel(typed: FormValues, currency: string): string | undefined {
  if (isFree(typed)) return 'Free'
  const isFlexiblePrice = isPayWhatYouWant(typed)
  const parsed = parseTypedAmount((isFlexiblePrice ? typed.minimumPrice : typed.price) ?? '', currency)
  return 'amount' in parsed
    ? `${isFlexiblePrice ? 'from ' : ''}${formatMoney(parsed.amount, currency)}`
    : undefined
}
