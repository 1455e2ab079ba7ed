interface NodesThere {
  version: string
  execPath: string
  packaged: string | null
  platform: string
  arch: string
}
export function chooseNode(there: NodesThere): string
