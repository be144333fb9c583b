import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { useScrollToSelected } from './use-scroll-to-selected.ts'

type TabsProps<V extends string> = {
  /** The tab list's accessible name. */
  label: string
  /** `panelLabel` is the panel's accessible name. */
  tabs: ReadonlyArray<{ value: V; label: string; panelLabel: string; panel: ReactNode }>
  value: V
  onChange: (value: V) => void
  /** Beside the tabs. */
  heading?: ReactNode
}

/** Tabs. Hidden panels stay in the DOM, so their input is kept. */
export function Tabs<V extends string>({ label, tabs, value, onChange, heading }: TabsProps<V>) {
  const list = useRef<HTMLDivElement>(null)
  useScrollToSelected(list, value)
  return (
    <Radix.Root
      value={value}
      onValueChange={(nextValue) => {
        const tab = tabs.find((candidate) => candidate.value === nextValue)
        if (tab) onChange(tab.value)
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        {heading}
        <Radix.List
          ref={list}
          aria-label={label}
          className="fades-x relative inline-flex max-w-full gap-1 justify-self-start overflow-x-auto rounded-full bg-sunken p-1"
        >
          {tabs.map((tab) => (
            <Radix.Trigger
              key={tab.value}
              value={tab.value}
              className="moves relative min-h-9 shrink-0 whitespace-nowrap rounded-full px-4 font-semibold text-ink-soft after:absolute after:inset-x-0 after:-inset-y-1 after:content-[''] hover:text-ink data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:shadow-sm"
            >
              {tab.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
      </div>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          forceMount
          tabIndex={-1}
          aria-labelledby={undefined}
          aria-label={tab.panelLabel}
          className="outline-none data-[state=inactive]:hidden"
        >
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
