import type { SaleEmailChoice } from '../../../../contract/sale-emails.ts'
import { RadioCard, RadioCardGroup } from '../../../ui/radio-card.tsx'

const choices: ReadonlyArray<{ value: SaleEmailChoice; title: string; description: string }> = [
  { value: 'each', title: 'Each sale', description: 'At most 100 a day' },
  { value: 'daily', title: 'Once a day', description: 'At 8 in the morning, with all of them' },
  { value: 'off', title: 'Never', description: 'Your first sale always sends one' },
]

type SaleEmailChoicesProps = { selected: SaleEmailChoice; onChange?: (choice: SaleEmailChoice) => void }

/** Which sales are emailed. Without `onChange` it is part of a form that is posted. */
export function SaleEmailChoices({ selected, onChange }: SaleEmailChoicesProps) {
  return (
    <RadioCardGroup label="Email me about sales" columns={3}>
      {choices.map(({ value, ...labels }) => (
        <RadioCard
          key={value}
          name="choice"
          value={value}
          {...labels}
          {...(onChange
            ? { checked: value === selected, onChange: () => onChange(value) }
            : { defaultChecked: value === selected })}
        />
      ))}
    </RadioCardGroup>
  )
}
