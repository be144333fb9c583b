import type { ComponentProps } from 'react'
import { payoutMethodLabel } from '../../../contract/payout-labels.ts'
import type { PayoutMethod } from '../../../contract/payouts.ts'

/** In display order. */
const payoutMethodNames = ['paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp'] as const

export function isPayoutMethod(value: string | null | undefined): value is PayoutMethod {
  return payoutMethodNames.some((name) => name === value)
}

export const methodOptions = payoutMethodNames.map((value) => ({ value, label: payoutMethodLabel(value) }))

/** A line under each method's name. */
export const methodDescriptions: Record<PayoutMethod, string> = {
  paypal: 'To your PayPal account',
  wise: 'To your Wise account',
  bank: 'To your bank account',
  zelle: 'US bank accounts',
  venmo: 'US only',
  cashapp: 'US only',
}

type DestinationField = {
  label: string
  hint: string
  input: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'autoComplete' | 'placeholder'>
}

const email = { type: 'email', inputMode: 'email', autoComplete: 'email' } as const
const name = { type: 'text', inputMode: 'text', autoComplete: 'off' } as const

/** The destination field of each method. A bank account has several fields: see bank-account-fields.tsx. */
export const destinationFields: Record<Exclude<PayoutMethod, 'bank'>, DestinationField> = {
  paypal: {
    label: 'PayPal email',
    hint: 'The email address of your PayPal account.',
    input: { ...email, placeholder: 'you@example.com' },
  },
  wise: {
    label: 'Wise email',
    hint: 'The email address of your Wise account.',
    input: { ...email, placeholder: 'you@example.com' },
  },
  zelle: {
    label: 'Zelle email or US phone number',
    hint: 'The one you enrolled with your bank.',
    input: { ...name, inputMode: 'email', placeholder: 'you@example.com' },
  },
  venmo: {
    label: 'Venmo username or US phone number',
    hint: 'You’ll find it in the app, under your name.',
    input: { ...name, placeholder: '@username' },
  },
  cashapp: {
    label: '$Cashtag',
    hint: 'We add the $ if you leave it out.',
    input: { ...name, placeholder: '$cashtag' },
  },
}
