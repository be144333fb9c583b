export declare function runGroup(
  command: string,
  args: Array<string>,
  options?: { env?: Record<string, string>; deadlineMs?: number; onDeadline?: () => void },
): Promise<number>
