import { suggestEmail } from '../../../domain/email-suggestion.ts'

const field = document.querySelector<HTMLInputElement>('input[name=email]')
const suggestionButton = document.querySelector<HTMLButtonElement>('[data-meant] button')
const suggestionText = suggestionButton?.querySelector('span')

/** Offers what was probably meant; the address is changed only when the button is pressed. */
if (field && suggestionButton && suggestionText) {
  const suggestCorrection = () => {
    const suggestion = suggestEmail(field.value)
    suggestionText.textContent = suggestion ?? ''
    suggestionButton.hidden = suggestion === undefined
  }
  field.addEventListener('change', suggestCorrection)
  // Shown before the focus moves, so that Tab finds it.
  field.addEventListener('keydown', ({ key }) => key === 'Tab' && suggestCorrection())
  field.addEventListener('input', () => {
    suggestionButton.hidden = true
  })
  suggestionButton.addEventListener('click', () => {
    field.value = suggestionText.textContent ?? ''
    suggestionButton.hidden = true
    field.focus()
  })
  suggestCorrection()
}
