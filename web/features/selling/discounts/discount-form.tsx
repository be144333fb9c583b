import { useState } from 'react'
import type { CreatorContent } from '../../../../contract/content.ts'
import { type Discount, DiscountInput } from '../../../../contract/discounts.ts'
import { limits } from '../../../../contract/limits.ts'
import { suggestCode } from '../../../../domain/suggested-code.ts'
import type { ApiError } from '../../../api/client.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field, useFieldControl } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input } from '../../../ui/input.tsx'
import { BuyerLimits } from './buyer-limits.tsx'
import { DiscountPreview } from './discount-preview.tsx'
import { type FormState, formState, toInput } from './form-state.ts'
import { useFoundItems } from './item-search.tsx'
import { TermFields } from './term-fields.tsx'

type DiscountFormProps = {
  title: string
  submitLabel: string
  /** The code that is edited. */
  discount?: Discount
  items: Array<CreatorContent>
  currency: string
  isSaving: boolean
  error: ApiError | null
  onSubmit: (input: DiscountInput) => void
}

/** Five questions in the order in which people think: word, how much, on what, until when, how many. */
export function DiscountForm(props: DiscountFormProps) {
  const { title, submitLabel, discount, currency, isSaving, error, onSubmit } = props
  const { items, addFound } = useFoundItems(props.items)
  const [state, setState] = useState<FormState>(() => formState(discount))
  const change = (part: Partial<FormState>) => setState({ ...state, ...part })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <Card className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <h1 className="text-xl">{title}</h1>
        <Form
          schema={{ safeParse: () => DiscountInput.safeParse(toInput(state)) }}
          onSubmit={(input) => isSaving || onSubmit(input)}
          errors={error?.fields}
          className="grid grid-cols-[minmax(0,1fr)] gap-6"
        >
          <Field
            label="Code"
            name="code"
            hint="3 to 40 letters, digits, - or _. Capital or small makes no difference."
          >
            <CodeInput value={state.code} onChange={(code) => change({ code })} />
          </Field>
          <TermFields
            state={state}
            onChange={change}
            items={items}
            chosen={discount?.items}
            onFind={addFound}
            currency={currency}
            limits={{
              summary: 'per buyer, first purchase',
              fields: <BuyerLimits state={state} onChange={change} />,
            }}
          >
            <Field
              label="Uses"
              name="maxUses"
              isOptional
              hint={discount ? usedText(discount) : 'Reached means ended.'}
            >
              <Input
                inputMode="numeric"
                autoComplete="off"
                maxLength={9}
                value={state.maxUses}
                onChange={({ target }) => change({ maxUses: target.value })}
              />
            </Field>
          </TermFields>
          {discount && (
            <p className="text-ink-soft text-sm">
              A change is for later checkouts. Who is paying now keeps the price.
            </p>
          )}
          {error && Object.keys(error.fields).length === 0 && (
            <p role="alert" className="text-danger">
              {error.userMessage}
            </p>
          )}
          <div className="flex flex-wrap justify-end gap-2">
            <LinkButton variant="tertiary" href="/discounts">
              Cancel
            </LinkButton>
            <Button type="submit" isLoading={isSaving}>
              {submitLabel}
            </Button>
          </div>
        </Form>
      </Card>
      <DiscountPreview state={state} items={items} currency={currency} />
    </div>
  )
}

type CodeInputProps = { value: string; onChange: (code: string) => void }

/** A typed code, or one that is suggested. */
function CodeInput({ value, onChange, ...props }: CodeInputProps) {
  return (
    <div className="control flex items-center gap-2 pr-1">
      <input
        type="text"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={limits.maxTypedCodeLength}
        {...useFieldControl(props)}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="w-full min-w-0 self-stretch bg-transparent outline-none"
      />
      <Button variant="tertiary" size="sm" onClick={() => onChange(suggestCode(Math.random))}>
        Suggest
      </Button>
    </div>
  )
}

function usedText({ used, reserved }: Discount): string {
  return reserved > 0
    ? `${used} used, ${reserved} being paid for. Reached means ended.`
    : `${used} used. Reached means ended.`
}
