import { FlaskConical, LogIn } from 'lucide-react'
import { useParams } from 'wouter'
import { urlOf } from '../../../contract/route.ts'
import { getTrial, startSignIn } from '../../api/calls.ts'
import { useRead } from '../../api/hooks.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { TestNote } from '../../ui/test-note.tsx'
import { Missing, Tip, TipUnreachable } from './tip-page.tsx'

/** A creator's own item, also a draft, as a buyer sees it; paying it asks for no card. */
export function TrialPage() {
  const { id = '' } = useParams()
  const { data: content, error } = useRead(getTrial, { params: { id } })

  if (content) {
    return (
      <div className="grid gap-5">
        <TestNote>
          You see your own item as a buyer does. No card is asked for, and nothing is counted.
        </TestNote>
        <Tip content={content} isTrial />
      </div>
    )
  }
  if (error?.status === 401) return <SignInFirst id={id} />
  return error && error.status >= 500 ? <TipUnreachable id={id} /> : <Missing />
}

function SignInFirst({ id }: { id: string }) {
  return (
    <PageNotice
      icon={<FlaskConical aria-hidden />}
      title="Sign in to try your own item"
      text="A test purchase shows a creator what a buyer gets. It is for the one who made the item."
      actions={
        <>
          <LinkButton href={urlOf(startSignIn, { query: { returnTo: `/p/${id}?try` } })}>
            <LogIn aria-hidden />
            Sign In
          </LinkButton>
          <LinkButton variant="ghost" href={`/p/${id}`}>
            Back to the item
          </LinkButton>
        </>
      }
    />
  )
}
