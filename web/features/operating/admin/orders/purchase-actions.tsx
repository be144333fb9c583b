import {
  AdminEmailCorrectionInput,
  AdminRevocationInput,
  correctPurchaseEmailAsAdmin,
  dismissDuplicate,
  type PurchaseDetail,
  resendAccessAsAdmin,
  restoreAccessAsAdmin,
  revokeAccessAsAdmin,
} from '../../../../../contract/admin-purchases.ts'
import { EmailField } from '../../../../shared/email-field.tsx'
import { LinkButton } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Textarea } from '../../../../ui/input.tsx'
import { ActionButton } from '../admin-actions.tsx'
import { FoldedForm } from './folded-form.tsx'
import { RefundCard } from './refund-card.tsx'

type ActionsProps = { purchaseRecord: PurchaseDetail }

/** Emails the buyer their link again. Nothing stands there for what has no address or is closed. */
export function SendAccessAgain({ purchaseRecord: { purchase, access } }: ActionsProps) {
  if (!purchase.email || access.state !== 'active') return null
  return (
    <ActionButton
      route={resendAccessAsAdmin}
      input={{ params: { id: purchase.id } }}
      successMessage={`Sent to ${purchase.email}`}
      label="Send access again"
    />
  )
}

/** The flag of a duplicate, and what a refund would do. */
export function RefundActions({ purchaseRecord }: ActionsProps) {
  const { purchase } = purchaseRecord
  return (
    <div className="grid gap-4 print:hidden">
      {purchase.duplicateOf !== null && <DuplicatePurchase purchaseRecord={purchaseRecord} />}
      {Number(purchase.refundableAmount) > 0 ? (
        <RefundCard key={purchase.refundableAmount} purchase={purchase} />
      ) : (
        <Card>
          <h2 className="text-xl">Refund</h2>
          <p className="mt-2 text-ink-soft">
            There’s nothing left to refund, or a refund is already in progress.
          </p>
        </Card>
      )}
    </div>
  )
}

/** Below what is known of the access. Each is written to the audit log. */
export function AccessActions({ purchaseRecord }: ActionsProps) {
  const { purchase, access } = purchaseRecord
  return (
    <div className="grid gap-1 print:hidden">
      {purchase.email && <CorrectEmail purchaseRecord={purchaseRecord} />}
      {access.state === 'active' ? (
        <RevokeAccess purchaseRecord={purchaseRecord} />
      ) : (
        <RestoreAccess purchaseRecord={purchaseRecord} />
      )}
    </div>
  )
}

function CorrectEmail({ purchaseRecord: { purchase } }: ActionsProps) {
  return (
    <FoldedForm
      title="Correct the email address"
      route={correctPurchaseEmailAsAdmin}
      schema={AdminEmailCorrectionInput}
      toInput={(body) => ({ params: { id: purchase.id }, body })}
      successMessage="Address corrected"
      submitLabel="Correct address"
    >
      <EmailField
        key={purchase.email}
        email=""
        hint="We’ll send a new access link there and tell the old address. Links sent before will stop working."
      />
      <Field label="Reason" name="reason" hint="Only the audit log has it.">
        <Textarea />
      </Field>
    </FoldedForm>
  )
}

function RevokeAccess({ purchaseRecord: { purchase } }: ActionsProps) {
  return (
    <FoldedForm
      title="Revoke the buyer’s access"
      route={revokeAccessAsAdmin}
      schema={AdminRevocationInput}
      toInput={(body) => ({ params: { id: purchase.id }, body })}
      successMessage="Access revoked"
      submitLabel="Revoke access"
    >
      <Field label="Reason" name="reason" hint="The buyer will see this on their page.">
        <Textarea />
      </Field>
    </FoldedForm>
  )
}

function RestoreAccess({ purchaseRecord: { purchase, access } }: ActionsProps) {
  if (!access.canRestoreAccess) return null
  return (
    <ActionButton
      route={restoreAccessAsAdmin}
      input={{ params: { id: purchase.id } }}
      successMessage="Access restored"
      label="Restore access"
    />
  )
}

function DuplicatePurchase({ purchaseRecord: { purchase } }: ActionsProps) {
  return (
    <Card className="grid gap-3">
      <h2 className="text-xl">Possible duplicate</h2>
      <p className="text-ink-soft">
        This email address has bought the same item before. Refund one of the two, or mark it as not a
        duplicate.
      </p>
      <div className="flex flex-wrap gap-3">
        <LinkButton variant="secondary" href={`/admin/purchases/${purchase.duplicateOf}`}>
          Open first purchase
        </LinkButton>
        <ActionButton
          route={dismissDuplicate}
          input={{ params: { id: purchase.id } }}
          successMessage="Flag removed"
          label="Not a duplicate"
        />
      </div>
    </Card>
  )
}
