import { getUser, type User } from '../../../contract/accounts.ts'
import { getEarningsStats } from '../../../contract/earnings.ts'
import { limits } from '../../../contract/limits.ts'
import { setPayoutMethod } from '../../../contract/payouts.ts'
import { useApiMutation, useInvalidateQueries } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { methodOptions } from './payout-labels.ts'

export function PayoutMethodForm({ viewer }: { viewer: User }) {
  const refresh = useInvalidateQueries()
  const send = useApiMutation(setPayoutMethod, {
    async onSuccess({ payoutMethod, payoutEmail }) {
      const method = methodOptions.find(({ value }) => value === payoutMethod)?.label
      toast({
        title: 'Payout Setup Complete',
        description: `We’ll send your payouts to ${method}, ${payoutEmail}.`,
        tone: 'success',
      })
      await refresh(getUser, getEarningsStats)
    },
    onError(error) {
      toast({ title: 'Setup Failed', description: error.userMessage, tone: 'destructive' })
    },
  })

  return (
    <Form
      schema={setPayoutMethod.body}
      onSubmit={(body) => send.isPending || send.mutate({ body })}
      onInvalid={(_, typed) => {
        if (!typed.payoutMethod || !typed.payoutEmail?.trim()) toast(missingInformationToast)
      }}
      errors={send.error?.fields}
      className="grid gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Payout method" name="payoutMethod">
          <Select options={methodOptions} defaultValue={viewer.payoutMethod ?? ''} />
        </Field>
        <Field
          label="Payout email"
          name="payoutEmail"
          hint="The email on your account there. For bank transfers, we’ll contact you at this address."
        >
          <Input
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={limits.maxEmailLength}
            defaultValue={viewer.payoutEmail ?? ''}
          />
        </Field>
      </div>
      <Button type="submit" isLoading={send.isPending} className="justify-self-start max-sm:w-full">
        Save payout method
      </Button>
    </Form>
  )
}

const missingInformationToast = {
  title: 'Missing Information',
  description: 'Please select a payout method and enter your email',
  tone: 'destructive',
} as const
