import { KeyRound } from 'lucide-react'
import { getUser } from '../../contract/accounts.ts'
import { useInvalidateQueries } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/field.tsx'
import { PageNotice } from '../ui/page-notice.tsx'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'

/** Shown to staff instead of their pages until the sign-in is confirmed with a passkey. */
export function ConfirmPasskey() {
  const refresh = useInvalidateQueries()
  const { isPending, error, start } = usePasskeySignIn(() => void refresh(getUser, { path: '/api' }))
  return (
    <PageNotice
      icon={<KeyRound aria-hidden />}
      title="Confirm it’s you"
      description="You signed in without a passkey. Confirm with one to open your pages."
      actions={
        <Button onClick={start} isLoading={isPending}>
          Confirm with passkey
        </Button>
      }
    >
      <FormError>{error}</FormError>
      <p className="max-w-[30em] text-ink-faint text-sm">
        Lost your passkey? Ask the person who runs this site’s server to reset it.
      </p>
    </PageNotice>
  )
}
