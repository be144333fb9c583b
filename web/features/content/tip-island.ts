import { watchAmount } from './island/amount-field.ts'
import { cardOf } from './island/card.ts'
import { startPaying } from './island/pay.ts'
import { comeBack } from './island/return.ts'
import { share } from './island/share.ts'

const card = cardOf(document)
if (card) {
  watchAmount(card)
  startPaying(card)
  comeBack(card)
}
document.querySelector('[data-share]')?.addEventListener('click', () => void share())
