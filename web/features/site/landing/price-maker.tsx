import { EarnedSentence, earnedOf } from '../../../shared/earned.tsx'
import { Field } from '../../../ui/field.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { MoneyInput } from '../../../ui/money-input.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { filledTo } from '../../../ui/slider.ts'
import { lastStep, priceMarks, stepAmount, stepOf } from './price-steps.ts'

export type Price = { model: 'fixed' | 'pay_what_you_want'; typed: string }

type PriceMakerProps = {
  price: Price
  /** The typed amount as a decimal string; undefined while it is none. */
  amount: string | undefined
  problem: string | undefined
  currency: string
  feeBasisPoints: number
  onChange: (price: Price) => void
}

/** The price by slider or field, and what of it is earned: the sum that the product pays. */
export function PriceMaker({ price, amount, problem, currency, feeBasisPoints, onChange }: PriceMakerProps) {
  const label = price.model === 'fixed' ? 'Price' : 'Minimum price'
  const setTyped = (typed: string) => onChange({ ...price, typed })
  return (
    <div className="grid gap-4">
      <SegmentedControl
        label="Pricing model"
        name="model"
        value={price.model}
        options={[
          { value: 'fixed', label: 'Fixed price' },
          { value: 'pay_what_you_want', label: 'Pay what you want' },
        ]}
        onChange={(model) => onChange({ ...price, model })}
      />
      <div className="grid items-start gap-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <Field label={label} {...(problem && { error: problem })}>
          <MoneyInput
            currency={currency}
            size="lg"
            value={price.typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        <div className="grid gap-1 sm:pt-9">
          <input
            type="range"
            aria-label={`${label} on a scale`}
            min={0}
            max={lastStep}
            step={1}
            value={stepOf(amount ?? '0', currency)}
            aria-valuetext={amount === undefined ? undefined : formatMoney(amount, currency)}
            onChange={({ target }) => setTyped(stepAmount(Number(target.value), currency))}
            className="slider h-11 w-full cursor-pointer"
            style={filledTo(stepOf(amount ?? '0', currency) / lastStep)}
          />
          <p aria-hidden className="flex justify-between text-ink-faint text-sm">
            {priceMarks(currency).map((mark) => (
              <span key={mark}>{formatMoney(mark, currency).replace(/[.,]00$/, '')}</span>
            ))}
          </p>
        </div>
      </div>
      {amount !== undefined && <Earned amount={amount} currency={currency} feeBasisPoints={feeBasisPoints} />}
    </div>
  )
}

type EarnedProps = { amount: string; currency: string; feeBasisPoints: number }

function Earned(props: EarnedProps) {
  const { feeBasisPoints } = props
  return (
    <div className="grid gap-2">
      <div
        aria-hidden
        className="grid h-2.5 gap-0.5 overflow-hidden rounded-full *:block"
        style={{ gridTemplateColumns: `${10_000 - feeBasisPoints}fr ${feeBasisPoints}fr` }}
      >
        <span className="bg-brand" />
        <span className="bg-accent" />
      </div>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          <EarnedSentence {...props} />
        </span>
        <span className="text-ink-faint text-sm">{`${earnedOf(props).fee} fee`}</span>
      </p>
    </div>
  )
}
