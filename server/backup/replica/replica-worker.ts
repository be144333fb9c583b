import { parentPort, workerData } from 'node:worker_threads'
import { replicaPlace } from './replica-place.ts'
import { startReplicator } from './replicator.ts'
import type { FromWorker, ToWorker, WorkerData } from './run-replica.ts'

const stateIntervalMs = 250

const { to, s3, key, ...options } = workerData as WorkerData
const replicator = startReplicator({ place: await replicaPlace(to, { backup: { s3 } }), key }, options)
const post = (message: FromWorker) => parentPort?.postMessage(message)
setInterval(() => post(replicator.state()), stateIntervalMs)

parentPort?.on('message', async (message: ToWorker) => {
  if ('copyFile' in message) return replicator.copyFile(message.copyFile)
  await replicator.stop()
  process.exit(0)
})
