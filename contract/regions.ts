import { dictionary } from './dictionary.ts'

const unitedStates = `AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware,
  DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky,
  LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska,
  NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma,
  OR Oregon, PA Pennsylvania, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont,
  VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming`

const canada = `AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador, NT Northwest Territories,
  NS Nova Scotia, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan, YT Yukon`

type Region = { value: string; label: string }

/** States and provinces that may have tax rates of their own, by country: the part of ISO 3166-2 after the country. */
const regions = dictionary<ReadonlyArray<Region>>({ US: parse(unitedStates), CA: parse(canada) })

/** The states or provinces of a country, as the options of a list; empty where taxes know the country only. */
export function regionOptions(country: string): ReadonlyArray<Region> {
  return regions[country] ?? []
}

/** What a region of the country is called. */
export function regionWord(country: string): 'State' | 'Province' {
  return country === 'CA' ? 'Province' : 'State'
}

/** `California`; the code itself when it is unknown. */
export function regionName(country: string, region: string): string {
  return regionOptions(country).find(({ value }) => value === region)?.label ?? region
}

function parse(list: string): Array<Region> {
  return list.split(/,\s+/).map((entry) => ({ value: entry.slice(0, 2), label: entry.slice(3) }))
}
