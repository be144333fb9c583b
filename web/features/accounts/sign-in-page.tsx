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

/** Email, then the emailed code, then a name on the first sign-in; or another sign-in method. */
export function SignInPage() {
  const [search] = useSearchParams()
  const [step, setStep] = useState<Step>({ name: 'email' })
  const [email, setEmail] = useState('')
  const returnTo = safeReturnPath(search.get('returnTo'))
  // A full page load, because all cached responses belong to the previous viewer.
  const redirectBack = useCallback(() => location.assign(returnTo), [returnTo])
  const handleSignedIn = useCallback(
    (user: User) => (user.firstName || user.needsSecondFactor ? redirectBack() : setStep({ name: 'name' })),
    [redirectBack],
  )

  return (
    <div className="mx-auto max-w-[440px] pt-6 sm:pt-16">
      <Card elevated padding="none" className="p-6 sm:p-8">
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
  // The message contains the provider's name, so it waits for that.
  if (!error || isPending) return null
  return (
    <p role="alert" className="mb-5 rounded-sm bg-danger-soft px-3.5 py-2.5 text-danger">
      {oidcErrorMessage(error, data?.oidc)}
    </p>
  )
}
