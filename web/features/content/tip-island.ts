import { watchAmount } from './island/amount-field.ts'
import { cardOf } from './island/card.ts'
import { countView } from './island/count-view.ts'
import { offerTrial } from './island/own-item.ts'
import { startPaying } from './island/pay.ts'
import { comeBack } from './island/return.ts'
import { watchSharing } from './island/share.ts'

const card = cardOf(document)
if (card) {
  watchAmount(card)
  startPaying(card)
  comeBack(card)
  void offerTrial(card)
  if (!card.isTrial) countView(card)
}
watchSharing(document)
