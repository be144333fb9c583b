import { AlertResolutionInput, resolveAlert, retryJob } from '../../../../../../contract/admin-overview.ts'
import { dismissDuplicate } from '../../../../../../contract/admin-purchases.ts'
import { decideStuckDeliveries } from '../../../../../../contract/deliveries.ts'
import { setFeedbackState } from '../../../../../../contract/feedback.ts'
import type { InboxCase } from '../../../../../../contract/inbox.ts'
import { toOrderNumber } from '../../../../../../contract/order-number.ts'
import { Field } from '../../../../../ui/field.tsx'
import { Textarea } from '../../../../../ui/input.tsx'
import { FinalVerb, Verb, VerbDialog } from '../verbs.tsx'

type VerbsProps = { decision: InboxCase }

/** A dispute is answered at the card provider, and leaves the list when the bank decides. */
export function DisputeVerbs() {
  return null
}

/** Alerts, and refunds that failed: what was done is recorded, and the row is gone. */
export function AlertVerbs({ decision: { alertId, kind } }: VerbsProps) {
  if (alertId === null) return null
  return (
    <VerbDialog
      label={kind === 'failed_refund' ? 'Mark as done' : 'Resolve'}
      variant="primary"
      heading={kind === 'failed_refund' ? 'Mark as done' : 'Resolve this alert'}
      description="It leaves the inbox. If it happens again, it comes back."
      route={resolveAlert}
      schema={AlertResolutionInput}
      toDecision={(body) => ({ input: { params: { id: alertId }, body }, title: 'Resolved' })}
    >
      <Field label="What did you do?" name="resolutionNote" isOptional hint="This is saved in the audit log.">
        <Textarea />
      </Field>
    </VerbDialog>
  )
}

export function DuplicateVerbs({ decision: { id } }: VerbsProps) {
  return (
    <Verb
      label="It was meant"
      variant="primary"
      route={dismissDuplicate}
      input={{ params: { id: toOrderNumber(id) } }}
      title="Both purchases stay"
    />
  )
}

export function DeliveryVerbs({ decision: { id } }: VerbsProps) {
  const channel = id === 'webhook' ? 'webhook' : 'email'
  return (
    <>
      <FinalVerb
        label="Send again"
        route={decideStuckDeliveries}
        input={{ body: { channel, decision: 'send' } }}
        title="On their way"
      />
      <Verb
        label="Drop them"
        route={decideStuckDeliveries}
        input={{ body: { channel, decision: 'drop' } }}
        title="Dropped"
      />
    </>
  )
}

export function JobVerbs({ decision: { id } }: VerbsProps) {
  return <FinalVerb label="Try again" route={retryJob} input={{ params: { id } }} title="Trying again" />
}

export function FeedbackVerbs({ decision: { id } }: VerbsProps) {
  return (
    <Verb
      label="Mark as done"
      variant="primary"
      route={setFeedbackState}
      input={{ params: { id: Number(id) }, body: { state: 'closed' } }}
      title="Marked as done"
    />
  )
}
