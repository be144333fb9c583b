import { useCallback, useState } from 'react'
import { useSearchParams } from 'wouter'
import { getSignInMethods, type User } from '../../../../contract/accounts.ts'
import { safeReturnPath } from '../../../../domain/return-path.ts'
import { useApiQuery } from '../../../api/query.ts'
import { unsavedDraftNouns, unsavedDraftPart } from '../../../shared/unsaved-draft-nouns.ts'
import { Card } from '../../../ui/card.tsx'
import { AlternativeSignIn } from './alternative-sign-in.tsx'
import { CodeForm, EmailForm, NameForm } from './forms.tsx'
import { KeptPage } from './kept-page.tsx'

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
            <KeptPage />
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

/** The message for a person who returns from the sign-in provider without a session. */
export function oidcErrorMessage(error: string, provider: string | null | undefined): string {
  const host = provider ?? 'the other site'
  switch (error) {
    case 'email_not_verified':
    case 'account_not_linked':
      return `Your email address isn’t verified with ${host}. Sign in with an email code instead.`
    case 'account_suspended':
      return 'This account is suspended. Sign in with an email code to see why.'
    case 'sign_up_refused':
      return 'This site isn’t taking new accounts without an invitation right now.'
    case 'provider_unreachable':
      return `${capitalize(host)} isn’t responding right now. Sign in with an email code, or try again in a moment.`
    case 'access_denied':
      return `Sign-in with ${host} was canceled. Try again, or sign in with an email code.`
    default:
      return `Sign-in with ${host} didn’t work. Try again, or sign in with an email code.`
  }
}

function capitalize(text: string): string {
  return text.startsWith('the ') ? `T${text.slice(1)}` : text
}

/** Warns before sign-in when the browser blocks cookies or could not store the draft. */
function StorageNotes({ returnTo }: { returnTo: string }) {
  const unsaved = unsavedDraftPart(returnTo)
  if (navigator.cookieEnabled && !unsaved) return null
  return (
    <div role="alert" className="mb-5 grid gap-2 rounded-sm bg-warn-soft px-3.5 py-2.5 text-warn">
      {!navigator.cookieEnabled && (
        <p>
          Your browser blocks cookies, and signing in needs them. Allow cookies for this site, then reload the
          page.
        </p>
      )}
      {unsaved && (
        <p>
          Your browser couldn’t keep {unsavedDraftNouns[unsaved]}. We’ll ask for it again after you sign in.
        </p>
      )}
    </div>
  )
}
