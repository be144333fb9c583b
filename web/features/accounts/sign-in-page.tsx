import { useCallback, useState } from 'react'
import { useSearchParams } from 'wouter'
import { getSignInMethods, type User } from '../../../contract/accounts.ts'
import { safeReturnPath } from '../../../domain/return-path.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Card } from '../../ui/card.tsx'
import { AlternativeSignIn } from './alternative-sign-in.tsx'
import { CodeForm } from './code-form.tsx'
import { EmailForm } from './email-form.tsx'
import { NameForm } from './name-form.tsx'
import { oidcErrorMessage } from './oidc-error-message.ts'
import { StorageNotes } from './storage-notes.tsx'

type Step = { name: 'email' } | { name: 'code'; email: string; isSent: boolean } | { name: 'name' }

/** E-mail, then the code from the mail, then, the first time, a name; or another way in. */
export function SignInPage() {
  const [search] = useSearchParams()
  const [step, setStep] = useState<Step>({ name: 'email' })
  const [email, setEmail] = useState('')
  const returnTo = safeReturnPath(search.get('returnTo'))
  // A full load: from here on every answer is another person's.
  const redirectBack = useCallback(() => location.assign(returnTo), [returnTo])
  const handleSignedIn = useCallback(
    (user: User) => (user.firstName ? redirectBack() : setStep({ name: 'name' })),
    [redirectBack],
  )

  return (
    <div className="mx-auto max-w-[440px] pt-6 sm:pt-16">
      <Card elevated className="p-6 sm:p-8">
        {step.name === 'email' && (
          <>
            <OidcErrorNotice error={search.get('error')} />
            <StorageNotes returnTo={returnTo} />
            <EmailForm
              email={email}
              onSent={(code) => {
                setEmail(code.email)
                setStep({ name: 'code', ...code })
              }}
            />
            <AlternativeSignIn returnTo={returnTo} onSignedIn={handleSignedIn} />
          </>
        )}
        {step.name === 'code' && (
          <CodeForm
            email={step.email}
            isSent={step.isSent}
            onBack={() => setStep({ name: 'email' })}
            onSignedIn={handleSignedIn}
          />
        )}
        {step.name === 'name' && <NameForm onNamed={redirectBack} />}
      </Card>
    </div>
  )
}

function OidcErrorNotice({ error }: { error: string | null }) {
  const { data, isPending } = useApiQuery(getSignInMethods)
  // The sentence names the other site: it is said once that is known.
  if (!error || isPending) return null
  return (
    <p role="alert" className="mb-5 rounded-sm bg-danger-soft px-3.5 py-2.5 text-danger">
      {oidcErrorMessage(error, data?.oidc)}
    </p>
  )
}
