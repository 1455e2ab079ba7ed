import { call } from '../../bridge/bridge.ts'
import { useNotices } from '../../bridge/notices-store.ts'
import { t } from '../../format/messages.ts'
import { useView } from '../../stores/view-store.ts'

/** Says once, as the window opens, that a new version was to be installed and was not; the card says why. */
export async function tellFailedUpdate(): Promise<void> {
  const answer = await call('updates.view', undefined)
  if (!answer.ok || answer.value.notInstalled === null) return
  const { version } = answer.value.notInstalled
  useNotices.getState().say({
    tone: 'attention',
    message: t('Printroom {version} was not installed when you closed Printroom.', { version }),
    act: { label: t('Why?'), run: () => useView.getState().goToSection('updates') },
  })
}
