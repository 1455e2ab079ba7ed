import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { InLanguage } from './app/in-language.tsx'
import { listenToOthers } from './app/links/listen.ts'
import { tellFailedUpdate } from './features/settings/tell-failed-update.ts'
import { firstLanguage, showLanguage } from './format/show-language.ts'
import { isLibrarySeen } from './stores/is-library-seen.ts'
import { startMirror } from './stores/mirror.ts'
import { leaveStartupSnapshot, rowHeightSeen } from './stores/startup-snapshot.ts'
import { useView } from './stores/view-store.ts'

const root = document.getElementById('root')
if (root) {
  showLanguage(firstLanguage())
  startMirror()
  const rowHeight = rowHeightSeen()
  if (rowHeight !== null) useView.setState({ rowHeight })
  leaveStartupSnapshot(() => !isLibrarySeen())
  listenToOthers()
  void tellFailedUpdate()
  createRoot(root).render(
    <StrictMode>
      <InLanguage>
        <App />
      </InLanguage>
    </StrictMode>,
  )
}
