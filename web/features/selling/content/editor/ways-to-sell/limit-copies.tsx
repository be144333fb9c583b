import { useContext } from 'react'
import { copiesSentence, tooFewCopies } from '../../../../../../domain/copies.ts'
import { Checkbox } from '../../../../../ui/checkbox.tsx'
import { FormErrorsContext } from '../../../../../ui/field.tsx'
import { formatCount } from '../../../../../ui/format.ts'
import { Input } from '../../../../../ui/input.tsx'
import { SwitchRow } from './switch-row.tsx'
import type { WaysToSellProps } from './ways-to-sell.tsx'

/** How many copies can be sold, and whether the tip page always says how many are left. */
export function LimitCopies({ initialValues, values, item }: WaysToSellProps) {
  const error = useContext(FormErrorsContext).maxCopies
  const isOn = values.limitsCopies === 'true'
  return (
    <SwitchRow
      name="limitsCopies"
      label="Limit the copies"
      hint={
        error && isOn ? (
          <span id="max-copies-note" className="text-danger">
            {error}
          </span>
        ) : (
          <span id="max-copies-note">{copiesHint(isOn, values.maxCopies ?? '', item?.copies)}</span>
        )
      }
      isOn={isOn}
      defaultOn={initialValues.limitsCopies === 'true'}
      field={
        <Input
          name="maxCopies"
          aria-label="Number of copies"
          aria-describedby="max-copies-note"
          aria-invalid={error !== undefined || undefined}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          placeholder="50"
          defaultValue={initialValues.maxCopies}
          className="sm:w-28"
        />
      }
    >
      <Checkbox name="showsCopiesLeft" value="true" defaultChecked={initialValues.showsCopiesLeft === 'true'}>
        Always show how many are left
      </Checkbox>
    </SwitchRow>
  )
}

type Counts = { max: number | null; used: number; reserved: number }

/** What holds now, or would hold with the number that is typed. */
function copiesHint(isOn: boolean, typed: string, counts: Counts | undefined): string {
  if (!isOn) return 'When all are sold, no one else can buy.'
  const { used, reserved } = counts ?? { used: 0, reserved: 0 }
  const max = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : (counts?.max ?? undefined)
  const least = used + reserved
  if (max === undefined)
    return used > 0
      ? `${formatCount(used)} sold so far. They count.`
      : 'A started payment holds one for 30 minutes.'
  const problem = tooFewCopies(max, { used, reserved })
  if (problem) return problem
  const sentence = copiesSentence({ max, used, reserved })
  return least > 0 ? `${sentence} The limit can’t go below ${formatCount(least)}.` : sentence
}
