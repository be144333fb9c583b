/** Forms of bank accounts that are those of one country, by a part of the stored text (contract/payout-destination.ts). */
const countriesByPart: ReadonlyArray<[RegExp, string]> = [
  [/, routing \d/, 'US'],
  [/, sort code \d/, 'GB'],
  [/, transit \d/, 'CA'],
  [/, BSB \d/, 'AU'],
  [/, IFSC [A-Z]/, 'IN'],
]

/** The country of a bank account by its stored text: of its IBAN, its BIC or its form. Null when it says none. */
export function bankCountryOf(destination: string): string | null {
  const [, ofIban] = /, IBAN ([A-Z]{2})\d\d/.exec(destination) ?? []
  const [, ofBic] = /, BIC [A-Z]{4}([A-Z]{2})/.exec(destination) ?? []
  const ofForm = countriesByPart.find(([part]) => part.test(destination))?.[1]
  return ofIban ?? ofBic ?? ofForm ?? null
}
