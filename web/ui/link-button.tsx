import type { ComponentProps } from 'react'
import { type ButtonLook, buttonStyle } from './button-style.ts'
import { cn } from './cn.ts'
import { TextLink } from './text-link.tsx'

type LinkButtonProps = ComponentProps<typeof TextLink> & ButtonLook

/** A link with a button's look. */
export function LinkButton({ variant, size, block, className, ...rest }: LinkButtonProps) {
  return <TextLink plain {...rest} className={cn(buttonStyle({ variant, size, block }), className)} />
}
