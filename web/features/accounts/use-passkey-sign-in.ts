import { useState } from 'react'
import {
  type PasskeySignature,
  signInWithPasskey,
  startPasskeySignIn,
  type User,
} from '../../../contract/accounts.ts'
import { sentenceOf } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { askPasskey } from '../../api/passkeys.ts'

type Asked = { quietly?: boolean; signal?: AbortSignal }

/** Signs in with a passkey: the server's question, the browser's answer, the session. Undefined when the person stopped. */
export async function passkeySignIn(asked: Asked = {}): Promise<User | undefined> {
  const options = await call(startPasskeySignIn, { signal: asked.signal })
  if (asked.signal?.aborted) return undefined
  const response = await askPasskey(options, asked)
  if (!response) return undefined
  // What the browser hands over is WebAuthn's JSON; the server checks every part of it.
  return call(signInWithPasskey, { body: { response: response as PasskeySignature } })
}

/** The same behind a button. */
export function usePasskeySignIn(onSignedIn: (user: User) => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function start() {
    setBusy(true)
    setError(undefined)
    try {
      const user = await passkeySignIn()
      if (user) return onSignedIn(user)
    } catch (fault) {
      setError(sentenceOf(fault))
    }
    setBusy(false)
  }

  return { busy, error, start: () => void start() }
}
