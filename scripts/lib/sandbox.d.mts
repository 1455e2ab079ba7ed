interface SandboxFacts {
  platform: string
  isRoot: boolean
  helper: string
  helperState: 'setuid' | 'plain' | 'absent'
  forbiddenBy: 'apparmor' | 'clone' | 'limit' | null
  hasProfile: boolean
  canUnshare: boolean | null
}
export function sandboxVerdict(facts: SandboxFacts): { args: string[] } | { problem: string }
export function sandboxFacts(executable: string): SandboxFacts
export function helperState(stat: { uid: number; mode: number } | undefined): SandboxFacts['helperState']
export function hasProfile(executable: string, folder?: string): boolean
