import { dateLocale, site } from '../../../../contract/site.ts'
import { findRow } from '../../../db/rows.ts'
import { emailChangeRequests } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  type EmailOf,
  type EmailRenderers,
  keptFor,
  transientDays,
} from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'
import { decryptCode, hashesOfCode, isCodeOfHash } from './one-time-code.ts'
import { isCurrentCode } from './repository.ts'

/** The emails about an account. `removeExpiredCodes` deletes those with codes. */
export const accountEmails = {
  sign_in_code: signInCode,
  email_change_code: emailChangeCode,
  // To an email that has an account already, so that only its owner learns of the request.
  email_change_taken: () => ({
    subject: 'Someone tried to use your email address',
    title: 'This address already has an account',
    lines: [
      `Someone tried to move another ${site().name} account to this email address. It already belongs to your account, so nothing changed.`,
      'If that was you, sign in with this address, or use a different one for the other account.',
    ],
  }),
  email_changed: keptFor(transientDays, (_, { data: { newEmail } }) => ({
    title: 'Your email address was changed',
    lines: [
      `Your ${site().name} account now uses ${newEmail}. You can no longer sign in with this address.`,
      'We signed out all your other browsers.',
      'Wasn’t you? Contact us right away.',
    ],
    otherButton: linkTo('/feedback', 'Contact us'),
  })),
  account_deleted: keptFor(transientDays, () => ({
    subject: `Your ${site().name} account has been deleted`,
    title: 'Your account has been deleted',
    lines: [
      'Your items have been unpublished, and your name, email address, photo and payout details have been deleted. Everyone who bought from you keeps what they paid for.',
      'This can’t be undone. You’re welcome to start a new account with this address anytime.',
    ],
  })),
  passkey_added: keptFor(transientDays, (_, { data: { name }, createdAt }) => ({
    title: 'A passkey was added to your account',
    lines: [
      `The passkey “${name}” was added on ${formatUtc(createdAt)}. It signs in to your ${site().name} account.`,
      'Wasn’t you? Sign in, remove it and sign out everywhere else.',
    ],
    otherButton: linkTo('/settings/security', 'Open your security settings'),
  })),
  passkey_removed: keptFor(transientDays, (_, { data: { name }, createdAt }) => ({
    title: 'A passkey was removed from your account',
    lines: [
      `The passkey “${name}” was removed on ${formatUtc(createdAt)}. It no longer signs in to your ${site().name} account.`,
      'Wasn’t you? Sign in and sign out everywhere else.',
    ],
    otherButton: linkTo('/settings/security', 'Open your security settings'),
  })),
  // A passkey has counted fewer sign-ins than we have: a copy of it is in use.
  passkey_refused: keptFor(transientDays, (_, { data: { name }, createdAt }) => ({
    title: 'We refused a passkey of your account',
    lines: [
      `Someone tried to sign in with the passkey “${name}” on ${formatUtc(createdAt)}. It may have been copied, so we didn’t accept it.`,
      'Sign in another way, remove this passkey and add a new one.',
    ],
    button: linkTo('/settings/security', 'Open your security settings'),
  })),
  // The operator removed them for someone who lost them.
  passkeys_removed: keptFor(transientDays, (_, { createdAt }) => ({
    title: 'Your passkeys were removed',
    lines: [
      `The operator of this site removed the passkeys of your account on ${formatUtc(createdAt)} and signed it out everywhere.`,
      'Sign in with an email code and add a new passkey.',
    ],
    button: linkTo('/sign-in', 'Sign In'),
    closingLines: ['If you didn’t ask for this, contact the operator of this site.'],
  })),
  // To the new owner and the former one.
  owner_changed: keptFor(transientDays, (_, { data: { newEmail } }) => ({
    title: `${site().name} has a new owner`,
    lines: [
      `The person who runs the server made ${newEmail} the owner of this site. The former owner stays an admin until someone removes them under People.`,
    ],
    button: linkTo('/admin/people', 'Open the admin pages'),
    closingLines: ['If you didn’t expect this, contact the person who runs the server.'],
  })),
  new_browser: keptFor(transientDays, (_, { data: { device }, createdAt }) => ({
    title: 'New sign-in to your account',
    lines: [
      `Your ${site().name} account was signed in to from a new browser, ${device}, on ${formatUtc(createdAt)}.`,
      'Was it you? Then you don’t need to do anything. If not, sign in and sign out everywhere else.',
    ],
    otherButton: linkTo('/settings/security', 'Open your security settings'),
  })),
} satisfies Partial<EmailRenderers>

function linkTo(path: string, label: string) {
  return { label, url: `${site().publicUrl}${path}` }
}

/** `November 21, 2026, 2:05 PM UTC`. */
function formatUtc(at: Date): string {
  return `${at.toLocaleString(dateLocale(), { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}

function spaced(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`
}

/** Undefined for an expired or replaced code, which would be rejected. */
async function signInCode(
  ports: Ports,
  { to: email, data }: EmailOf<'sign_in_code'>,
): Promise<Email | undefined> {
  const code = await readCode(ports, data)
  if (!code) return undefined
  const codeHashes = hashesOfCode(ports, 'sign-in', code)
  const isCurrent = await isCurrentCode(ports.db, { email, codeHashes, now: ports.clock.now() })
  if (!isCurrent) return undefined
  const spacedCode = spaced(code)
  return {
    subject: `${spacedCode} is your ${site().name} code`,
    title: 'Your sign-in code',
    lines: [],
    highlightedCode: spacedCode,
    closingLines: ['Type it on the page where you asked for it. It works once, for 10 minutes.'],
    smallPrint: [
      {
        text: `${data.device ? `Asked for with: ${data.device}. ` : ''}Not you? Do nothing: no one can sign in without the code.`,
      },
    ],
    footer: { reason: `No one at ${site().name} will ever ask you for this code.`, links: [] },
  }
}

/** The two emails look different, so that their codes are not confused. */
async function emailChangeCode(
  ports: Ports,
  { data }: EmailOf<'email_change_code'>,
): Promise<Email | undefined> {
  const { userId, side } = data
  const code = await readCode(ports, data)
  const change = await findRow(ports.db, emailChangeRequests, { userId })
  if (!code || !change || change.expiresAt <= ports.clock.now()) return undefined
  const codeHash = side === 'old' ? change.oldEmailCodeHash : change.newEmailCodeHash
  if (!isCodeOfHash(ports, 'email-change', code, codeHash)) return undefined
  const spacedCode = spaced(code)
  const isOld = side === 'old'
  return {
    subject: `${spacedCode} is the code for your ${isOld ? 'current' : 'new'} email address`,
    title: 'Change your email address',
    lines: [
      isOld
        ? `You asked to change your ${site().name} email address to ${change.newEmail}. Enter this as the code from your current address. It expires in 30 minutes.`
        : 'Enter this as the code from your new address. It expires in 30 minutes.',
    ],
    highlightedCode: spacedCode,
    closingLines: [
      isOld
        ? 'If you didn’t request this, don’t share the code. Sign in, then sign out everywhere else in Settings.'
        : 'If you didn’t request this, you can ignore this email. Nothing changes without the code.',
    ],
  }
}

/** A delivery that has ended has no code any more. */
async function readCode(
  ports: Ports,
  { codeEncrypted }: { codeEncrypted?: string },
): Promise<string | undefined> {
  return codeEncrypted === undefined ? undefined : decryptCode(ports, codeEncrypted)
}
