/** What a buyer typed, read as the decimal string that is sent. */
export type Typed = { amount: string } | { problem: 'low' | 'unreadable' }

/** Reads an amount exactly, without floats. Nothing typed means the minimum; a sign before it is let pass. */
export function readAmount(typed: string, minimum: string): Typed {
  const text = typed.trim().replace(/^[^\p{L}\d.,-]+/u, '')
  if (text === '') return { amount: minimum }
  const places = placesOf(minimum)
  const match = /^(\d{0,12})(?:\.(\d*))?$/.exec(text)
  const [whole = '', fraction = ''] = [match?.[1], match?.[2]]
  if (!match || whole + fraction === '' || fraction.replace(/0+$/, '').length > places)
    return { problem: 'unreadable' }

  const cents = fraction.slice(0, places).padEnd(places, '0')
  const amount = `${String(Number(whole))}${places ? `.${cents}` : ''}`
  return units(amount) < units(minimum) ? { problem: 'low' } : { amount }
}

/** A round amount without its zeros, for a small button: `$5.00` -> `$5`. */
export function short(money: string): string {
  return money.replace(/\.0+$/, '')
}

function placesOf(amount: string): number {
  return amount.split('.')[1]?.length ?? 0
}

/** The currency's smallest units: fifteen digits at the most, so exact. Both sides have the same number of decimals. */
function units(amount: string): number {
  return Number(amount.replace('.', ''))
}
