import { clsx } from 'clsx'
import { useId } from 'react'

type ProgressProps = {
  label: string
  /** 0 to 1; undefined while unknown. */
  value?: number
  /** Progress in words: `31.0 of 48.2 MB · 1 s left`. */
  detail?: string
  className?: string
}

export function Progress({ label, value, detail, className }: ProgressProps) {
  const id = useId()
  return (
    <div className={clsx('grid gap-1.5', className)}>
      <label htmlFor={id} className="flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">{label}</span>
        {detail && <span className="text-ink-faint text-sm">{detail}</span>}
      </label>
      <progress id={id} max={1} value={value} className="bar-progress" />
    </div>
  )
}
