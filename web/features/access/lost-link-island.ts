import { suggestEmail } from '../../../domain/email-suggestion.ts'

const field = document.querySelector<HTMLInputElement>('input[name=email]')
const suggestionButton = document.querySelector<HTMLButtonElement>('[data-meant] button')
const suggestionText = suggestionButton?.querySelector('span')

/** Suggests a correction of a likely typo; only a click applies it. */
if (field && suggestionButton && suggestionText) {
  const suggestCorrection = () => {
    const suggestion = suggestEmail(field.value)
    suggestionText.textContent = suggestion ?? ''
    suggestionButton.hidden = suggestion === undefined
  }
  field.addEventListener('change', suggestCorrection)
  // Shown before the focus moves, so that Tab reaches the suggestion.
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
