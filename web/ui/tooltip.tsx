import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { limits } from '../../contract/limits.ts'

/** A word about a control that shows only an icon; the control has the same words as its name. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={limits.tooltipDelay}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            className="appears z-50 rounded-sm bg-ink px-2.5 py-1.5 text-paper text-sm shadow-md"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
