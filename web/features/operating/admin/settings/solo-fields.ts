import { site } from '../../../../../contract/site.ts'
import type { SettingGroup } from './setting-group.ts'

/** Alone on their own site: the owner is the only creator. */
export const solo: SettingGroup = {
  id: 'solo',
  title: 'Sell alone',
  description: 'For a site whose only creator is you.',
  fields: [
    {
      key: 'soloMode',
      label: 'Who sells here',
      control: 'choice',
      toText: String,
      fromText: (text) => text === 'true',
      effect:
        'The pages for payouts, payees, fees and Pro go away, or come back. What was sold stays in the books.',
      options: [
        {
          value: 'false',
          label: 'Many creators',
          description: 'You keep a fee and pay creators their share.',
        },
        {
          value: 'true',
          label: 'Only me',
          description:
            'No fee, no payouts and no new creators, and what Pro offers is yours. The money is in your account at the card provider.',
        },
      ],
    },
  ],
}

/** Cards about other creators and what they are paid. */
const aboutOthers = new Set(['creators', 'money', 'payees', 'payout-files', 'sepa-account', 'ach'])

/** The cards of a page on this site. Where the owner is the only creator, there is no one to let in, to charge or to pay. */
export function shownGroups(groups: ReadonlyArray<SettingGroup>): ReadonlyArray<SettingGroup> {
  return site().isSolo ? groups.filter(({ id }) => !aboutOthers.has(id)) : groups
}
