import type { ReactNode } from 'react'
import { AccessType, Category } from '../../../contract/content.ts'
import { readTyped } from '../../../domain/price.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { accessNames, categoryNames } from '../../ui/content-words.ts'
import { Cover } from '../../ui/cover.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { fieldsOf, isOpenPrice, type Typed } from './typed.ts'

type PreviewCardProps = {
  typed: Typed
  currency: string
  image: string | undefined
  /** The item's id, once it has one: its drawn cover is made of it. */
  id?: number
  children: ReactNode
}

/** How the item will look, once it has a title; under it, what to do with it. */
export function PreviewCard({ typed, currency, image, id, children }: PreviewCardProps) {
  const fields = fieldsOf(typed)
  return (
    <Card className="grid content-start gap-3.5 lg:sticky lg:top-5">
      {fields.title ? (
        <>
          <Badge tone="plain" className="justify-self-start">
            Live preview
          </Badge>
          <Cover of={id ?? fields.title} image={image} sizes="400px" className="rounded-md" />
          <h2 className="wrap-anywhere text-lg">{fields.title}</h2>
          <p className="text-ink-faint text-sm">{whatItIs(fields)}</p>
          {priceWords(typed, currency) && <p className="font-semibold">{priceWords(typed, currency)}</p>}
        </>
      ) : (
        <p className="rounded-md bg-sunken px-5 py-10 text-center text-ink-soft">
          Give it a title, and see here what your fans will see.
        </p>
      )}
      {children}
    </Card>
  )
}

function whatItIs({ kind, category, accessType }: Typed): string {
  const access = AccessType.catch('download').parse(accessType)
  const how = kind === 'text' ? 'Text' : accessNames[access]
  return `${categoryNames[Category.catch('other').parse(category)]} · ${how}`
}

function priceWords(typed: Typed, currency: string): string | undefined {
  const open = isOpenPrice(typed)
  const read = readTyped((open ? typed.minimumPrice : typed.price) ?? '', currency)
  return 'amount' in read ? `${open ? 'from ' : ''}${formatMoney(read.amount, currency)}` : undefined
}
