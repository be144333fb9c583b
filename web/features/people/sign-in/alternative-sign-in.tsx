import { KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { getSignInMethods, startOidcSignIn, type User } from '../../../../contract/accounts.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { supportsPasskeyAutofill, supportsPasskeys } from '../../../api/passkeys.ts'
import { useApiQuery } from '../../../api/query.ts'
import { signInWithBrowserPasskey, usePasskeySignIn } from '../../../shared/use-passkey-sign-in.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'

type AlternativeSignInProps = { returnTo: string; onSignedIn: (user: User) => void }

export function AlternativeSignIn({ returnTo, onSignedIn }: AlternativeSignInProps) {
  const { data } = useApiQuery(getSignInMethods)
  const passkey = usePasskeySignIn(onSignedIn)
  const stopAutofill = usePasskeyAutofill(onSignedIn)
  const canUsePasskey = supportsPasskeys()
  if (!canUsePasskey && !data?.oidc) return null

  return (
    <div className="mt-6 grid gap-3">
      <p className="flex items-center gap-3 text-ink-faint text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {passkey.error && (
        <p role="alert" className="text-danger text-sm">
          {passkey.error}
        </p>
      )}
      {data?.oidc && (
        <LinkButton variant="secondary" fullWidth href={buildUrl(startOidcSignIn, { query: { returnTo } })}>
          {`Continue with ${data.oidc}`}
        </LinkButton>
      )}
      {canUsePasskey && (
        <Button
          variant="secondary"
          fullWidth
          isLoading={passkey.isPending}
          onClick={() => {
            stopAutofill()
            passkey.start()
          }}
        >
          <KeyRound aria-hidden />
          Use a passkey
        </Button>
      )}
    </div>
  )
}

/**
 * Offers passkeys as autofill in the email field. Returns a function that stops it: browsers allow one request at a
 * time, and the cookie holds one challenge.
 */
function usePasskeyAutofill(onSignedIn: (user: User) => void): () => void {
  const autofillController = useRef<AbortController>(undefined)
  // Starts a conditional passkey request, which is invisible until the person uses it.
  useEffect(() => {
    const controller = new AbortController()
    autofillController.current = controller
    const startAutofill = async () => {
      if (!(await supportsPasskeyAutofill()) || controller.signal.aborted) return
      const user = await signInWithBrowserPasskey({ conditional: true, signal: controller.signal })
      if (user) onSignedIn(user)
    }
    void startAutofill().catch(() => undefined)
    return () => controller.abort()
  }, [onSignedIn])
  return () => autofillController.current?.abort()
}
