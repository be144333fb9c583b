import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { useState } from 'react'
import type { BundleItem } from '../../../../contract/content.ts'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { describeItem } from '../../../shared/item-card.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { canMoveBy, moveBy, type PartList, placeSentence } from '../content/editor/part-list/entries.ts'
import { useRowDrag } from '../content/editor/part-list/use-row-drag.ts'

type ItemListProps = {
  items: ReadonlyArray<BundleItem>
  onChange: (items: ReadonlyArray<BundleItem>) => void
}

/** The items of a bundle, put in order by dragging, with buttons or by keyboard, as the parts of an item. */
export function ItemList({ items, onChange }: ItemListProps) {
  const [announcement, announce] = useState('')
  const list = items.map(toEntry)
  const byKey = new Map(items.map((item) => [String(item.id), item]))
  const change = (to: PartList) => onChange(to.flatMap(({ key }) => byKey.get(key) ?? []))
  const drag = useRowDrag({ list, onChange: (move) => change(move(list)), announce })

  function move(key: string, step: -1 | 1) {
    const moved = moveBy(list, key, step)
    change(moved)
    announce(placeSentence(moved, key))
  }

  return (
    <>
      <ul
        ref={drag.rows}
        aria-label="Items of the bundle"
        className="rounded-md border border-line bg-surface shadow-sm empty:hidden"
      >
        {items.map((item) => {
          const key = String(item.id)
          const canMoveUp = canMoveBy(list, key, -1)
          const canMoveDown = canMoveBy(list, key, 1)
          return (
            <li
              key={key}
              data-key={key}
              className={`flex min-h-[62px] items-center gap-3 border-line border-t px-3 py-2 first:border-t-0 ${drag.liftedKey === key ? 'bg-sunken shadow-md' : ''}`}
            >
              <button
                type="button"
                aria-label={`Reorder ${item.title}`}
                title="Drag to reorder"
                className="-mr-1 -ml-1 grid h-11 w-7 flex-none cursor-grab touch-none place-items-center rounded-sm text-ink-faint hover:text-ink active:cursor-grabbing max-sm:hidden"
                {...drag.gripProps(key)}
              >
                <GripVertical aria-hidden className="size-5" />
              </button>
              <ContentCover
                seed={item.title}
                image={item.previewImage}
                focus={item.previewFocus}
                kind={item.kind}
                sizes="44px"
                className="aspect-square w-11 flex-none rounded-[12px]"
              />
              <span className="grid min-w-0 flex-1 [overflow-wrap:anywhere]">
                <span className="font-semibold leading-[1.35]">{item.title}</span>
                <span className="text-ink-faint text-sm">{describeItem(item)}</span>
                <span className="text-ink-soft text-sm sm:hidden">
                  {formatMoney(item.price, item.currency)}
                </span>
              </span>
              <span className="flex flex-none">
                <Button
                  variant="icon"
                  aria-label={`Move ${item.title} up`}
                  aria-disabled={!canMoveUp || undefined}
                  onClick={() => canMoveUp && move(key, -1)}
                >
                  <ArrowUp aria-hidden />
                </Button>
                <Button
                  variant="icon"
                  aria-label={`Move ${item.title} down`}
                  aria-disabled={!canMoveDown || undefined}
                  onClick={() => canMoveDown && move(key, 1)}
                >
                  <ArrowDown aria-hidden />
                </Button>
              </span>
              <span className="min-w-16 flex-none text-right text-ink-soft max-sm:hidden">
                {formatMoney(item.price, item.currency)}
              </span>
              <Button
                variant="icon"
                aria-label={`Take ${item.title} out`}
                onClick={() => {
                  onChange(items.filter(({ id }) => id !== item.id))
                  announce(`${item.title} was taken out.`)
                }}
              >
                <X aria-hidden />
              </Button>
            </li>
          )
        })}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

function toEntry({ id, title }: BundleItem): PartList[number] {
  return { type: 'part', key: String(id), kind: 'file', name: title, url: '', text: '' }
}
