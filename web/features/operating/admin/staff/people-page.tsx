import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { StaffRole } from '../../../../../contract/accounts.ts'
import {
  changePersonRole,
  invitePerson,
  listPeople,
  type Person,
  type PersonInvitation,
  removePerson,
  StaffInvitationInput,
  withdrawInvitation,
} from '../../../../../contract/admin-people.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../../../../ui/dialog.tsx'
import { Field } from '../../../../ui/field.tsx'
import { formatDate } from '../../../../ui/format.ts'
import { Input } from '../../../../ui/input.tsx'
import { RadioCard, RadioCardGroup } from '../../../../ui/radio-card.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { AdminLayout, AdminOnly } from '../admin-layout.tsx'
import { ActionForm } from '../admin-list.tsx'
import { AdminList, AdminRow, AdminRows } from '../payouts/admin-list.tsx'
import { useAdminAction } from '../use-admin-action.ts'

const roleLabels: Record<StaffRole, string> = { admin: 'Admin', accountant: 'Accountant' }

/** `/admin/people`: who may open the admin pages. */
export function PeoplePage() {
  const read = useApiQuery(listPeople)
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  return (
    <AdminLayout
      title="People"
      description="Admins see and do everything here. Accountants see everything and change nothing."
      action={
        <AdminOnly>
          <Button onClick={() => setIsDialogOpen(true)}>Invite someone</Button>
          <InvitePersonDialog open={isDialogOpen} onOpenChange={setIsDialogOpen} />
        </AdminOnly>
      }
    >
      <AdminList query={read} subject="People" countOf={({ people }) => people.length}>
        {({ people, invitations }) => (
          <AdminRows>
            {people.map((person) => (
              <PersonRow key={person.userId} person={person} />
            ))}
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.email} invitation={invitation} />
            ))}
          </AdminRows>
        )}
      </AdminList>
      <p className="flex max-w-[44em] items-start gap-2.5 text-ink-soft">
        <KeyRound aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          Someone with a passkey confirms each sign-in with it before these pages open. Add yours in{' '}
          <TextLink href="/settings/security">Settings</TextLink>.
        </span>
      </p>
    </AdminLayout>
  )
}

function PersonRow({ person }: { person: Person }) {
  const { name, email, role, isOwner, hasPasskey } = person
  return (
    <Row
      title={name || email}
      badges={
        <>
          <Badge tone={role === 'admin' ? 'brand' : 'plain'}>{roleLabels[role]}</Badge>
          {!hasPasskey && <Badge tone="warn">No passkey</Badge>}
        </>
      }
      details={isOwner ? `${email}, owner of the site` : email}
    >
      {!isOwner && (
        <AdminOnly>
          <PersonActions person={person} />
        </AdminOnly>
      )}
    </Row>
  )
}

function InvitationRow({ invitation: { email, role, expiresAt } }: { invitation: PersonInvitation }) {
  return (
    <Row
      title={email}
      badges={
        <>
          <Badge tone="plain">{roleLabels[role]}</Badge>
          <Badge tone="warm">Invited</Badge>
        </>
      }
      details={`Hasn’t signed in yet. The invitation is valid until ${formatDate(expiresAt)}.`}
    >
      <AdminOnly>
        <WithdrawButton email={email} />
      </AdminOnly>
    </Row>
  )
}

type RowProps = { title: string; badges: ReactNode; details: string; children: ReactNode }

function Row({ title, badges, details, children }: RowProps) {
  return (
    <AdminRow actions={children}>
      <p className="wrap-anywhere flex flex-wrap items-center gap-2 font-semibold">
        {title}
        {badges}
      </p>
      <p className="wrap-anywhere text-ink-faint text-sm">{details}</p>
    </AdminRow>
  )
}

type InvitePersonDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Asks for an email and a role. */
function InvitePersonDialog({ open, onOpenChange }: InvitePersonDialogProps) {
  const invite = useAdminAction(invitePerson, {
    successMessage: 'Invitation sent',
    invalidates: [listPeople],
    onSuccess: () => onOpenChange(false),
  })
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite someone"
      description="They get an email, and sign in with that address. If they have an account, it can open the admin pages right away."
    >
      <ActionForm
        schema={StaffInvitationInput}
        mutation={invite}
        onSubmit={(body) => invite.mutate({ body })}
        submitLabel="Send invitation"
      >
        <Field label="Email" name="email">
          <Input type="email" autoComplete="off" placeholder="name@example.com" />
        </Field>
        <RadioCardGroup label="What they may do" columns={2}>
          <RadioCard
            name="role"
            value="accountant"
            title="Accountant"
            description="Sees everything, changes nothing"
            defaultChecked
          />
          <RadioCard name="role" value="admin" title="Admin" description="Sees and does everything" />
        </RadioCardGroup>
      </ActionForm>
    </Dialog>
  )
}

const invalidates = [listPeople]

/** Changes the role of a person, or removes them. */
function PersonActions({ person }: { person: Person }) {
  const { userId, email, role } = person
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const params = { id: userId }
  const change = useAdminAction(changePersonRole, { successMessage: 'Role changed', invalidates })
  const remove = useAdminAction(removePerson, {
    successMessage: 'Removed',
    invalidates,
    onSuccess: () => setIsDialogOpen(false),
  })
  const nextRole = role === 'admin' ? 'accountant' : 'admin'
  const context = <span className="sr-only">: {email}</span>
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="secondary"
        isLoading={change.isPending}
        onClick={() => change.mutate({ params, body: { role: nextRole } })}
      >
        {nextRole === 'admin' ? 'Make admin' : 'Make accountant'}
        {context}
      </Button>
      <Button size="sm" variant="tertiary" onClick={() => setIsDialogOpen(true)}>
        Remove{context}
      </Button>
      <ConfirmDialog
        open={isDialogOpen}
        onOpenChange={setIsDialogOpen}
        title={`Remove ${email}?`}
        description="They can no longer open the admin pages. Their account stays, and we email them."
        confirmLabel="Remove"
        isLoading={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
      />
    </div>
  )
}

/** Withdraws an invitation that was not accepted. */
function WithdrawButton({ email }: { email: string }) {
  const withdraw = useAdminAction(withdrawInvitation, { successMessage: 'Invitation withdrawn', invalidates })
  return (
    <Button
      size="sm"
      variant="tertiary"
      isLoading={withdraw.isPending}
      onClick={() => withdraw.mutate({ params: { email } })}
    >
      Withdraw<span className="sr-only">: {email}</span>
    </Button>
  )
}
