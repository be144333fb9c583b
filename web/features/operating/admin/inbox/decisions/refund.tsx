import * as z from 'zod/mini'
import type { InboxCase } from '../../../../../../contract/inbox.ts'
import { decideRefundRequest, RefundDecisionInput } from '../../../../../../contract/refunds.ts'
import { Field } from '../../../../../ui/field.tsx'
import { Textarea } from '../../../../../ui/input.tsx'
import { FinalVerb, VerbDialog } from '../verbs.tsx'

const keepSchema = z.pick(RefundDecisionInput, { reason: true })

export function RefundVerbs({ decision: { id, money } }: { decision: InboxCase }) {
  const params = { id: Number(id) }
  return (
    <>
      <FinalVerb
        label={`Return ${money}`}
        route={decideRefundRequest}
        input={{ params, body: { decision: 'refund', reason: '' } }}
        title={`${money} goes back to the buyer`}
      />
      <VerbDialog
        label="Keep the sale"
        heading="Keep the sale?"
        description="The buyer keeps access and is told that the refund was declined."
        route={decideRefundRequest}
        schema={keepSchema}
        toDecision={({ reason }) => ({
          input: { params, body: { decision: 'reject' as const, reason } },
          title: 'The sale is kept',
        })}
      >
        <Field label="Message to the buyer" name="reason" isOptional>
          <Textarea />
        </Field>
      </VerbDialog>
    </>
  )
}
