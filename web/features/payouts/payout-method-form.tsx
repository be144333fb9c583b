import { useRef, useState } from 'react'
import { getUser, type User } from '../../../contract/accounts.ts'
import { getEarningsStats } from '../../../contract/earnings.ts'
import { limits } from '../../../contract/limits.ts'
import { payoutMethodLabel } from '../../../contract/payout-labels.ts'
import { getPayoutHistory, setPayoutMethod } from '../../../contract/payouts.ts'
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

export function PayoutMethodForm({ viewer }: { viewer: User }) {
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
      <MethodFields viewer={viewer} />
    </SaveBarForm>
  )
}

/** The methods as cards, and the fields of the chosen one. */
function MethodFields({ viewer }: { viewer: User }) {
  const fields = useRef<HTMLDivElement>(null)
  const [method, setMethod] = useState(isPayoutMethod(viewer.payoutMethod) ? viewer.payoutMethod : undefined)
  return (
    <>
      <RadioCardGroup label="Payout method" columns={3}>
        {methodOptions.map(({ value, label }) => (
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
        {method === 'bank' && <BankAccountFields />}
        {method !== undefined && method !== 'bank' && (
          <Field
            key={method}
            label={destinationFields[method].label}
            name="payoutEmail"
            hint={destinationFields[method].hint}
          >
            <Input
              {...destinationFields[method].input}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={limits.maxEmailLength}
              defaultValue={method === viewer.payoutMethod ? (viewer.payoutEmail ?? '') : ''}
            />
          </Field>
        )}
      </div>
    </>
  )
}

const missingInformationToast = {
  title: 'Missing Information',
  description: 'Please select a payout method and enter your email',
  tone: 'destructive',
} as const
