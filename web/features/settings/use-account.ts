import { getUser } from '../../../contract/accounts.ts'
import { getAccount } from '../../../contract/settings.ts'
import { useApiQuery, useInvalidateQueries, useSetQueryData } from '../../api/query-hooks.ts'

/** The account's own settings, and the ways to show what a change answered. */
export function useAccount() {
  const read = useApiQuery(getAccount)
  const setAccount = useSetQueryData(getAccount)
  const refresh = useInvalidateQueries()
  return { ...read, show: setAccount, refreshUser: () => refresh(getUser) }
}
