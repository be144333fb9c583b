import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { safePath } from '../../api/safe-path.ts'
import { Card } from '../../ui/card.tsx'
import { CodeForm } from './code-form.tsx'
import { EmailForm } from './email-form.tsx'
import { NameForm } from './name-form.tsx'

type Step = { name: 'email' } | { name: 'code'; email: string } | { name: 'name' }

/** E-mail, then the code from the mail, then, the first time, a name. */
export function SignInPage() {
  const [search] = useSearchParams()
  const [step, setStep] = useState<Step>({ name: 'email' })
  const [email, setEmail] = useState('')
  // A full load: from here on every answer is another person's.
  const leave = () => location.assign(safePath(search.get('returnTo')))

  return (
    <div className="mx-auto max-w-[440px] pt-6 sm:pt-16">
      <Card raised className="p-6 sm:p-8">
        {step.name === 'email' && (
          <EmailForm
            email={email}
            onSent={(to) => {
              setEmail(to)
              setStep({ name: 'code', email: to })
            }}
          />
        )}
        {step.name === 'code' && (
          <CodeForm
            email={step.email}
            onBack={() => setStep({ name: 'email' })}
            onSignedIn={(user) => (user.firstName ? leave() : setStep({ name: 'name' }))}
          />
        )}
        {step.name === 'name' && <NameForm onNamed={leave} />}
      </Card>
    </div>
  )
}
