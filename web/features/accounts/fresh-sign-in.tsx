import { KeyRound, Mail } from 'lucide-react'
import { useEffect, useState } from 'react'
import { getUser, requestSignInCode, signInWithCode, type User } from '../../../contract/accounts.ts'
import { sentenceAt } from '../../api/api-error.ts'
import { answerFreshSignIn, freshSignInReason, type SignInReason } from '../../api/fresh-sign-in.ts'
import { useRefresh, useSend, useViewer } from '../../api/hooks.ts'
import { knowsPasskeys } from '../../api/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { CodeField, MailboxNote, SendAgain } from './code-parts.tsx'
import { codeSentence } from './code-words.ts'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'

/** Asks for a code, or a passkey, without leaving the page: what was typed there stays, and the call goes on after. */
export function FreshSignIn() {
  const { data: viewer } = useViewer()
  const refresh = useRefresh()
  const [code, setCode] = useState<{ isSent: boolean }>()
  const [reason] = useState(freshSignInReason)
  if (!viewer) return <NobodyToAsk />
  const { email } = viewer

  async function signedIn(user: User) {
    // Another person's passkey signs that person in: then nothing on this page is theirs.
    if (user.email !== email) return location.reload()
    await refresh(getUser)
    answerFreshSignIn(true)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && answerFreshSignIn(false)}
      title={reason === 'ended' ? 'You’re signed out' : 'Is it you?'}
      text={code ? codeSentence({ email, isSent: code.isSent }) : texts[reason ?? 'old']}
    >
      {code ? (
        <Code email={email} onSignedIn={signedIn} />
      ) : (
        <Ways email={email} onSent={setCode} onSignedIn={signedIn} />
      )}
    </Dialog>
  )
}

const texts: Record<SignInReason, string> = {
  old: 'Your last sign-in is some time ago. Show once more that it is you, then this goes on.',
  ended: 'Your session has ended. Sign in again to continue. Nothing you typed is lost.',
}

/** The page does not know who was signed in, so the call is refused and says so itself. */
function NobodyToAsk() {
  // Speaks to the call that waits.
  useEffect(() => answerFreshSignIn(false), [])
  return null
}

type WaysProps = {
  email: string
  onSent: (code: { isSent: boolean }) => void
  onSignedIn: (user: User) => void
}

function Ways({ email, onSent, onSignedIn }: WaysProps) {
  const send = useSend(requestSignInCode, { done: ({ sent: isSent }) => onSent({ isSent }) })
  const passkey = usePasskeySignIn(onSignedIn)
  const wrong = send.error?.sentence ?? passkey.error
  return (
    <div className="grid gap-3">
      {wrong && (
        <p role="alert" className="text-danger">
          {wrong}
        </p>
      )}
      <Button size="lg" block busy={send.isPending} onClick={() => send.mutate({ body: { email } })}>
        <Mail aria-hidden />
        Mail me a code
      </Button>
      {knowsPasskeys() && (
        <Button variant="ghost" block busy={passkey.busy} onClick={passkey.start}>
          <KeyRound aria-hidden />
          Use a passkey
        </Button>
      )}
    </div>
  )
}

function Code({ email, onSignedIn }: { email: string; onSignedIn: (user: User) => void }) {
  const send = useSend(signInWithCode, { done: onSignedIn })
  const { error } = send
  return (
    <Form
      schema={signInWithCode.body}
      onSubmit={(body) => send.mutate({ body })}
      errors={error?.fields}
      className="grid gap-4"
    >
      <MailboxNote />
      <input type="hidden" name="email" value={email} />
      <CodeField error={sentenceAt('code', error)} isPending={send.isPending} />
      <Button type="submit" size="lg" busy={send.isPending}>
        Continue
      </Button>
      <div className="-mx-3">
        <SendAgain email={email} />
      </div>
    </Form>
  )
}
