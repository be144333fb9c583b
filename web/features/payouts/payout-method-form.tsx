import { useRef, useState } from 'react'
import { getUser, type User } from '../../../contract/accounts.ts'
import { getEarningsStats } from '../../../contract/earnings.ts'
import { isMethodOffered } from '../../../contract/payout-destination.ts'
import { payoutMethodLabel } from '../../../contract/payout-labels.ts'
import { getPayoutHistory, type PayoutMethod, setPayoutMethod } from '../../../contract/payouts.ts'
import { screenLimits } from '../../../contract/screen-limits.ts'
import { useApiMutation, useInvalidateQueries } from '../../api/query-hooks.ts'
import { SaveBarForm } from '../../shared/save-bar-form.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { RadioCard, RadioCardGroup } from '../../ui/radio-card.tsx'
import { toast } from '../../ui/toast.ts'
import { BankAccountFields } from './bank-account-fields.tsx'
import {
  destinationFields,
  isPayoutMethod,
  methodDescriptions,
  methodOptions,
} from './payout-method-fields.ts'
import { destinationNames, payoutMethodSchema } from './payout-method-schema.ts'

const changeNames = Object.fromEntries(
  ['payoutMethod', 'bankKind', ...destinationNames].map((name) => [name, 'payout method']),
)

type PayoutMethodFormProps = { viewer: User; country: string | null }

export function PayoutMethodForm({ viewer, country }: PayoutMethodFormProps) {
  const refresh = useInvalidateQueries()
  const send = useApiMutation(setPayoutMethod, {
    onSuccess: ({ payoutMethod, payoutEmail }) =>
      toast({
        title: 'Payout Setup Complete',
        description: `We’ll send your payouts to ${payoutMethodLabel(payoutMethod)}, ${payoutEmail}.`,
        tone: 'success',
      }),
    onError(error) {
      toast({ title: 'Setup Failed', description: error.userMessage, tone: 'destructive' })
    },
  })

  return (
    <SaveBarForm
      schema={payoutMethodSchema}
      changeNames={changeNames}
      onSave={async (body) => {
        await send.mutateAsync({ body })
        await refresh(getUser, getEarningsStats, getPayoutHistory)
      }}
      onInvalid={(_, typed) => {
        const isEmpty = destinationNames.every((name) => !typed[name]?.trim())
        if (!typed.payoutMethod || isEmpty) toast(missingInformationToast)
      }}
      // Every other error is shown as a toast.
      error={send.error && Object.keys(send.error.fields).length > 0 ? send.error : null}
      isSaving={send.isPending}
    >
      <MethodFields viewer={viewer} country={country} />
    </SaveBarForm>
  )
}

/** The methods as cards, and the fields of the chosen one. */
function MethodFields({ viewer, country }: PayoutMethodFormProps) {
  const fields = useRef<HTMLDivElement>(null)
  const [method, setMethod] = useState(isPayoutMethod(viewer.payoutMethod) ? viewer.payoutMethod : undefined)
  return (
    <>
      <RadioCardGroup label="Payout method" columns={3}>
        {methodOptions
          .filter(({ value }) => isMethodOffered(value, country))
          .map(({ value, label }) => (
            <RadioCard
              key={value}
              name="payoutMethod"
              value={value}
              title={label}
              description={methodDescriptions[value]}
              checked={method === value}
              onChange={() => {
                setMethod(value)
                requestAnimationFrame(() => fields.current?.scrollIntoView({ block: 'nearest' }))
              }}
            />
          ))}
      </RadioCardGroup>
      <div ref={fields} className="scroll-mb-28">
        {method === 'bank' && <BankAccountFields country={country} />}
        {method !== undefined && method !== 'bank' && (
          <Field
            key={method}
            label={destinationFields[method].label}
            name="payoutEmail"
            hint={hintFor(method, viewer)}
          >
            <Input
              {...destinationFields[method].input}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={screenLimits.maxEmailLength}
            />
          </Field>
        )}
      </div>
    </>
  )
}

/** Saved details are never sent to the browser, so the field is empty and the hint shows what is saved. */
function hintFor(method: Exclude<PayoutMethod, 'bank'>, { payoutMethod, payoutEmail }: User): string {
  const { hint } = destinationFields[method]
  return method === payoutMethod && payoutEmail ? `${hint} Saved: ${payoutEmail}` : hint
}

const missingInformationToast = {
  title: 'Missing Information',
  description: 'Please select a payout method and enter your email',
  tone: 'destructive',
} as const
