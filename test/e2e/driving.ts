import { type ElectronApplication, expect, type Page } from '@playwright/test'

/** The places of the rail, by the names that their landmarks carry too (design.md, "The window"). */
export const screens = ['Library', 'Create', 'Skills', 'Queue', 'Settings'] as const
export type Screen = (typeof screens)[number]

export async function goTo(page: Page, screen: Screen): Promise<void> {
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: screen, exact: false }).click()
  await expect(page.getByRole('region', { name: screen, exact: true })).toBeVisible()
}

/** The system's dialog answers with these files the next times it is opened. */
export async function chooseFiles(app: ElectronApplication, paths: string[]): Promise<void> {
  await app.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths })
  }, paths)
}
