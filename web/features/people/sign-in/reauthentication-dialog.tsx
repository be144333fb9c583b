import { KeyRound, Mail } from 'lucide-react'
import { useEffect, useState } from 'react'
import { getUser, requestSignInCode, type User } from '../../../../contract/accounts.ts'
import { supportsPasskeys } from '../../../api/passkeys.ts'
import { useApiMutation, useCurrentUser, useInvalidateQueries } from '../../../api/query.ts'
import {
  pendingSignInReason,
  resolveReauthentication,
  type SignInReason,
} from '../../../api/reauthentication.ts'
import { usePasskeySignIn } from '../../../shared/use-passkey-sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormError } from '../../../ui/field.tsx'
import { codeSentence, SignInCodeForm } from './code-fields.tsx'

/** Asks for a code or passkey on the same page. The input stays, and the API call continues afterwards. */
export function ReauthenticationDialog() {
  const { data: viewer } = useCurrentUser()
  const refresh = useInvalidateQueries()
  const [code, setCode] = useState<{ isSent: boolean }>()
  const [reason] = useState(pendingSignInReason)
  if (!viewer) return <UnknownUser />
  const { email } = viewer

  async function handleSignedIn(user: User) {
    // A passkey of another account signs that account in, so the page is reloaded.
    if (user.email !== email) return location.reload()
    await refresh(getUser)
    resolveReauthentication(true)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && resolveReauthentication(false)}
      title={reason === 'ended' ? 'You’re signed out' : 'Confirm it’s you'}
      description={code ? codeSentence({ email, isSent: code.isSent }) : texts[reason ?? 'old']}
    >
      {code ? (
        <SignInCodeForm email={email} submitLabel="Continue" onSignedIn={handleSignedIn} />
      ) : (
        <ReauthenticationMethods email={email} onSent={setCode} onSignedIn={handleSignedIn} />
      )}
    </Dialog>
  )
}

const texts: Record<SignInReason, string> = {
  old: 'It’s been a while since you signed in. For your security, sign in again to continue.',
  ended: 'Your session has ended. Sign in again to continue. Nothing you typed is lost.',
}

/** The page does not know who was signed in, so the API call fails with its own error. */
function UnknownUser() {
  // Ends the API call that waits for the sign-in.
  useEffect(() => resolveReauthentication(false), [])
  return null
}

type ReauthenticationMethodsProps = {
  email: string
  onSent: (code: { isSent: boolean }) => void
  onSignedIn: (user: User) => void
}

function ReauthenticationMethods({ email, onSent, onSignedIn }: ReauthenticationMethodsProps) {
  const send = useApiMutation(requestSignInCode, { onSuccess: ({ sent: isSent }) => onSent({ isSent }) })
  const passkey = usePasskeySignIn(onSignedIn)
  return (
    <div className="grid gap-3">
      <FormError>{send.error?.userMessage ?? passkey.error}</FormError>
      <Button size="lg" fullWidth isLoading={send.isPending} onClick={() => send.mutate({ body: { email } })}>
        <Mail aria-hidden />
        Email me a code
      </Button>
      {supportsPasskeys() && (
        <Button variant="secondary" fullWidth isLoading={passkey.isPending} onClick={passkey.start}>
          <KeyRound aria-hidden />
          Use a passkey
        </Button>
      )}
    </div>
  )
}
