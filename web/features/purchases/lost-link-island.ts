import { emailTypo } from '../../../domain/email-typo.ts'

const field = document.querySelector<HTMLInputElement>('input[name=email]')
const offer = document.querySelector<HTMLButtonElement>('[data-meant] button')
const words = offer?.querySelector('span')

/** Offers what was probably meant; the address is changed only when the button is pressed. */
if (field && offer && words) {
  const look = () => {
    const meant = emailTypo(field.value)
    words.textContent = meant ?? ''
    offer.hidden = meant === undefined
  }
  field.addEventListener('change', look)
  // Shown before the focus moves, so that Tab finds it.
  field.addEventListener('keydown', ({ key }) => key === 'Tab' && look())
  field.addEventListener('input', () => {
    offer.hidden = true
  })
  offer.addEventListener('click', () => {
    field.value = words.textContent ?? ''
    offer.hidden = true
    field.focus()
  })
  look()
}
