import { getUser } from '../../../../contract/accounts.ts'
import { getAccount } from '../../../../contract/settings.ts'
import { useApiQuery, useInvalidateQueries, useSetQueryData } from '../../../api/query.ts'

export function useAccount() {
  const read = useApiQuery(getAccount)
  const setAccount = useSetQueryData(getAccount)
  const refresh = useInvalidateQueries()
  return { ...read, setAccount, refreshUser: () => refresh(getUser) }
}
