import { Category, premiumCategories } from '../../../contract/content.ts'
import { useViewer } from '../../api/hooks.ts'
import { categoryNames } from '../../ui/content-words.ts'

/** Every category as a choice; the premium ones only for Pro, or where the item is in one already. */
export function useCategories(now: string | undefined) {
  const isPro = useViewer().data?.plan === 'pro'
  return Category.options.map((value) => {
    const isClosed = premiumCategories.includes(value) && !isPro && value !== now
    const label = categoryNames[value]
    return { value, label: isClosed ? `${label} (Pro)` : label, disabled: isClosed }
  })
}
