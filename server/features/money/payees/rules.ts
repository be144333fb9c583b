import { type MinorUnits, parseDecimal } from '../../../../contract/money.ts'
import { blockedCountryMessage, defaultBlockedCountries } from '../../../../domain/blocked-countries.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Ports } from '../../../ports/index.ts'

/** When payouts need payee details, and which countries get none. */
export type PayeeRules = {
  rule: 'off' | 'asked' | 'required'
  /** Creators with a connected account need none. */
  isForManualOnly: boolean
  /** What a creator may be paid in a year without them, in minor units; 0 when every payout needs them. */
  from: MinorUnits
  /** The start of the UTC year. */
  yearStart: Date
  blockedCountries: ReadonlyArray<string>
}

/** With test payments they are asked for, and hold no payout. */
export function payeeRules(
  ports: Pick<Ports, 'config' | 'settings' | 'clock' | 'paymentProvider'>,
): PayeeRules {
  const { config, settings, clock, paymentProvider } = ports
  const { payeeDetails, payeeDetailsFrom } = settings.current()
  const rule = paymentProvider.mode === 'live' ? 'required' : 'asked'
  return {
    rule: payeeDetails === 'off' ? 'off' : rule,
    isForManualOnly: payeeDetails === 'manual',
    from: (payeeDetailsFrom === null ? undefined : parseDecimal(payeeDetailsFrom, config.currency)) ?? 0,
    yearStart: new Date(Date.UTC(clock.now().getUTCFullYear(), 0)),
    blockedCountries: blockedCountries(ports),
  }
}

/** The countries that no one is paid in. */
export function blockedCountries({ settings }: Pick<Ports, 'settings'>): ReadonlyArray<string> {
  const { blockedCountries: chosen, sellerCountry } = settings.current()
  return chosen ?? defaultBlockedCountries(sellerCountry)
}

/** Throws AppError `invalid_input` for a country that is not paid; `field` is the one that shows the sentence. */
export function requirePayableCountry(
  ports: Pick<Ports, 'settings'>,
  country: string | null | undefined,
  field: string,
): void {
  if (!country || !blockedCountries(ports).includes(country)) return
  throw new AppError('invalid_input', blockedCountryMessage, { [field]: blockedCountryMessage })
}
