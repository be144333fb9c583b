import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { useFieldControl } from './field.tsx'
import { currencySymbol } from './format.ts'

type MoneyInputProps = Omit<ComponentProps<'input'>, 'size'> & { currency: string; size?: 'md' | 'lg' }

/** An amount with its currency before it and a decimal keypad. The value is a decimal string. */
export function MoneyInput({ currency, size = 'md', className, ...props }: MoneyInputProps) {
  return (
    <div
      className={clsx(
        'control flex items-center gap-2',
        size === 'lg' && 'min-h-[60px] font-[650] font-display text-[1.7rem]',
        className,
      )}
    >
      <span aria-hidden className="text-ink-soft">
        {currencySymbol(currency)}
      </span>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        {...useFieldControl(props)}
        className="w-full min-w-0 self-stretch bg-transparent outline-none placeholder:font-body placeholder:font-normal"
      />
    </div>
  )
}
