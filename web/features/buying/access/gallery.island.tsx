import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react'
import { type KeyboardEvent, type TouchEvent, useEffect, useRef, useState } from 'react'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { Button, buttonVariants } from '../../../ui/button.tsx'

type Picture = {
  id: number
  title: string
  /** Leads to a new signed URL at each request. */
  href: string
  download: string
  /** What a download on this device is remembered by. */
  version: string
}

type GalleryProps = { pictures: ReadonlyArray<Picture> }

/** Shows the pressed picture in full. The squares are links outside of this component. */
function Gallery({ pictures }: GalleryProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [index, setIndex] = useState<number>()
  const picture = index === undefined ? undefined : pictures[index]
  const swipe = useSwipe({ onPrevious: () => step(-1), onNext: () => step(1) })

  function step(by: -1 | 1) {
    setIndex((at) => (at !== undefined && pictures[at + by] ? at + by : at))
  }

  function handleKey({ key }: KeyboardEvent) {
    if (key === 'ArrowLeft') step(-1)
    if (key === 'ArrowRight') step(1)
  }

  /** The focus returns to the square of the picture that was shown last, unless that is folded. */
  function handleClose() {
    document.documentElement.style.overflow = ''
    if (picture) document.querySelector<HTMLElement>(`[data-picture="${picture.id}"]`)?.focus()
    setIndex(undefined)
  }

  // The squares are not rendered here.
  useEffect(() => {
    function handleClick(event: MouseEvent) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || !(event.target instanceof Element)) return
      const square = event.target.closest<HTMLElement>('a[data-picture]')
      const pressed = pictures.findIndex(({ id }) => String(id) === square?.dataset.picture)
      if (pressed === -1) return
      event.preventDefault()
      setIndex(pressed)
      dialog.current?.showModal()
      // The page behind the dialog would scroll.
      document.documentElement.style.overflow = 'hidden'
    }
    document.addEventListener('click', handleClick)
    return () => {
      document.removeEventListener('click', handleClick)
      document.documentElement.style.overflow = ''
    }
  }, [pictures])

  return (
    <dialog
      ref={dialog}
      aria-label={picture?.title ?? 'Image'}
      onClose={handleClose}
      onKeyDown={handleKey}
      className="m-0 size-full max-h-none max-w-none overscroll-contain bg-paper p-0 text-ink backdrop:bg-paper"
    >
      {picture && index !== undefined && (
        <div className="grid size-full grid-rows-[auto_minmax(0,1fr)_auto]" {...swipe}>
          <div className="flex items-center gap-1 py-2 pr-2 pl-4">
            <p aria-live="polite" className="grid min-w-0 flex-1 leading-snug">
              <b className="truncate font-semibold">{picture.title}</b>
              <span className="text-ink-faint text-sm">{`${index + 1} of ${pictures.length}`}</span>
            </p>
            <a
              href={picture.download}
              data-download={picture.version}
              className={buttonVariants({ variant: 'icon' })}
            >
              <Download aria-hidden />
              <span className="sr-only">{`Download ${picture.title}`}</span>
            </a>
            <Button variant="icon" aria-label="Close" onClick={() => dialog.current?.close()}>
              <X aria-hidden />
            </Button>
          </div>
          <FullPicture key={picture.id} picture={picture} />
          <div className="flex justify-center gap-6 py-2 pb-[max(8px,env(safe-area-inset-bottom))]">
            <Button
              variant="icon"
              aria-label="Previous image"
              disabled={index === 0}
              onClick={() => step(-1)}
            >
              <ChevronLeft aria-hidden />
            </Button>
            <Button
              variant="icon"
              aria-label="Next image"
              disabled={index === pictures.length - 1}
              onClick={() => step(1)}
            >
              <ChevronRight aria-hidden />
            </Button>
          </div>
        </div>
      )}
    </dialog>
  )
}

function FullPicture({ picture: { title, href } }: { picture: Picture }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  return (
    <div className="relative grid min-h-0 place-items-center px-2 sm:px-6">
      {state === 'loading' && <p className="breathes absolute text-ink-faint">Loading…</p>}
      {state === 'failed' ? (
        <p className="text-ink-soft">This image can’t be shown here. Download it.</p>
      ) : (
        <img
          src={href}
          alt={title}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
          className="relative size-full min-h-0 object-contain"
        />
      )}
    </div>
  )
}

const minSwipePx = 40

/** A finger that moves sideways goes to another picture. Two fingers zoom. */
function useSwipe({ onPrevious, onNext }: { onPrevious: () => void; onNext: () => void }) {
  const start = useRef<{ x: number; y: number }>(undefined)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const touch = touches[0]
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const touch = changedTouches[0]
      const from = start.current
      start.current = undefined
      if (!from || !touch || (window.visualViewport?.scale ?? 1) > 1) return
      const [deltaX, deltaY] = [touch.clientX - from.x, touch.clientY - from.y]
      if (Math.abs(deltaX) < minSwipePx || Math.abs(deltaX) < Math.abs(deltaY)) return
      if (deltaX > 0) onPrevious()
      else onNext()
    },
  }
}

export const galleryIsland: IslandDefinition<GalleryProps> = {
  name: 'gallery',
  entry: 'web/features/buying/access/gallery.island.tsx',
  Component: Gallery,
}
