import { cva, type VariantProps } from 'class-variance-authority'

/**
 * One style for buttons and links that look like them. A label wraps where the line is too short for it, as with large
 * text. The small size still has a touch target of 44 px.
 */
export const buttonVariants = cva(
  'relative inline-flex shrink-0 select-none items-center justify-center gap-2 rounded-full border border-transparent max-w-full text-center font-semibold no-underline [td_&]:whitespace-nowrap moves aria-disabled:cursor-not-allowed aria-disabled:opacity-60 disabled:cursor-not-allowed disabled:opacity-60 [&>svg]:size-[1.15em] [&>svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-brand text-on-brand shadow-sm hover:bg-brand-strong',
        secondary: 'border-line-strong text-ink hover:border-ink-faint hover:bg-sunken',
        inverse: 'bg-ink text-paper shadow-sm hover:bg-ink-soft',
        danger: 'bg-danger text-on-danger shadow-sm hover:brightness-90',
        tertiary: 'text-ink-soft hover:bg-sunken hover:text-ink',
        icon: 'text-ink-soft hover:bg-sunken hover:text-ink',
      },
      size: {
        sm: 'min-h-10 px-4 text-base after:absolute after:inset-x-0 after:-inset-y-0.5 after:content-[""]',
        md: 'min-h-11 px-[18px] text-base',
        lg: 'min-h-[54px] px-[26px] text-lg',
      },
      fullWidth: { true: 'w-full', false: '' },
    },
    compoundVariants: [{ variant: 'icon', class: 'size-11 px-0 [&>svg]:size-5' }],
    defaultVariants: { variant: 'primary', size: 'md', fullWidth: false },
  },
)

export type ButtonVariants = VariantProps<typeof buttonVariants>
