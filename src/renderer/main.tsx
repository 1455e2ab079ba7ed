import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import './styles/tokens.css'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startMirror } from './stores/mirror.ts'

const root = document.getElementById('root')
if (root) {
  startMirror()
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
