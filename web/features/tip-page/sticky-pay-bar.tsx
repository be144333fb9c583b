import type { PublicContent } from '../../../contract/content.ts'
import { Button } from '../../ui/button.tsx'
import { payLabel } from './amount.ts'
import type { PayFormDefaults } from './pay-form-defaults.ts'

/** On phones, the pay button while the pay card is out of view; tip-island.ts shows it. */
export function StickyPayBar({ content, defaults }: { content: PublicContent; defaults: PayFormDefaults }) {
  return (
    <div
      data-pay-bar
      hidden
      className="slides-in fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface px-[18px] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-md md:hidden"
    >
      <Button type="submit" form="pay" size="lg" fullWidth data-pay>
        {payLabel(defaults.amountDue, content.currency)}
      </Button>
    </div>
  )
}
