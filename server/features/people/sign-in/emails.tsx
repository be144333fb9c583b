import { site } from '../../../../contract/site.ts'
import type { Ports } from '../../../ports/index.ts'
import type { EmailMessage } from '../../../ports/mailer.ts'
import {
  type EmailOf,
  type EmailRenderers,
  keptFor,
  transientDays,
} from '../../telling/deliveries/deliveries.ts'
import { renderEmailLayout } from '../../telling/email/layout.tsx'
import { findEmailChange } from '../accounts/repository.ts'
import { decryptCode, hashesOfCode, isCodeOfHash } from './one-time-code.ts'
import { isCurrentCode } from './repository.ts'

function signInCodeEmail({ to, code }: { to: string; code: string }): EmailMessage {
  const spacedCode = `${code.slice(0, 3)} ${code.slice(3)}`
  return {
    to,
    subject: `${spacedCode} is your ${site().name} code`,
    ...renderEmailLayout({
      title: `Sign in to ${site().name}`,
      lines: ['Enter this code on the sign-in page. It expires in 10 minutes.'],
      highlightedCode: spacedCode,
      closingLines: [
        'If you didn’t request this, you can ignore this email. No one can sign in without the code.',
      ],
    }),
  }
}

type EmailChangeCodeInput = { to: string; code: string; newEmail: string; side: 'old' | 'new' }

/** The two emails look different, so that their codes are not confused. */
function emailChangeCodeEmail({ to, code, newEmail, side }: EmailChangeCodeInput): EmailMessage {
  const spacedCode = `${code.slice(0, 3)} ${code.slice(3)}`
  const label = side === 'old' ? 'current' : 'new'
  return {
    to,
    subject: `${spacedCode} is the code for your ${label} email address`,
    ...renderEmailLayout({
      title: 'Change your email address',
      lines: [
        side === 'old'
          ? `You asked to change your ${site().name} email address to ${newEmail}. Enter this as the code from your current address. It expires in 30 minutes.`
          : 'Enter this as the code from your new address. It expires in 30 minutes.',
      ],
      highlightedCode: spacedCode,
      closingLines: [
        side === 'old'
          ? 'If you didn’t request this, don’t share the code. Sign in, then sign out everywhere else in Settings.'
          : 'If you didn’t request this, you can ignore this email. Nothing changes without the code.',
      ],
    }),
  }
}

/** Sent to an email that has an account already, so that only its owner learns of the request. */
function emailTakenEmail({ to }: { to: string }): EmailMessage {
  return {
    to,
    subject: 'Someone tried to use your email address',
    ...renderEmailLayout({
      title: 'This address already has an account',
      lines: [
        `Someone tried to move another ${site().name} account to this email address. It already belongs to your account, so nothing changed.`,
        'If that was you, sign in with this address, or use a different one for the other account.',
      ],
    }),
  }
}

type EmailChangedInput = { to: string; newEmail: string; publicUrl: string }

function emailChangedEmail({ to, newEmail, publicUrl }: EmailChangedInput): EmailMessage {
  return {
    to,
    subject: 'Your email address was changed',
    ...renderEmailLayout({
      title: 'Your email address was changed',
      lines: [
        `Your ${site().name} account now uses ${newEmail}. You can no longer sign in with this address.`,
        'We signed out all your other browsers.',
      ],
      links: [{ label: 'Wasn’t you? Contact us right away.', url: `${publicUrl}/feedback` }],
    }),
  }
}

function accountDeletedEmail({ to }: { to: string }): EmailMessage {
  return {
    to,
    subject: `Your ${site().name} account has been deleted`,
    ...renderEmailLayout({
      title: 'Your account has been deleted',
      lines: [
        'Your items have been unpublished, and your name, email address, photo and payout details have been deleted. Everyone who bought from you keeps what they paid for.',
        'This can’t be undone. You’re welcome to start a new account with this address anytime.',
      ],
    }),
  }
}

type PasskeyInput = { to: string; name: string; at: Date; publicUrl: string }

function passkeyAddedEmail({ to, name, at, publicUrl }: PasskeyInput): EmailMessage {
  return {
    to,
    subject: 'A passkey was added to your account',
    ...renderEmailLayout({
      title: 'A passkey was added to your account',
      lines: [
        `The passkey “${name}” was added on ${formatUtc(at)}. It signs in to your ${site().name} account.`,
      ],
      links: [
        {
          label: 'Wasn’t you? Sign in, remove it and sign out everywhere else.',
          url: `${publicUrl}/settings/security`,
        },
      ],
    }),
  }
}

function passkeyRemovedEmail({ to, name, at, publicUrl }: PasskeyInput): EmailMessage {
  return {
    to,
    subject: 'A passkey was removed from your account',
    ...renderEmailLayout({
      title: 'A passkey was removed from your account',
      lines: [
        `The passkey “${name}” was removed on ${formatUtc(at)}. It no longer signs in to your ${site().name} account.`,
      ],
      links: [
        { label: 'Wasn’t you? Sign in and sign out everywhere else.', url: `${publicUrl}/settings/security` },
      ],
    }),
  }
}

/** Sent when a passkey has counted fewer sign-ins than we have: a copy of it is in use. */
function passkeyRefusedEmail({ to, name, at, publicUrl }: PasskeyInput): EmailMessage {
  return {
    to,
    subject: 'We refused a passkey of your account',
    ...renderEmailLayout({
      title: 'We refused a passkey of your account',
      lines: [
        `Someone tried to sign in with the passkey “${name}” on ${formatUtc(at)}. It may have been copied, so we didn’t accept it.`,
        'Sign in another way, remove this passkey and add a new one.',
      ],
      button: { label: 'Open your security settings', url: `${publicUrl}/settings/security` },
    }),
  }
}

