import { type RefObject, useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { watchPayButton } from './watch-pay-button.ts'

type StickyPayBarProps = {
  title: string
  label: string
  isLoading: boolean
  payButton: RefObject<HTMLButtonElement | null>
}

/** A second pay button on phones, shown while the card's button is out of view. */
export function StickyPayBar({ title, label, isLoading, payButton }: StickyPayBarProps) {
  const bar = useRef<HTMLDivElement>(null)

  // Observes whether the button is in view. React sets `hidden` only once; then the observer changes it.
  useEffect(() => {
    if (bar.current && payButton.current) return watchPayButton(bar.current, payButton.current)
  }, [payButton])
  return (
    <div
      ref={bar}
      hidden
      data-pay-bar
      className="slides-in fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface px-[18px] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-md md:hidden [&[hidden]]:hidden"
    >
      {/* The container's rem follows larger text, so that the button's text stays in full. */}
      <div className="@container">
        <div className="flex items-center gap-3">
          <p aria-hidden className="min-w-0 flex-1 truncate font-semibold @max-[19rem]:hidden">
            {title}
          </p>
          <Button
            type="submit"
            form="pay"
            size="lg"
            isLoading={isLoading}
            padding="none"
            className="min-w-0 px-5 @max-[19rem]:w-full @max-[19rem]:whitespace-normal"
          >
            {label}
          </Button>
        </div>
      </div>
    </div>
  )
}
