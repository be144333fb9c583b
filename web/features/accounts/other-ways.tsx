import { KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { getSignInWays, startOidc, type User } from '../../../contract/accounts.ts'
import { urlOf } from '../../../contract/route.ts'
import { useRead } from '../../api/hooks.ts'
import { knowsPasskeys, offersPasskeys } from '../../api/passkeys.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { passkeySignIn, usePasskeySignIn } from './use-passkey-sign-in.ts'

type OtherWaysProps = { returnTo: string; onSignedIn: (user: User) => void }

/** Signing in without a mailed code, as far as this site and this browser can. */
export function OtherWays({ returnTo, onSignedIn }: OtherWaysProps) {
  const { data } = useRead(getSignInWays)
  const passkey = usePasskeySignIn(onSignedIn)
  const stopQuiet = useQuietPasskey(onSignedIn)
  const canKey = knowsPasskeys()
  if (!canKey && !data?.oidc) return null

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
        <LinkButton variant="ghost" block href={urlOf(startOidc, { query: { returnTo } })}>
          {`Continue with ${data.oidc}`}
        </LinkButton>
      )}
      {canKey && (
        <Button
          variant="ghost"
          block
          busy={passkey.busy}
          onClick={() => {
            stopQuiet()
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
 * Where the browser can, it offers passkeys inside the e-mail field. Returns what stops that: the browser allows one
 * request at a time, and the server keeps one challenge in a cookie, which a second request for options would replace.
 */
function useQuietPasskey(onSignedIn: (user: User) => void): () => void {
  const running = useRef<AbortController>(undefined)
  // Speaks to the browser's list of passkeys; a person who does not use it never hears of it.
  useEffect(() => {
    const stop = new AbortController()
    running.current = stop
    const ask = async () => {
      if (!(await offersPasskeys()) || stop.signal.aborted) return
      const user = await passkeySignIn({ quietly: true, signal: stop.signal })
      if (user) onSignedIn(user)
    }
    void ask().catch(() => undefined)
    return () => stop.abort()
  }, [onSignedIn])
  return () => running.current?.abort()
}
