import * as z from 'zod/mini'

function digits(form: RegExp, message: string) {
  return { schema: z.string({ error: message }).check(z.trim(), z.regex(form, message)), default: '' }
}

const account = digits(/^(\d{4,8})?$/, 'Enter 4 to 8 digits')
const monthMessage = 'Enter a month from 1 to 12'

/** What an adviser gives an operator whose books are kept with DATEV, each blank until it is entered. */
export const datevInstanceSettings = {
  datevConsultant: digits(/^(\d{4,7})?$/, 'Enter 4 to 7 digits'),
  datevClient: digits(/^(\d{1,5})?$/, 'Enter 1 to 5 digits'),
  datevYearStart: {
    schema: z
      .number({ error: monthMessage })
      .check(z.int(monthMessage), z.gte(1, monthMessage), z.lte(12, monthMessage)),
    default: 1,
  },
  datevClearingAccount: account,
  datevHomeAccount: account,
  datevOssAccount: account,
  datevReverseChargeAccount: account,
  datevUntaxedAccount: account,
  datevCreatorsAccount: account,
}
