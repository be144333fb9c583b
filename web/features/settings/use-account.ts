import { useQueryClient } from '@tanstack/react-query'
import { type Account, getAccount } from '../../../contract/account-settings.ts'
import { getUser } from '../../../contract/accounts.ts'
import { urlOf } from '../../../contract/route.ts'
import { useRead, useRefresh } from '../../api/hooks.ts'
import { keyOf } from '../../api/query-client.ts'

/** The account's own settings, and the ways to show what a change answered. */
export function useAccount() {
  const read = useRead(getAccount)
  const client = useQueryClient()
  const refresh = useRefresh()
  return {
    ...read,
    show: (account: Account) => client.setQueryData(keyOf(urlOf(getAccount)), account),
    refreshUser: () => refresh(getUser),
  }
}
