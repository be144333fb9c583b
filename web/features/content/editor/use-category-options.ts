import { Category, premiumCategories } from '../../../../contract/content.ts'
import { useCurrentUser } from '../../../api/query-hooks.ts'
import { categoryLabels } from '../../../shared/content-labels.ts'

/** Every category; premium ones need Pro, unless the item is in one already. */
export function useCategoryOptions(current: string | undefined) {
  const isPro = useCurrentUser().data?.plan === 'pro'
  return Category.options.map((value) => {
    const isProOnly = premiumCategories.includes(value) && !isPro && value !== current
    const label = categoryLabels[value]
    return { value, label: isProOnly ? `${label} (Pro)` : label, disabled: isProOnly }
  })
}
