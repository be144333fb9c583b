import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
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
import { Field } from '../../../../ui/field.tsx'
import { formatDate } from '../../../../ui/format.ts'
import { Input } from '../../../../ui/input.tsx'
import { RadioCard, RadioCardGroup } from '../../../../ui/radio-card.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { ActionButton, ActionDialog, ConfirmButton } from '../admin-actions.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminList, AdminRow, AdminRows } from '../admin-list.tsx'

const roleLabels: Record<StaffRole, string> = { admin: 'Admin', accountant: 'Accountant' }

/** `/admin/people`: who may open the admin pages. */
export function PeoplePage() {
  const read = useApiQuery(listPeople)
  return (
    <AdminLayout
      title="People"
      description="Admins see and do everything here. Accountants see everything and change nothing."
      action={<InvitePerson />}
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
      {!isOwner && <PersonActions person={person} />}
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
      <ActionButton
        route={withdrawInvitation}
        input={{ params: { email } }}
        successMessage="Invitation withdrawn"
        label="Withdraw"
        context={`: ${email}`}
        size="sm"
        variant="tertiary"
      />
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

function InvitePerson() {
  return (
    <ActionDialog
      button={{ label: 'Invite someone', variant: 'primary' }}
      title="Invite someone"
      description="They get an email, and sign in with that address. If they have an account, it can open the admin pages right away."
      route={invitePerson}
      schema={StaffInvitationInput}
      toInput={(body) => ({ body })}
      successMessage="Invitation sent"
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
    </ActionDialog>
  )
}

function PersonActions({ person: { userId, email, role } }: { person: Person }) {
  const params = { id: userId }
  const context = `: ${email}`
  const nextRole = role === 'admin' ? 'accountant' : 'admin'
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton
        route={changePersonRole}
        input={{ params, body: { role: nextRole } }}
        successMessage="Role changed"
        label={nextRole === 'admin' ? 'Make admin' : 'Make accountant'}
        context={context}
        size="sm"
      />
      <ConfirmButton
        label="Remove"
        context={context}
        size="sm"
        variant="tertiary"
        title={`Remove ${email}?`}
        description="They can no longer open the admin pages. Their account stays, and we email them."
        route={removePerson}
        input={{ params }}
        successMessage="Removed"
      />
    </div>
  )
}
