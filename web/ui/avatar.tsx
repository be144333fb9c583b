import { cn } from './cn.ts'

type AvatarProps = { name: string; photo?: string | null; className?: string }

/**
 * A person's photo or initial. It is hidden from screen readers, because the name is shown beside it or in the link
 * around it.
 */
export function Avatar({ name, photo, className }: AvatarProps) {
  const avatarClassName = cn('size-[34px] flex-none rounded-full', className)
  if (photo)
    return <img src={photo} alt="" width={34} height={34} className={cn(avatarClassName, 'object-cover')} />
  const initial = [...name.trim()][0]?.toUpperCase() ?? '?'
  return (
    <span
      aria-hidden
      className={cn('grid place-items-center bg-accent-soft font-bold text-accent-ink', avatarClassName)}
    >
      {initial}
    </span>
  )
}
