import type { Instance } from '../../../contract/system.ts'
import { ChoiceCard, ChoiceCards } from '../../ui/choice-card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { isOpenPrice, type Typed } from './typed.ts'

type PricingProps = { start: Typed; typed: Typed; instance: Instance }

/** Both amounts stay in the page, so changing one's mind loses neither. */
export function Pricing({ start, typed, instance: { currency, smallestPrice } }: PricingProps) {
  const open = isOpenPrice(typed)
  const smallest = formatMoney(smallestPrice, currency)
  return (
    <>
      <ChoiceCards label="Pricing model">
        <ChoiceCard
          name="pricingModel"
          value="fixed"
          title="Fixed price"
          text="Everyone pays the same"
          defaultChecked={start.pricingModel !== 'pay_what_you_want'}
        />
        <ChoiceCard
          name="pricingModel"
          value="pay_what_you_want"
          title="Pay what you want"
          text="You set the minimum"
          defaultChecked={start.pricingModel === 'pay_what_you_want'}
        />
      </ChoiceCards>
      <Field label="Price" name="price" hint={`At least ${smallest}.`} className={open ? 'hidden' : ''}>
        <MoneyInput currency={currency} placeholder="9.99" defaultValue={start.price} />
      </Field>
      <Field
        label="Minimum tip"
        name="minimumPrice"
        hint={`At least ${smallest}. Fans may always give more.`}
        className={open ? '' : 'hidden'}
      >
        <MoneyInput currency={currency} placeholder="1.00" defaultValue={start.minimumPrice} />
      </Field>
      <Field
        label="Suggested amounts"
        name="chips"
        optional
        hint="Three amounts above the minimum, like 3, 5, 10. Left empty, we choose them."
        className={open ? '' : 'hidden'}
      >
        <Input autoComplete="off" maxLength={100} placeholder="3, 5, 10" defaultValue={start.chips} />
      </Field>
    </>
  )
}
