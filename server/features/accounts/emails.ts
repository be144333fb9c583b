import type { EmailMessage } from '../../ports/mailer.ts'
import { renderEmailLayout } from '../mail/layout.ts'

export function signInCodeEmail({ to, code }: { to: string; code: string }): EmailMessage {
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
  return {
    to,
    subject: `${spaced} is your Tipdrop code`,
    ...renderEmailLayout({
      title: 'Sign in to Tipdrop',
      lines: ['Enter this code on the sign-in page. It works for ten minutes.'],
      big: spaced,
      after: ['If you did not ask for it, ignore this mail: nobody can sign in without it.'],
    }),
  }
}

type ChangeCode = { to: string; code: string; newEmail: string; side: 'old' | 'new' }

/** The two emails look different, so that their codes are not confused. */
export function emailChangeCodeEmail({ to, code, newEmail, side: address }: ChangeCode): EmailMessage {
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
  const which = address === 'old' ? 'current' : 'new'
  return {
    to,
    subject: `${spaced} is the code for your ${which} address`,
    ...renderEmailLayout({
      title: 'Change your e-mail address',
      lines: [
        address === 'old'
          ? `You asked to change the address of your Tipdrop account to ${newEmail}. Enter this code as the one from your current address.`
          : 'Enter this code as the one from your new address. It works for 30 minutes.',
      ],
      big: spaced,
      after: [
        address === 'old'
          ? 'If you did not ask for it, do not pass the code on, sign in, and end the other sessions under Settings.'
          : 'If you did not ask for it, ignore this mail: nothing changes without the code.',
      ],
    }),
  }
}

/** Sent to an email that has an account already, so that only its owner learns of the request. */
export function emailTakenEmail({ to }: { to: string }): EmailMessage {
  return {
    to,
    subject: 'Somebody asked to use this address',
    ...renderEmailLayout({
      title: 'This address has an account already',
      lines: [
        'Somebody asked to give this address to another Tipdrop account. It belongs to an account of its own, so nothing changed.',
        'Was it you? Sign in with this address, or choose another one for the other account.',
      ],
    }),
  }
}

type Changed = { to: string; newEmail: string; publicUrl: string }

export function emailChangedMail({ to, newEmail, publicUrl }: Changed): EmailMessage {
  return {
    to,
    subject: 'Your e-mail address was changed',
    ...renderEmailLayout({
      title: 'Your e-mail address was changed',
      lines: [
        `Your Tipdrop account now belongs to ${newEmail}. This address does not sign in to it any more.`,
        'Every other browser was signed out.',
      ],
      links: [{ label: 'This was not you? Tell us at once.', url: `${publicUrl}/feedback` }],
    }),
  }
}

export function accountDeletedEmail({ to }: { to: string }): EmailMessage {
  return {
    to,
    subject: 'Your Tipdrop account is deleted',
    ...renderEmailLayout({
      title: 'Your account is deleted',
      lines: [
        'Your items are off sale, and your name, address, photo and payout details are removed. Whoever bought from you keeps what they paid for.',
        'This cannot be undone. You are welcome to begin again with this address at any time.',
      ],
    }),
  }
}

type Passkey = { to: string; name: string; at: Date; publicUrl: string }

export function passkeyAddedMail({ to, name, at, publicUrl }: Passkey): EmailMessage {
  return {
    to,
    subject: 'A passkey was added to your account',
    ...renderEmailLayout({
      title: 'A passkey was added to your account',
      lines: [`The passkey “${name}” was added on ${utc(at)}. It signs in to your Tipdrop account.`],
      links: [
        {
          label: 'Wasn’t you? Sign in, remove it and sign out everywhere else.',
          url: `${publicUrl}/settings`,
        },
      ],
    }),
  }
}

type NewBrowser = { to: string; device: string; at: Date; publicUrl: string }

export function newBrowserMail({ to, device, at, publicUrl }: NewBrowser): EmailMessage {
  return {
    to,
    subject: 'New sign-in to your account',
    ...renderEmailLayout({
      title: 'New sign-in to your account',
      lines: [`Your Tipdrop account was signed in to from a new browser, ${device}, on ${utc(at)}.`],
      after: ['If this was you, there is nothing to do.'],
      links: [{ label: 'Wasn’t you? Sign in and sign out everywhere else.', url: `${publicUrl}/settings` }],
    }),
  }
}

/** `November 21, 2026, 2:05 PM UTC`. */
function utc(at: Date): string {
  return `${at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`
}
