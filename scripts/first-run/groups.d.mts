interface Check {
  name: string
  needs: string[]
  /** The title of the window test that it runs, where it is one of first-run's own. */
  spec?: string
  run(context: {
    isGenuine: boolean
    output: string
    scratch: string
  }): Promise<string | { words: string; details: object }>
}
export const groups: Record<'obtain' | 'app' | 'package' | 'installers', Check[]>
