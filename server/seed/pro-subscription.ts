import { Readable } from 'node:stream'
import sharp from 'sharp'
import type { Sandbox } from '../adapters/sandbox/provider.ts'
import { setLogo } from '../features/branding/logo.ts'
import { updateBranding } from '../features/branding/service.ts'
import { refreshSubscription } from '../features/subscriptions/service.ts'
import { startSubscription } from '../features/subscriptions/start-subscription.ts'
import type { FormPart } from '../http/multipart.ts'
import type { Viewer } from '../http/request-context.ts'
import type { Ports } from '../ports/index.ts'
import type { DemoSubscription } from './demo-types.ts'

/** Pays for Pro with a test card, and sets the branding. */
export async function seedProSubscription(
  ports: Ports,
  sandbox: Sandbox,
  viewer: Viewer,
  { accentColor }: DemoSubscription,
): Promise<void> {
  const { clientSecret } = await startSubscription(ports, viewer)
  await sandbox.confirm({ clientSecret, card: 'paid', receiptEmail: viewer.email, returnUrl: '/dashboard' })
  await refreshSubscription(ports, viewer)
  await updateBranding(ports, viewer, { accentColor, hidesPlatformName: true })
  await setLogo(ports, viewer, formOf(await drawLogo(accentColor)))
}

async function* formOf(bytes: Buffer): AsyncGenerator<FormPart> {
  yield { kind: 'file', name: 'logo', fileName: 'logo.png', bytes: Readable.from([bytes]) }
}

/** A logo of three hills under a sun, wide, on a transparent background. */
function drawLogo(color: string): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="120"><circle cx="250" cy="58" r="34" fill="#f2a65a"/>
<path d="M10 104 L92 30 L150 84 L196 46 L262 104Z" fill="${color}"/><path d="M176 104 L246 62 L350 104Z" fill="${color}" opacity=".6"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
