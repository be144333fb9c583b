import type { ComponentProps, MouseEvent } from 'react'
import { type ButtonVariants, buttonVariants } from './button-variants.ts'
import { Spinner } from './spinner.tsx'

type ButtonProps = ComponentProps<'button'> & ButtonVariants & { isLoading?: boolean }

/** `isLoading` keeps focus and label, shows a spinner and ignores clicks. */
export function Button({
  variant,
  size,
  fullWidth,
  padding,
  isLoading = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (isLoading) return event.preventDefault()
    onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      onClick={handleClick}
      aria-busy={isLoading || undefined}
      aria-disabled={isLoading || undefined}
      className={buttonVariants({ variant, size, fullWidth, padding, className })}
    >
      {isLoading && <Spinner />}
      {children}
    </button>
  )
}
