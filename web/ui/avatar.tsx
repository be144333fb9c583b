import { cva, type VariantProps } from 'class-variance-authority'
import { clsx } from 'clsx'

const avatarVariants = cva('flex-none rounded-full', {
  variants: {
    size: {
      sm: 'size-[34px]',
      md: 'size-11',
      note: 'size-11 md:size-13',
      lg: 'size-[72px] text-2xl',
      /** 64 px on a phone, 136 px on a wider screen. */
      page: 'size-16 border-2 border-surface text-2xl shadow-md sm:size-34 sm:border-4',
      xl: 'size-24 border-4 border-surface text-2xl shadow-md sm:size-34',
    },
  },
  defaultVariants: { size: 'sm' },
})

type AvatarProps = VariantProps<typeof avatarVariants> & { name: string; photo?: string | null }

/**
 * A person's photo or initial. It is hidden from screen readers, because the name is shown beside it or in the link
 * around it.
 */
export function Avatar({ name, photo, size }: AvatarProps) {
  const avatarClassName = avatarVariants({ size })
  if (photo)
    return <img src={photo} alt="" width={34} height={34} className={clsx(avatarClassName, 'object-cover')} />
  const initial = [...name.trim()][0]?.toUpperCase() ?? '?'
  return (
    <span
      aria-hidden
      className={clsx('grid place-items-center bg-accent-soft font-bold text-accent-ink', avatarClassName)}
    >
      {initial}
    </span>
  )
}
