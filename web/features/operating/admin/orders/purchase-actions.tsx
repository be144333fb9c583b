import {
  AdminEmailCorrectionInput,
  AdminRevocationInput,
  correctPurchaseEmailAsAdmin,
  dismissDuplicate,
  type PurchaseDetail,
  restoreAccessAsAdmin,
  revokeAccessAsAdmin,
} from '../../../../../contract/admin-purchases.ts'
import type { Route } from '../../../../../contract/route.ts'
import { EmailField } from '../../../../shared/email-field.tsx'
import { LinkButton } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Disclosure } from '../../../../ui/disclosure.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Textarea } from '../../../../ui/input.tsx'
import { ActionButton, ActionForm, type ActionFormProps } from '../admin-actions.tsx'
import { RefundCard } from './refund-card.tsx'

type ActionsProps = { purchaseRecord: PurchaseDetail }

/** Admin actions on a purchase. Each is written to the audit log. */
export function PurchaseActions({ purchaseRecord }: ActionsProps) {
  const { purchase, access } = purchaseRecord
  return (
    <div className="grid gap-[18px] print:hidden">
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

type FoldedFormProps<R extends Route, T> = ActionFormProps<R, T> & { title: string }

function FoldedForm<R extends Route, T>({ title, ...form }: FoldedFormProps<R, T>) {
  return (
    <Card>
      <Disclosure summary={<span className="font-semibold">{title}</span>}>
        <div className="mt-3">
          <ActionForm {...form} tone="secondary" />
        </div>
      </Disclosure>
    </Card>
  )
}

function RestoreAccess({ purchaseRecord: { purchase, access } }: ActionsProps) {
  if (!access.canRestoreAccess) return null
  return (
    <Card className="grid gap-3">
      <h2 className="text-xl">Access</h2>
      <p className="text-ink-soft">
        Access was revoked{access.revocationMessage && `: ${access.revocationMessage}`}
      </p>
      <ActionButton
        route={restoreAccessAsAdmin}
        input={{ params: { id: purchase.id } }}
        successMessage="Access restored"
        label="Restore access"
      />
    </Card>
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
