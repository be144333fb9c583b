import { type ReactNode, type ToggleEvent, useEffect, useId, useRef, useState } from 'react'
import { type ButtonVariants, buttonVariants } from './button.tsx'

type MenuProps = {
  /** The accessible name of the button and of the menu. */
  label: string
  button: ReactNode
  className?: string
  padding?: ButtonVariants['padding']
  /** A long list of menus may leave out what works only with scripts until a menu was opened. */
  children(wasOpened: boolean): ReactNode
}

export const menuItemClass =
  'moves flex min-h-11 w-full items-center gap-2.5 rounded-sm px-3 text-left font-medium hover:bg-sunken [&>svg]:size-[1.15em] [&>svg]:text-ink-soft'

/**
 * A button with a list of further actions below it, in a native popover: Escape and a click outside close it, and Tab
 * goes through it. A click on an action closes it too.
 */
export function Menu({ label, button, className, padding, children }: MenuProps) {
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLElement>(null)
  const [wasOpened, setWasOpened] = useState(false)
  // The browser opens it also before the page is hydrated.
  useEffect(() => setWasOpened(Boolean(menu.current?.matches(':popover-open'))), [])
  return (
    <>
      <button
        ref={trigger}
        type="button"
        popoverTarget={id}
        aria-label={label}
        className={buttonVariants({ variant: 'tertiary', size: 'sm', padding, className })}
      >
        {button}
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on an action also sends a click */}
      <section
        ref={menu}
        id={id}
        popover="auto"
        aria-label={label}
        onBeforeToggle={() => setWasOpened(true)}
        onToggle={(event) => placeWithoutAnchors(event, trigger.current)}
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
        className="menu appears min-w-44 rounded-md border border-line bg-surface p-1.5 text-ink shadow-md"
      >
        {children(wasOpened)}
      </section>
    </>
  )
}

/** Places the popover below its button where the browser has no anchor positioning. */
function placeWithoutAnchors({ currentTarget, newState }: ToggleEvent<HTMLElement>, trigger: Element | null) {
  if (newState !== 'open' || !trigger || CSS.supports('position-area: bottom span-left')) return
  const { bottom, right } = trigger.getBoundingClientRect()
  currentTarget.style.inset = `${bottom}px ${document.documentElement.clientWidth - right}px auto auto`
}
