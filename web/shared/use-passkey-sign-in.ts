import { useState } from 'react'
import {
  createPasskeySignInOptions,
  type PasskeyAssertion,
  signInWithPasskey,
  type User,
} from '../../contract/accounts.ts'
import { request, userMessage } from '../api/client.ts'
import { getPasskey } from '../api/passkeys.ts'
import { browserTimeZone } from './browser-time-zone.ts'

type PasskeyRequest = { conditional?: boolean; signal?: AbortSignal }

/**
 * Signs in with a passkey: the server's challenge, the browser's assertion, the session. Undefined when the person
 * canceled.
 */
export async function signInWithBrowserPasskey(
  passkeyRequest: PasskeyRequest = {},
): Promise<User | undefined> {
  const options = await request(createPasskeySignInOptions, { signal: passkeyRequest.signal })
  if (passkeyRequest.signal?.aborted) return undefined
  const response = await getPasskey(options, passkeyRequest)
  if (!response) return undefined
  // The browser returns WebAuthn JSON; the server validates it.
  return request(signInWithPasskey, {
    body: { response: response as PasskeyAssertion, timeZone: browserTimeZone() },
  })
}

/** Passkey sign-in for a button, with its pending and error state. */
export function usePasskeySignIn(onSignedIn: (user: User) => void) {
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<string>()

  async function start() {
    setIsPending(true)
    setError(undefined)
    try {
      const user = await signInWithBrowserPasskey()
      if (user) return onSignedIn(user)
    } catch (failure) {
      setError(userMessage(failure))
    }
    setIsPending(false)
  }

  return { isPending, error, start: () => void start() }
}
