import type { BetaFeature, BetaFeatureName } from '../../../../contract/pro.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { requirePro } from '../../people/accounts/guards.ts'
import { findUserById, lockCreator, updateUser } from '../../people/accounts/repository.ts'

/** Current beta features. A feature for everyone is removed from this list. */
const betaFeatures: Record<BetaFeatureName, { title: string; text: string }> = {
  'weekly-mail': {
    title: 'Weekly summary',
    text: 'An email every Monday with last week’s views, sales, earnings and best seller.',
  },
}

export async function listBetas({ db }: Ports, viewer: Viewer): Promise<Array<BetaFeature>> {
  const user = await findUserById(db, viewer.id)
  if (!user) throw new AppError('unauthorized', 'Unauthorized')
  return Object.entries(betaFeatures).map(([name, labels]) => ({
    // The keys of `betaFeatures` are the names.
    name: name as BetaFeatureName,
    ...labels,
    isEnabled: user.enabledBetaFeatures.includes(name),
  }))
}

export async function setBetaFeature(
  ports: Ports,
  viewer: Viewer,
  { name, isEnabled }: { name: BetaFeatureName; isEnabled: boolean },
): Promise<Array<BetaFeature>> {
  await requirePro(ports.db, viewer, 'Early access')
  await (isEnabled ? turnOn : turnOff)(ports, viewer.id, name)
  return listBetas(ports, viewer)
}

async function turnOn(ports: Ports, userId: string, name: BetaFeatureName): Promise<void> {
  await changeFeatures(ports, userId, (enabled) => [...new Set([...enabled, name])])
}

export async function turnOff(ports: Ports, userId: string, name: BetaFeatureName): Promise<void> {
  await changeFeatures(ports, userId, (enabled) => enabled.filter((other) => other !== name))
}

async function changeFeatures(
  ports: Ports,
  userId: string,
  change: (enabled: Array<string>) => Array<string>,
): Promise<void> {
  await ports.db.transaction(async (tx) => {
    const { enabledBetaFeatures } = await lockCreator(tx, userId)
    await updateUser(tx, userId, { enabledBetaFeatures: change(enabledBetaFeatures) })
  })
}
