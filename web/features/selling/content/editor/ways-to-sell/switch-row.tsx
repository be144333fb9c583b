import { type ReactNode, useId } from 'react'

type SwitchRowProps = {
  name: string
  label: string
  /** What holds now. */
  hint: ReactNode
  isOn: boolean
  defaultOn: boolean
  /** The field beside the switch, while it is on. */
  field?: ReactNode
  /** What stands below, while it is on. */
  children?: ReactNode
}

/** One way to sell: a switch, what holds now, and its fields while it is on. */
export function SwitchRow({ name, label, hint, isOn, defaultOn, field, children }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:flex-nowrap">
        <label className="flex min-h-11 min-w-0 flex-1 basis-64 cursor-pointer items-center gap-4">
          <input
            type="checkbox"
            role="switch"
            aria-checked={isOn}
            name={name}
            value="true"
            defaultChecked={defaultOn}
            aria-describedby={id}
            className="moves relative h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong before:absolute before:content-[''] before:top-[3px] before:left-[3px] before:size-[18px] before:rounded-full before:bg-surface before:transition-transform checked:bg-brand checked:before:translate-x-5 motion-reduce:before:transition-none forced-colors:border"
          />
          <span className="min-w-0">
            <span className="block font-semibold">{label}</span>
            <span id={id} className="block text-ink-soft text-sm">
              {hint}
            </span>
          </span>
        </label>
        {isOn && field && <div className="w-full pl-15 sm:w-auto sm:pl-0">{field}</div>}
      </div>
      {isOn && children && <div className="pl-15">{children}</div>}
    </div>
  )
}
