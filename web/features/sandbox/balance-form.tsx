import { SandboxBalanceInput, setSandboxBalance } from '../../../contract/sandbox-payouts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { useSandboxAction } from './use-sandbox-action.ts'

type BalanceFormProps = { available: string | null; currency: string; onChange: () => void }

/** Sets what the site can transfer to creators. */
export function BalanceForm({ available, currency, onChange }: BalanceFormProps) {
  const save = useSandboxAction(setSandboxBalance, { successMessage: 'Balance changed', onChange })
  return (
    <>
      <div>
        <h2 className="text-lg">Balance for transfers</h2>
        <p className="text-ink-soft">
          {available === null
            ? 'It covers every transfer. Set a limit to see transfers wait.'
            : `${formatMoney(available, currency)} left. Transfers over it wait.`}
        </p>
      </div>
      <Form
        key={available}
        schema={SandboxBalanceInput}
        onSubmit={(body) => save.isPending || save.mutate({ body })}
        errors={save.error?.fields}
        className="grid gap-4"
      >
        <Field label="Available" name="available">
          <MoneyInput currency={currency} defaultValue={available ?? ''} />
        </Field>
        <div className="flex flex-wrap gap-3 max-sm:grid">
          <Button type="submit" isLoading={save.isPending && save.variables.body.available !== null}>
            Set balance
          </Button>
          {available !== null && (
            <Button
              variant="secondary"
              isLoading={save.isPending && save.variables.body.available === null}
              onClick={() => save.isPending || save.mutate({ body: { available: null } })}
            >
              Remove the limit
            </Button>
          )}
        </div>
      </Form>
    </>
  )
}
