import type { Ports } from '../../ports/index.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import type { EmailRow } from '../mail/outbox.ts'
import { isCurrentCode } from './code-repository.ts'
import {
  accountDeletedEmail,
  emailChangeCodeEmail,
  emailChangedEmail,
  emailTakenEmail,
  newBrowserEmail,
  ownerChangedEmail,
  passkeyAddedEmail,
  passkeyRefusedEmail,
  passkeyRemovedEmail,
  passkeysRemovedEmail,
  signInCodeEmail,
} from './emails.ts'
import { decryptCode, hashesOfCode, isCodeOfHash } from './one-time-code.ts'
import { findEmailChange } from './repository.ts'

/** The email of an outbox row about an account. Undefined for other kinds, and for an invalid code. */
export async function accountEmail(ports: Ports, row: EmailRow): Promise<EmailMessage | undefined> {
  const { publicUrl } = ports.config
  const { kind, recipient: to, data, createdAt: at } = row
  const { newEmail = '', device = '', message: name = '' } = data
  if (kind === 'sign_in_code') return signInCode(ports, row)
  if (kind === 'email_change_code') return emailChangeCode(ports, row)
  if (kind === 'email_change_taken') return emailTakenEmail({ to })
  if (kind === 'email_changed') return emailChangedEmail({ to, newEmail, publicUrl })
  if (kind === 'account_deleted') return accountDeletedEmail({ to })
  if (kind === 'passkey_added') return passkeyAddedEmail({ to, name, at, publicUrl })
  if (kind === 'passkey_removed') return passkeyRemovedEmail({ to, name, at, publicUrl })
  if (kind === 'passkey_refused') return passkeyRefusedEmail({ to, name, at, publicUrl })
  if (kind === 'owner_changed') return ownerChangedEmail({ to, newEmail, publicUrl })
  if (kind === 'passkeys_removed') return passkeysRemovedEmail({ to, at, publicUrl })
  if (kind === 'new_browser') return newBrowserEmail({ to, device, at, publicUrl })
  return undefined
}

/** Undefined for an expired or replaced code, which would be rejected. */
async function signInCode(
  ports: Ports,
  { recipient: email, data }: EmailRow,
): Promise<EmailMessage | undefined> {
  const code = await readCode(ports, data)
  if (!code) return undefined
  const codeHashes = hashesOfCode(ports, 'sign-in', code)
  const isCurrent = await isCurrentCode(ports.db, { email, codeHashes, now: ports.clock.now() })
  return isCurrent ? signInCodeEmail({ to: email, code }) : undefined
}

async function emailChangeCode(
  ports: Ports,
  { recipient: to, data }: EmailRow,
): Promise<EmailMessage | undefined> {
  const { userId = '', side = 'old' } = data
  const code = await readCode(ports, data)
  const change = await findEmailChange(ports.db, userId)
  if (!code || !change || change.expiresAt <= ports.clock.now()) return undefined
  const codeHash = side === 'old' ? change.oldEmailCodeHash : change.newEmailCodeHash
  if (!isCodeOfHash(ports, 'email-change', code, codeHash)) return undefined
  return emailChangeCodeEmail({ to, code, newEmail: change.newEmail, side })
}

async function readCode(ports: Ports, { codeEncrypted }: EmailRow['data']): Promise<string | undefined> {
  return codeEncrypted === undefined ? undefined : decryptCode(ports, codeEncrypted)
}
