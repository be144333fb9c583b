import { formatBytes } from '../../../domain/bytes-text.ts'
import { storeFile } from '../../shared/file-storage.ts'
import { type LandingDraft, saveLandingDraft } from '../../shared/landing-draft.ts'
import { toast } from '../../ui/toast.ts'

const dropZoneRef = document.querySelector<HTMLElement>('[data-drop]')
const input = dropZoneRef?.querySelector<HTMLInputElement>('input[type=file]')
const status = dropZoneRef?.querySelector<HTMLElement>('[data-status]')

if (dropZoneRef && input) {
  dropZoneRef.addEventListener('dragenter', () => dropZoneRef.toggleAttribute('data-over', true))
  for (const event of ['dragleave', 'drop'] as const) {
    // A dragleave towards a child is ignored.
    dropZoneRef.addEventListener(event, ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && dropZoneRef.contains(relatedTarget)))
        dropZoneRef.toggleAttribute('data-over', false)
    })
  }
  input.addEventListener('change', () => {
    const file = input.files?.[0]
    if (file) void selectFile(file, Number(input.dataset.most))
  })
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-keep]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const value = String([...new FormData(form).values()][0] ?? '').trim()
    if (!value || !form.reportValidity()) return
    const kind = form.dataset.keep === 'link' ? 'link' : 'text'
    signIn(saveLandingDraft({ [kind]: value }) ? undefined : kind)
  })
}

async function selectFile(file: File, maxBytes: number): Promise<void> {
  if (file.size > maxBytes) {
    if (input) input.value = ''
    const description = `Maximum file size is ${formatBytes(maxBytes)}`
    return toast({ title: 'File too large', description, tone: 'destructive' })
  }
  if (status) status.textContent = `${file.name} · ${formatBytes(file.size)}. Taking you to sign in…`
  const isNoted = saveLandingDraft({ file })
  await storeFile(file)
  signIn(isNoted ? undefined : 'file')
}

/** Continues to the upload form. The URL says what the browser could not store, so that the form asks for it again. */
function signIn(unsaved: keyof LandingDraft | undefined): void {
  const returnTo = unsaved ? `/upload?unsaved=${unsaved}` : '/upload'
  location.assign(`/api/login?returnTo=${encodeURIComponent(returnTo)}`)
}
