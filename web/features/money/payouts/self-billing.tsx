import { getPayee, type PayeeState, setSelfBilling } from '../../../../contract/payees.ts'
import { useApiMutation, useSetQueryData } from '../../../api/query.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { formatDate } from '../../../ui/format.ts'
import { toast } from '../../../ui/toast.ts'

/** The agreement that the site writes the creator’s invoices. Nothing where the site doesn’t offer it. */
export function SelfBilling({ state: { isOffered, words, agreedAt } }: { state: PayeeState['selfBilling'] }) {
  const setPayee = useSetQueryData(getPayee)
  const save = useApiMutation(setSelfBilling, {
    onSuccess: setPayee,
    onError: ({ userMessage }) =>
      toast({ title: 'Couldn’t save that', description: userMessage, tone: 'destructive' }),
  })
  if (!isOffered && !agreedAt) return null
  const isOn = save.isPending ? save.variables.body.isAgreed : agreedAt !== null
  return (
    <div className="border-line border-t pt-4">
      <Checkbox
        align="start"
        checked={isOn}
        disabled={save.isPending}
        onChange={({ target }) => save.mutate({ body: { isAgreed: target.checked } })}
      >
        Write my invoices for me
      </Checkbox>
      <div className="ml-8 text-ink-faint text-sm">
        <p>
          {agreedAt
            ? `You agreed on ${formatDate(agreedAt)} that we issue them in your name (self-billing). You can end this anytime.`
            : 'You agree that we issue them in your name (self-billing). You can end this anytime.'}
        </p>
        <Disclosure summary="What you agree to">
          <p className="max-w-[60ch] pb-2 text-ink-soft">{words}</p>
        </Disclosure>
      </div>
    </div>
  )
}
