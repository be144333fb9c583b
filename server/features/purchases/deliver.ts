import { AppError } from '../../../domain/errors.ts'
import type { BuyerProof } from '../../http/call.ts'
import type { Download } from '../../http/download.ts'
import type { Ports } from '../../ports/index.ts'
import { type AttemptRow, attemptsOf } from './attempts.ts'
import { fileAddress, requireSigned } from './file-address.ts'
import { assertStored, itemDownload } from './item-download.ts'
import { noteOpened } from './opened.ts'
import { purchaseNotFound } from './proof.ts'
import { type Bought, boughtByBrowser, boughtById } from './repository.ts'
import type { FileAddress } from './tokens.ts'
import { trialBy } from './trial.ts'
import { boughtBy, paidOrPending, requireOpen, soldContent } from './unlock.ts'
import { whileOpen } from './while-open.ts'

/** The bytes this browser bought. An attempt not settled yet is settled first. */
export async function downloadBought(ports: Ports, contentId: number, proof: BuyerProof): Promise<Download> {
  const bought = await boughtWith(ports, contentId, proof)
  requireOpen(bought)
  return opening(ports, bought, await itemDownload(ports, await soldContent(ports, bought), 'attachment'))
}

/**
 * Where a buyer's page sends the browser for the file. A file that cannot be sent is refused here already: this address stays
 * good for retries, the signed one does not.
 */
export async function accessFileAddress(
  ports: Ports,
  token: string,
  asked: 'attachment' | 'inline' | undefined,
): Promise<string> {
  const { row, ...owner } = (await testPurchaseBy(ports, token)) ?? (await purchaseBy(ports, token))
  const address = fileAddress(ports, owner, { row, asked })
  if (!address) throw new AppError('not_found', 'There is no file in this purchase.')
  await assertStored(ports, row)
  return address
}

async function testPurchaseBy(ports: Ports, token: string) {
  const found = await trialBy(ports, token)
  return found && { of: 'trial' as const, purchaseId: found.trial.id, row: found.row }
}

async function purchaseBy(ports: Ports, token: string) {
  const bought = await boughtBy(ports, token)
  requireOpen(bought)
  return { of: 'purchase' as const, purchaseId: bought.purchase.id, row: await soldContent(ports, bought) }
}

/** The bytes behind a signed address; the grant is looked up each time, so a refund ends it at the next request. */
export async function downloadSigned(
  ports: Ports,
  address: FileAddress & { signature: string },
): Promise<Download> {
  requireSigned(ports, 'purchase', address)
  const bought = await boughtById(ports.db, address.purchaseId)
  if (!bought) throw purchaseNotFound()
  requireOpen(bought)
  return opening(ports, bought, await itemDownload(ports, await soldContent(ports, bought), address.as))
}

async function boughtWith(ports: Ports, contentId: number, proof: BuyerProof): Promise<Bought> {
  if (!proof.browser) throw purchaseNotFound()
  const browser = { browser: proof.browser, contentId }
  const owned = await boughtByBrowser(ports.db, browser)
  const best = owned.find(({ grant }) => grant.revokedAt === null) ?? owned[0]
  if (best) return best

  return settledNow(ports, await attemptsOf(ports.db, browser))
}

/** As many tries as a person makes at one item before they are sure to have waited for a webhook. */
const mostTries = 5

/** Asks the provider about each open try, the newest first: any of them may have been paid. */
async function settledNow(ports: Ports, attempts: Array<AttemptRow>): Promise<Bought> {
  const open = attempts.filter(({ state }) => state === 'open' || state === 'processing').slice(0, mostTries)
  let refusal: unknown = purchaseNotFound()
  for (const { providerPaymentId } of open) {
    if (!providerPaymentId) continue
    try {
      return await paidOrPending(ports, providerPaymentId)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'payment_pending' || error.code === 'provider_away') refusal = error
    }
  }
  throw refusal
}

/** Bytes on their way are an opening; a look at their size, a copy that is still good, or a file that is not there is not. */
function opening(ports: Ports, bought: Bought, file: Download): Download {
  const { elsewhere } = file
  return {
    ...file,
    ...(elsewhere && {
      async elsewhere() {
        const address = await elsewhere()
        if (address) await noteOpened(ports.db, bought, ports.clock.now())
        return address
      },
    }),
    async open(range) {
      const bytes = await file.open(range)
      await noteOpened(ports.db, bought, ports.clock.now()).catch((error: unknown) => {
        bytes.destroy()
        throw error
      })
      return whileOpen(ports, bought.purchase.id, bytes)
    },
  }
}
