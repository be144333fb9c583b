import { watchAmount } from './island/amount-field.ts'
import { cardOf } from './island/card.ts'
import { countView } from './island/count-view.ts'
import { startPaying } from './island/pay.ts'
import { comeBack } from './island/return.ts'
import { watchSharing } from './island/share.ts'

const card = cardOf(document)
if (card) {
  watchAmount(card)
  startPaying(card)
  comeBack(card)
  countView(card)
}
watchSharing(document)
