import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { RadioCard, RadioCardGroup } from '../../ui/radio-card.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Select } from '../../ui/select.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Textarea } from '../../ui/textarea.tsx'

const kinds = [
  { value: 'file', label: 'File' },
  { value: 'link', label: 'Link' },
  { value: 'text', label: 'Text' },
] as const

export function FormExamples() {
  const [kind, setKind] = useState<'file' | 'link' | 'text'>('file')
  return (
    <section className="grid items-start gap-5 md:grid-cols-2">
      <Field label="Title" hint="What buyers see first.">
        <Input placeholder="Dusk: 24 film presets" />
      </Field>
      <Field label="Email" error="Enter an email address like name@example.com">
        <Input defaultValue="mara@" />
      </Field>
      <Field label="Pay what you want" hint="Minimum $1.00">
        <MoneyInput currency="USD" size="lg" defaultValue="5.00" />
      </Field>
      <Field label="Category">
        <Select options={kinds} />
      </Field>
      <Field label="Description" isOptional>
        <Textarea placeholder="What’s inside, and who is it for?" />
      </Field>
      <div className="grid gap-5">
        <SegmentedControl label="Kind" name="kind" options={kinds} value={kind} onChange={setKind} />
        <Tabs
          label="What you sell"
          value={kind}
          onChange={setKind}
          tabs={kinds.map((tab) => ({ ...tab, panelLabel: `${tab.label} panel`, panel: `A ${tab.value}.` }))}
        />
        <RadioCardGroup label="Pricing">
          <RadioCard name="model" value="fixed" title="Fixed price" description="Everyone pays the same" />
          <RadioCard
            name="model"
            value="open"
            title="Pay what you want"
            description="You set the minimum"
            defaultChecked
          />
        </RadioCardGroup>
      </div>
    </section>
  )
}
