export function switches(
  profile: string,
  size: { width: number; height: number } | undefined,
  sandboxed: boolean,
  headed: boolean,
): Generator<string>
