import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { listPeople, type Person, type PersonInvitation } from '../../../contract/admin-people.ts'
import type { StaffRole } from '../../../contract/staff.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/date-text.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { AdminLayout } from './admin-layout.tsx'
import { AdminList, AdminRow, AdminRows } from './admin-list.tsx'
import { AdminOnly } from './admin-only.tsx'
import { InvitePersonDialog } from './invite-person-dialog.tsx'
import { PersonActions, WithdrawButton } from './person-actions.tsx'

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
