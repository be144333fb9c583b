import type { Instance } from '../../../../../contract/instance.ts'
import { Field } from '../../../../ui/field.tsx'
import { formatCount, formatMoney } from '../../../../ui/format.ts'
import { Input } from '../../../../ui/input.tsx'
import { MoneyInput } from '../../../../ui/money-input.tsx'
import { RadioCard, RadioCardGroup } from '../../../../ui/radio-card.tsx'
import { type FormValues, isFree, isPayWhatYouWant } from './form-values.ts'
import { FreeFields } from './free-fields.tsx'

type PricingFieldsProps = {
  initialValues: FormValues
  values: FormValues
  instance: Instance
  /** How many have the edited item free. */
  freeCount?: number
}

/** The pricing model and its amounts. Both amounts stay in the DOM, so switching the model keeps them. */
export function PricingFields({
  initialValues,
  values,
  instance: { currency, minPriceAmount },
  freeCount = 0,
}: PricingFieldsProps) {
  const isFlexiblePrice = isPayWhatYouWant(values)
  const isFixedPrice = !isFlexiblePrice && !isFree(values)
  const minPriceText = formatMoney(minPriceAmount, currency)
  return (
    <>
      <RadioCardGroup label="Pricing model" columns={3}>
        <RadioCard
          name="pricingModel"
          value="fixed"
          title="Fixed price"
          description="Everyone pays the same"
          defaultChecked={!isPayWhatYouWant(initialValues) && !isFree(initialValues)}
        />
        <RadioCard
          name="pricingModel"
          value="pay_what_you_want"
          title="Pay what you want"
          description="You set the minimum"
          defaultChecked={isPayWhatYouWant(initialValues)}
        />
        <RadioCard
          name="pricingModel"
          value="free"
          title="Free"
          description="Anyone can get it"
          defaultChecked={isFree(initialValues)}
        />
      </RadioCardGroup>
      <FreeFields initialValues={initialValues} hidden={!isFree(values)} />
      {freeCount > 0 && !isFree(values) && (
        <p className="-mt-2 text-ink-faint text-sm">
          {freeCount === 1
            ? '1 person has it free and keeps it.'
            : `${formatCount(freeCount)} people have it free and keep it.`}
        </p>
      )}
      <Field label="Price" name="price" hint={`Minimum ${minPriceText}.`} hidden={!isFixedPrice}>
        <MoneyInput currency={currency} placeholder="9.99" defaultValue={initialValues.price} />
      </Field>
      <Field
        label="Minimum tip"
        name="minimumPrice"
        hint={`Minimum ${minPriceText}. Fans can always pay more.`}
        hidden={!isFlexiblePrice}
      >
        <MoneyInput currency={currency} placeholder="1.00" defaultValue={initialValues.minimumPrice} />
      </Field>
    </>
  )
}

/** What a pay-what-you-want item offers and starts with. */
export function SuggestedAmountFields({
  initialValues,
  currency,
}: Pick<PricingFieldsProps, 'initialValues'> & { currency: string }) {
  return (
    <>
      <Field
        label="Suggested amounts"
        name="suggestedAmounts"
        hint="Three amounts above your minimum, such as 3, 5, 10. Leave blank and we’ll pick them."
      >
        <Input
          autoComplete="off"
          maxLength={100}
          placeholder="3, 5, 10"
          defaultValue={initialValues.suggestedAmounts}
        />
      </Field>
      <Field
        label="Prefilled amount"
        name="suggestedAmount"
        hint="Your tip page starts with this amount. Leave blank to start with an empty field."
      >
        <MoneyInput currency={currency} placeholder="5.00" defaultValue={initialValues.suggestedAmount} />
      </Field>
    </>
  )
}
