import { cn } from './cn.ts'

/** The first letter of a person; the name itself stands beside it or in the link around it. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  const initial = [...name.trim()][0]?.toUpperCase() ?? '?'
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-[34px] flex-none place-items-center rounded-full bg-accent-soft font-bold text-accent-ink',
        className,
      )}
    >
      {initial}
    </span>
  )
}
