import { formatBytes } from '../../../domain/bytes-text.ts'
import { type KeptChoice, keepChoice } from '../../ui/kept-choice.ts'
import { keepFile } from '../../ui/kept-file.ts'
import { toast } from '../../ui/toast.ts'

const zone = document.querySelector<HTMLElement>('[data-drop]')
const input = zone?.querySelector<HTMLInputElement>('input[type=file]')
const status = zone?.querySelector<HTMLElement>('[data-status]')

if (zone && input) {
  zone.addEventListener('dragenter', () => zone.toggleAttribute('data-over', true))
  for (const event of ['dragleave', 'drop'] as const) {
    // Leaving for a child of the area is not leaving it.
    zone.addEventListener(event, ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && zone.contains(relatedTarget)))
        zone.toggleAttribute('data-over', false)
    })
  }
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file) void pick(file, Number(input.dataset.most))
  })
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-keep]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const value = String([...new FormData(form).values()][0] ?? '').trim()
    if (!value || !form.reportValidity()) return
    const kind = form.dataset.keep === 'link' ? 'link' : 'text'
    signIn(keepChoice({ [kind]: value }) ? undefined : kind)
  })
}

async function pick(file: File, most: number): Promise<void> {
  if (file.size > most) {
    if (input) input.value = ''
    const text = `Maximum file size is ${formatBytes(most)}`
    return toast({ title: 'File too large', text, tone: 'destructive' })
  }
  if (status) status.textContent = `${file.name} · ${formatBytes(file.size)}. Taking you to sign-in…`
  const isNoted = keepChoice({ file })
  await keepFile(file)
  signIn(isNoted ? undefined : 'file')
}

/** Goes on to the upload form. What the browser could not keep is said on the way, and asked for again there. */
function signIn(notKept: keyof KeptChoice | undefined): void {
  const returnTo = notKept ? `/upload?notKept=${notKept}` : '/upload'
  location.assign(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)
}
