/**
 * The bundled database cannot be started now, and a later try can help: another process has it for a while, or it can't be
 * seen yet whether its data was lost.
 */
export class ClusterUnavailableError extends Error {
  override name = 'ClusterUnavailableError'
}
