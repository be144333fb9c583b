import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonLook, buttonStyle } from './button-style.ts'
import { cn } from './cn.ts'
import { Spinner } from './spinner.tsx'

type ButtonProps = ComponentProps<'button'> & ButtonLook & { busy?: boolean }

/** `busy` keeps the focus and the words, shows that it works, and takes no second press. */
export function Button({
  variant,
  size,
  block,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) return event.preventDefault()
    onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={cn(buttonStyle({ variant, size, block }), className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
