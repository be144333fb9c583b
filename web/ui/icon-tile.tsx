import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'

const iconTileVariants = cva('grid flex-none place-items-center font-semibold text-sm [&>svg]:size-6', {
  variants: {
    tone: {
      brand: 'bg-brand-soft text-brand',
      surface: 'bg-surface text-brand',
      plain: 'bg-sunken text-ink-soft',
      warm: 'bg-accent-soft text-accent-ink',
      warn: 'bg-warn-soft text-warn',
      danger: 'bg-danger-soft text-danger',
    },
    size: {
      sm: 'size-11 rounded-[12px]',
      md: 'size-[52px] rounded-[12px]',
      lg: 'size-[60px] rounded-[18px]',
    },
  },
  defaultVariants: { tone: 'brand', size: 'md' },
})

type IconTileProps = VariantProps<typeof iconTileVariants> & { children: ReactNode; className?: string }

/** A small square with an icon or a file extension. */
export function IconTile({ tone, size, children, className }: IconTileProps) {
  return <span className={iconTileVariants({ tone, size, className })}>{children}</span>
}
