import type { ComponentProps } from 'react'
import { type ButtonVariants, buttonVariants } from './button-variants.ts'
import { TextLink } from './text-link.tsx'

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
