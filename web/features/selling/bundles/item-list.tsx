import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { useState } from 'react'
import type { BundleItem } from '../../../../contract/content.ts'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { describeItem } from '../../../shared/item-card.tsx'
import { priceAlone } from '../../../shared/price.ts'
import { moveTo } from '../../../shared/row-order.ts'
import { useRowDrag } from '../../../shared/use-row-drag.ts'
import { Button } from '../../../ui/button.tsx'

type ItemListProps = {
  items: ReadonlyArray<BundleItem>
  onChange: (items: ReadonlyArray<BundleItem>) => void
}

/** The items of a bundle, put in order by dragging, with buttons or by keyboard, as the parts of an item. */
export function ItemList({ items, onChange }: ItemListProps) {
  const [announcement, announce] = useState('')
  const list = items.map((item) => ({ key: String(item.id), item }))
  const change = (to: Rows) => onChange(to.map(({ item }) => item))
  const drag = useRowDrag({
    list,
    onChange: (move) => change(move(list)),
    announce,
    moveBy,
    placeSentence,
  })

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
        {list.map(({ key, item }, index) => {
          const canMoveUp = index > 0
          const canMoveDown = index < list.length - 1
          return (
            <li
              key={key}
              data-key={key}
              className={`flex min-h-[62px] flex-wrap items-center gap-x-3 border-line border-t px-3 py-2 first:border-t-0 ${drag.liftedKey === key ? 'bg-sunken shadow-md' : ''}`}
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
                pond={item.pond}
                isThumb
                image={item.previewImage}
                focus={item.previewFocus}
                sizes="44px"
                className="aspect-square w-11 flex-none rounded-[12px]"
              />
              <span className="grid min-w-0 flex-1 basis-24 [overflow-wrap:anywhere]">
                <span className="font-semibold leading-[1.35]">{item.title}</span>
                <span className="text-ink-faint text-sm">{describeItem(item)}</span>
                <span className="text-ink-soft text-sm sm:hidden">{priceAlone(item)}</span>
              </span>
              <span className="ml-auto flex flex-none">
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
                {priceAlone(item)}
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

type Rows = ReadonlyArray<{ key: string; item: BundleItem }>

function moveBy(list: Rows, key: string, step: -1 | 1): Rows {
  return moveTo(list, key, list.findIndex((row) => row.key === key) + step)
}

/** Where an item is now, for screen readers: “Night Ferry is number 2 of 7.” */
function placeSentence(list: Rows, key: string): string {
  const index = list.findIndex((row) => row.key === key)
  return `${list[index]?.item.title} is number ${index + 1} of ${list.length}.`
}
