import type { Instance } from '../../../../../contract/instance.ts'
import { screenLimits } from '../../../../../contract/screen-limits.ts'
import { parseTypedAmount } from '../../../../../domain/price.ts'
import { useCurrentUser } from '../../../../api/query.ts'
import { EarnedSentence, earnedOf } from '../../../../shared/earned.tsx'
import { Field } from '../../../../ui/field.tsx'
import { formatCount, formatMoney } from '../../../../ui/format.ts'
import { Input } from '../../../../ui/input.tsx'
import { MoneyInput } from '../../../../ui/money-input.tsx'
import { RadioCard, RadioCardGroup } from '../../../../ui/radio-card.tsx'
import { type FormValues, isFree, isPayWhatYouWant } from './form-values.ts'
import { FreeFields } from './free-fields.tsx'

const leastWorthSaying = 0.1

type PricingFieldsProps = {
  initialValues: FormValues
  values: FormValues
  instance: Instance
  /** How many have the edited item free. */
  freeCount?: number
}

/** The pricing model and its amounts. Both amounts stay in the DOM, so switching the model keeps them. */
export function PricingFields({ initialValues, values, instance, freeCount = 0 }: PricingFieldsProps) {
  const { currency, minPriceAmount } = instance
  const isFlexiblePrice = isPayWhatYouWant(values)
  const isFixedPrice = !isFlexiblePrice && !isFree(values)
  // A minimum of one cent is none that somebody has to know before.
  const minPriceText = Number(minPriceAmount) > leastWorthSaying && formatMoney(minPriceAmount, currency)
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
      <div className="grid items-start gap-x-4 gap-y-2 sm:grid-cols-[11rem_minmax(0,1fr)]">
        <Field
          label="Price"
          name="price"
          {...(minPriceText && { hint: `Minimum ${minPriceText}.` })}
          hidden={!isFixedPrice}
        >
          <MoneyInput currency={currency} placeholder="9.99" defaultValue={initialValues.price} />
        </Field>
        <Field
          label="Minimum tip"
          name="minimumPrice"
          hint={[minPriceText && `Minimum ${minPriceText}.`, 'Fans can always pay more.']
            .filter(Boolean)
            .join(' ')}
          hidden={!isFlexiblePrice}
        >
          <MoneyInput currency={currency} placeholder="1.00" defaultValue={initialValues.minimumPrice} />
        </Field>
        {!isFree(values) && (
          <Earned
            typed={isFlexiblePrice ? values.minimumPrice : values.price}
            isMinimum={isFlexiblePrice}
            instance={instance}
          />
        )}
      </div>
    </>
  )
}

type EarnedProps = { typed: string | undefined; isMinimum: boolean; instance: Instance }

/** Beside the price, once it is one. */
function Earned({ typed = '', isMinimum, instance }: EarnedProps) {
  const isPro = useCurrentUser().data?.plan === 'pro'
  const { currency } = instance
  const feeBasisPoints = isPro ? screenLimits.feeBasisPoints.pro : instance.feeBasisPoints
  const parsed = parseTypedAmount(typed, currency)
  if (!('amount' in parsed)) return null
  const sale = { amount: parsed.amount, currency, feeBasisPoints }
  return (
    <p className="leading-snug sm:pt-9.5">
      <EarnedSentence {...sale} isMinimum={isMinimum} />
      <span className="block text-ink-faint text-sm">
        {instance.isSolo
          ? 'There is no platform fee.'
          : isPro
            ? 'On Pro we keep nothing.'
            : `Platform fee ${feeBasisPoints / 100}%, ${earnedOf(sale).fee}`}
      </span>
    </p>
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
