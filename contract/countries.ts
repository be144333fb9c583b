import * as z from 'zod/mini'

/** Every country by its ISO 3166-1 code, which people may choose from. */
export const countryCodes: ReadonlyArray<string> =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
  CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG
  GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR
  KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF
  NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM
  SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE
  YT ZA ZM ZW`.split(/\s+/)

const known = new Set(countryCodes)

/** An uppercase ISO 3166-1 code. */
export const CountryCode = z
  .string({ error: 'Choose a country' })
  .check(z.refine((code) => known.has(code), 'Choose a country'))

/** The English name of a country; the code itself when it is unknown. */
export function countryName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
}

/** Every country by its English name, as the options of a list; the values are codes. */
export function countryOptions(): Array<{ value: string; label: string }> {
  return countryCodes
    .map((value) => ({ value, label: countryName(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))
}

/**
 * Countries whose accounts may transfer to each other: the United States, the United Kingdom, the European Economic Area,
 * Canada and Switzerland (docs.stripe.com/connect/cross-border-payouts). Iceland is left out, because the provider
 * has no accounts there.
 */
const transferRegion = new Set(
  `US GB CA CH AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK`.split(
    ' ',
  ),
)

/**
 * Whether a platform in one country can pay a creator in another by transfer. Outside the region only at home. Others
 * are paid by file.
 */
export function canTransfer({ from, to }: { from: string; to: string }): boolean {
  return from === to || (transferRegion.has(from) && transferRegion.has(to))
}
