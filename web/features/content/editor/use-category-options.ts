import { getInstance } from '../../../../contract/instance.ts'
import { useApiQuery, useCurrentUser } from '../../../api/query-hooks.ts'

/** The offered categories and that of the item; those for Pro need Pro, unless the item is in one already. */
export function useCategoryOptions(current: string | undefined) {
  const isPro = useCurrentUser().data?.plan === 'pro'
  const categories = useApiQuery(getInstance).data?.categories ?? []
  return categories
    .filter(({ id, isOffered }) => isOffered || id === current)
    .map(({ id, label, isPro: isForPro }) => {
      const isProOnly = isForPro && !isPro && id !== current
      return { value: id, label: isProOnly ? `${label} (Pro)` : label, disabled: isProOnly }
    })
}
