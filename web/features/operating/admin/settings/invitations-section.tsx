import { useState } from 'react'
import {
  inviteCreators,
  listCreatorInvitations,
  withdrawCreatorInvitation,
} from '../../../../../contract/accounts.ts'
import { useApiMutation, useApiQuery, useSetQueryData } from '../../../../api/query.ts'
import { showErrorToast } from '../../../../shared/session-expired.ts'
import { Button } from '../../../../ui/button.tsx'
import { Section } from '../../../../ui/card.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Textarea } from '../../../../ui/input.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { toast } from '../../../../ui/toast.ts'
import { AdminOnly } from '../admin-layout.tsx'
import { AdminQueryState } from '../admin-list.tsx'

/** The email addresses that may create an account while sign-up is by invitation. */
export function InvitationsSection() {
  const read = useApiQuery(listCreatorInvitations)
  const setInvitations = useSetQueryData(listCreatorInvitations)
  const [text, setText] = useState('')
  const invite = useApiMutation(inviteCreators, {
    onSuccess: (reply) => {
      setInvitations(reply)
      setText('')
      toast({ title: 'Invitations sent', tone: 'success' })
    },
  })
  const withdraw = useApiMutation(withdrawCreatorInvitation, {
    onSuccess: setInvitations,
    onError: (error) => showErrorToast(error, 'Couldn’t withdraw the invitation'),
  })
  const error = invite.error && (invite.error.fields.emails ?? invite.error.userMessage)
  return (
    <Section
      id="invitations"
      title="Invitations"
      description="These addresses can create an account while sign-up is invite only."
    >
      <AdminOnly>
        <form
          className="grid max-w-[560px] gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            invite.mutate({ body: { emails: text.split(/[\s,]+/).filter(Boolean) } })
          }}
        >
          <Field
            label="Invite by email"
            hint="One address on each line, up to 50. We’ll email each of them."
            {...(error && { error })}
          >
            <Textarea value={text} onChange={({ target }) => setText(target.value)} size="sm" />
          </Field>
          <Button
            type="submit"
            variant="secondary"
            isLoading={invite.isPending}
            className="justify-self-start"
          >
            Send invitations
          </Button>
        </form>
      </AdminOnly>
      <AdminQueryState query={read} subject="The invitations">
        {({ invitations }) =>
          invitations.length === 0 ? (
            <p className="text-ink-soft">No one is invited yet.</p>
          ) : (
            <ul className="m-0 grid list-none gap-2 p-0">
              {invitations.map(({ id, email, createdAt, acceptedAt }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                  <span className="wrap-anywhere">
                    {email}{' '}
                    <span className="text-ink-faint text-sm">
                      {acceptedAt ? 'joined ' : 'invited '}
                      <LocalTime iso={acceptedAt ?? createdAt} format="date" />
                    </span>
                  </span>
                  <AdminOnly>
                    <Button
                      variant="tertiary"
                      size="sm"
                      disabled={withdraw.isPending}
                      onClick={() => withdraw.mutate({ params: { id } })}
                    >
                      Withdraw<span className="sr-only">: {email}</span>
                    </Button>
                  </AdminOnly>
                </li>
              ))}
            </ul>
          )
        }
      </AdminQueryState>
    </Section>
  )
}
