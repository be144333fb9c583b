import { useCallback, useState } from 'react'
import { useSearchParams } from 'wouter'
import { getSignInWays, type User } from '../../../contract/accounts.ts'
import { safeReturnPath } from '../../../domain/return-path.ts'
import { useRead } from '../../api/hooks.ts'
import { Card } from '../../ui/card.tsx'
import { CodeForm } from './code-form.tsx'
import { EmailForm } from './email-form.tsx'
import { NameForm } from './name-form.tsx'
import { OtherWays } from './other-ways.tsx'
import { providerSentence } from './provider-words.ts'
import { StorageNotes } from './storage-notes.tsx'

type Step = { name: 'email' } | { name: 'code'; email: string; isSent: boolean } | { name: 'name' }

/** E-mail, then the code from the mail, then, the first time, a name; or another way in. */
export function SignInPage() {
  const [search] = useSearchParams()
  const [step, setStep] = useState<Step>({ name: 'email' })
  const [email, setEmail] = useState('')
  const returnTo = safeReturnPath(search.get('returnTo'))
  // A full load: from here on every answer is another person's.
  const leave = useCallback(() => location.assign(returnTo), [returnTo])
  const signedIn = useCallback(
    (user: User) => (user.firstName ? leave() : setStep({ name: 'name' })),
    [leave],
  )

  return (
    <div className="mx-auto max-w-[440px] pt-6 sm:pt-16">
      <Card raised className="p-6 sm:p-8">
        {step.name === 'email' && (
          <>
            <CameBack error={search.get('error')} />
            <StorageNotes returnTo={returnTo} />
            <EmailForm
              email={email}
              onSent={(code) => {
                setEmail(code.email)
                setStep({ name: 'code', ...code })
              }}
            />
            <OtherWays returnTo={returnTo} onSignedIn={signedIn} />
          </>
        )}
        {step.name === 'code' && (
          <CodeForm
            email={step.email}
            isSent={step.isSent}
            onBack={() => setStep({ name: 'email' })}
            onSignedIn={signedIn}
          />
        )}
        {step.name === 'name' && <NameForm onNamed={leave} />}
      </Card>
    </div>
  )
}

function CameBack({ error }: { error: string | null }) {
  const { data, isPending } = useRead(getSignInWays)
  // The sentence names the other site: it is said once that is known.
  if (!error || isPending) return null
  return (
    <p role="alert" className="mb-5 rounded-sm bg-danger-soft px-3.5 py-2.5 text-danger">
      {providerSentence(error, data?.oidc)}
    </p>
  )
}