type OwnerChangedInput = { to: string; newEmail: string; publicUrl: string }

/** Sent to the new owner and the former one. */
function ownerChangedEmail({ to, newEmail, publicUrl }: OwnerChangedInput): EmailMessage {
  return {
    to,
    subject: `${site().name} has a new owner`,
    ...renderEmailLayout({
      title: `${site().name} has a new owner`,
      lines: [
        `The person who runs the server made ${newEmail} the owner of this site. The former owner stays an admin until someone removes them under People.`,
      ],
      button: { label: 'Open the admin pages', url: `${publicUrl}/admin/people` },
      closingLines: ['If you didn’t expect this, contact the person who runs the server.'],
    }),
  }
}

type PasskeysRemovedInput = { to: string; at: Date; publicUrl: string }

/** Sent when the operator removed them for someone who lost them. */
function passkeysRemovedEmail({ to, at, publicUrl }: PasskeysRemovedInput): EmailMessage {
  return {
    to,
    subject: 'Your passkeys were removed',
    ...renderEmailLayout({
      title: 'Your passkeys were removed',
      lines: [
        `The operator of this site removed the passkeys of your account on ${formatUtc(at)} and signed it out everywhere.`,
        'Sign in with an email code and add a new passkey.',
      ],
      button: { label: 'Sign In', url: `${publicUrl}/sign-in` },
      closingLines: ['If you didn’t ask for this, contact the operator of this site.'],
    }),
  }
}

type NewBrowserInput = { to: string; device: string; at: Date; publicUrl: string }

function newBrowserEmail({ to, device, at, publicUrl }: NewBrowserInput): EmailMessage {
  return {
    to,
    subject: 'New sign-in to your account',
    ...renderEmailLayout({
      title: 'New sign-in to your account',
      lines: [
        `Your ${site().name} account was signed in to from a new browser, ${device}, on ${formatUtc(at)}.`,
      ],
      closingLines: ['If this was you, you don’t need to do anything.'],
      links: [
        { label: 'Wasn’t you? Sign in and sign out everywhere else.', url: `${publicUrl}/settings/security` },
      ],
    }),
  }
}

/** `November 21, 2026, 2:05 PM UTC`. */
function formatUtc(at: Date): string {
  return `${at.toLocaleString(site().locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}

/** The emails about an account. `removeExpiredCodes` deletes those with codes. */
export const accountEmails = {
  sign_in_code: signInCode,
  email_change_code: emailChangeCode,
  email_change_taken: (_, { to }) => emailTakenEmail({ to }),
  email_changed: keptFor(transientDays, ({ config: { publicUrl } }, { to, data: { newEmail } }) =>
    emailChangedEmail({ to, newEmail, publicUrl }),
  ),
  account_deleted: keptFor(transientDays, (_, { to }) => accountDeletedEmail({ to })),
  passkey_added: keptFor(transientDays, ({ config: { publicUrl } }, { to, data: { name }, createdAt: at }) =>
    passkeyAddedEmail({ to, name, at, publicUrl }),
  ),
  passkey_removed: keptFor(
    transientDays,
    ({ config: { publicUrl } }, { to, data: { name }, createdAt: at }) =>
      passkeyRemovedEmail({ to, name, at, publicUrl }),
  ),
  passkey_refused: keptFor(
    transientDays,
    ({ config: { publicUrl } }, { to, data: { name }, createdAt: at }) =>
      passkeyRefusedEmail({ to, name, at, publicUrl }),
  ),
  passkeys_removed: keptFor(transientDays, ({ config: { publicUrl } }, { to, createdAt: at }) =>
    passkeysRemovedEmail({ to, at, publicUrl }),
  ),
  owner_changed: keptFor(transientDays, ({ config: { publicUrl } }, { to, data: { newEmail } }) =>
    ownerChangedEmail({ to, newEmail, publicUrl }),
  ),
  new_browser: keptFor(transientDays, ({ config: { publicUrl } }, { to, data: { device }, createdAt: at }) =>
    newBrowserEmail({ to, device, at, publicUrl }),
  ),
} satisfies Partial<EmailRenderers>

/** Undefined for an expired or replaced code, which would be rejected. */
async function signInCode(
  ports: Ports,
  { to: email, data }: EmailOf<'sign_in_code'>,
): Promise<EmailMessage | undefined> {
  const code = await readCode(ports, data)
  if (!code) return undefined
  const codeHashes = hashesOfCode(ports, 'sign-in', code)
  const isCurrent = await isCurrentCode(ports.db, { email, codeHashes, now: ports.clock.now() })
  return isCurrent ? signInCodeEmail({ to: email, code }) : undefined
}

async function emailChangeCode(
  ports: Ports,
  { to, data }: EmailOf<'email_change_code'>,
): Promise<EmailMessage | undefined> {
  const { userId, side } = data
  const code = await readCode(ports, data)
  const change = await findEmailChange(ports.db, userId)
  if (!code || !change || change.expiresAt <= ports.clock.now()) return undefined
  const codeHash = side === 'old' ? change.oldEmailCodeHash : change.newEmailCodeHash
  if (!isCodeOfHash(ports, 'email-change', code, codeHash)) return undefined
  return emailChangeCodeEmail({ to, code, newEmail: change.newEmail, side })
}

/** A delivery that has ended has no code any more. */
async function readCode(
  ports: Ports,
  { codeEncrypted }: { codeEncrypted?: string },
): Promise<string | undefined> {
  return codeEncrypted === undefined ? undefined : decryptCode(ports, codeEncrypted)
}
