import { Check } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { CreatorContent } from '../../../../contract/content.ts'
import type { Discount } from '../../../../contract/discounts.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { useApiQuery } from '../../../api/query.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { codeLink, readyText } from './discount-labels.ts'
import { CopyLinkButton, QrCodeButton } from './discount-link.tsx'
import { ItemSearch, useItemSearch } from './item-search.tsx'
import { lastSharedId, rememberShared } from './last-shared.ts'

type ReadyCardProps = { discount: Discount; items: Array<CreatorContent> }

/** Just made: the link is what one came for. */
export function ReadyCard({ discount, items }: ReadyCardProps) {
  const { code, appliesTo } = discount
  const { data: instance } = useApiQuery(getInstance)
  const [q, setQ] = useState('')
  const found = useItemSearch(items, q)
  const isDraft = ({ id }: { id: number }) => items.some((item) => item.id === id && item.status === 'draft')
  const choices =
    appliesTo === 'all'
      ? found.filter(({ status }) => status === 'published')
      : discount.items.filter((item) => !isDraft(item))
  const [chosenId, setChosenId] = useState(lastSharedId)
  const item = choices.find(({ id }) => id === chosenId) ?? choices[0]
  function choose(id: number) {
    setChosenId(id)
    rememberShared(id)
  }
  const actions = useRef<HTMLDivElement>(null)
  // The form is gone, and the next thing is to copy the link.
  useEffect(() => actions.current?.querySelector('button')?.focus(), [])
  const url = instance && item ? codeLink(instance.publicUrl, item.tipAddress, code) : ''
  return (
    <Card elevated className="mx-auto grid w-full max-w-[560px] grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex items-center gap-3.5">
        <IconTile>
          <Check aria-hidden />
        </IconTile>
        <div className="min-w-0">
          <h1 className="wrap-anywhere text-xl">{code} is ready</h1>
          <p className="wrap-anywhere text-ink-soft">{readyText(discount)}</p>
        </div>
      </div>
      {url ? (
        <>
          <Field label="Link with the code">
            <Input readOnly value={url} onFocus={({ target }) => target.select()} />
          </Field>
          <div ref={actions} className="flex flex-wrap gap-2">
            <CopyLinkButton url={url} code={code} />
            <QrCodeButton url={url} code={code} />
          </div>
          {choices.length > 1 && (
            <Field label="For">
              <Select
                options={choices.map(({ id, title }) => ({ value: String(id), label: title }))}
                value={String(item?.id)}
                onChange={({ target }) => choose(Number(target.value))}
              />
            </Field>
          )}
        </>
      ) : q ? (
        <p className="text-ink-soft">No published item has this in its title.</p>
      ) : (
        <p className="text-ink-soft">
          Publish an item, and its link with the code is in your list of discounts.
        </p>
      )}
      {appliesTo === 'all' && <ItemSearch items={items} q={q} onSearch={setQ} />}
      <LinkButton variant="tertiary" href="/discounts" className="justify-self-start">
        All discounts
      </LinkButton>
    </Card>
  )
}
