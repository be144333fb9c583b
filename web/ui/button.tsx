import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, MouseEvent } from 'react'
import { Spinner } from './spinner.tsx'
import { TextLink } from './text-link.tsx'

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

const withLabel: Array<'primary' | 'secondary' | 'secondaryDanger' | 'inverse' | 'danger' | 'tertiary'> = [
  'primary',
  'secondary',
  'secondaryDanger',
  'inverse',
  'danger',
  'tertiary',
]

/**
 * One style for buttons and links that look like them. A label wraps where the line is too short for it, as with large
 * text. The small size still has a touch target of 44 px.
 */
export const buttonVariants = cva(
  'relative inline-flex shrink-0 select-none items-center justify-center gap-2 rounded-full border max-w-full text-center font-semibold no-underline [td_&]:whitespace-nowrap moves aria-disabled:cursor-not-allowed aria-disabled:opacity-60 disabled:cursor-not-allowed disabled:opacity-60 [&>svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-brand text-on-brand shadow-sm hover:bg-brand-strong',
        secondary: 'border-line-strong text-ink hover:border-ink-faint hover:bg-sunken',
        /** The first step to something that can't be undone. */
        secondaryDanger: 'border-line-strong text-danger hover:border-ink-faint hover:bg-sunken',
        inverse: 'border-transparent bg-ink text-paper shadow-sm hover:bg-ink-soft',
        danger: 'border-transparent bg-danger text-on-danger shadow-sm hover:filter-[brightness(0.9)]',
        tertiary: 'border-transparent text-ink-soft hover:bg-sunken hover:text-ink',
        icon: 'size-11 border-transparent text-ink-soft hover:bg-sunken hover:text-ink [&>svg]:size-5',
        smallIcon:
          'size-11 border-transparent text-ink-soft hover:bg-sunken hover:text-ink [&>svg]:size-[1.15em]',
      },
      size: {
        sm: 'min-h-10 text-base after:absolute after:inset-x-0 after:-inset-y-0.5 after:content-[""]',
        md: 'min-h-11 text-base',
        lg: 'min-h-[54px] text-lg',
      },
      fullWidth: { true: 'w-full', false: '' },
      /** With `none` the caller sets the space beside the label. */
      padding: { normal: '', none: '' },
    },
    compoundVariants: [
      { variant: withLabel, class: '[&>svg]:size-[1.15em]' },
      { variant: withLabel, padding: 'normal', size: 'sm', class: 'px-4' },
      { variant: withLabel, padding: 'normal', size: 'md', class: 'px-[18px]' },
      { variant: withLabel, padding: 'normal', size: 'lg', class: 'px-[26px]' },
    ],
    defaultVariants: { variant: 'primary', size: 'md', fullWidth: false, padding: 'normal' },
  },
)

export type ButtonVariants = VariantProps<typeof buttonVariants>

type LinkButtonProps = ComponentProps<typeof TextLink> & ButtonVariants

/** A link that looks like a button. */
export function LinkButton({ variant, size, fullWidth, padding, className, ...rest }: LinkButtonProps) {
  return (
    <TextLink
      unstyled
      {...rest}
      className={buttonVariants({ variant, size, fullWidth, padding, className })}
    />
  )
}
