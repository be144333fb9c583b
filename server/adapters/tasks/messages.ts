/** The messages from the server to the process that runs a task. */
export type ToWorker =
  | { type: 'start'; sizeBytes: number; choice: object }
  | { type: 'bytes'; id: number; bytes: Uint8Array }

/** The messages from that process. It reads the file only through the server. */
export type FromWorker =
  | { type: 'read'; id: number; start: number; end: number }
  | { type: 'done'; result: unknown }
  | { type: 'failed'; fault: string; reason: string }

/** The maximum bytes of one read. A file that needs more is damaged. */
export const maxReadBytes = 32 * 1024 ** 2
