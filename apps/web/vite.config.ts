import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const apiAddress = process.env.AISLE_API ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react()],
  define: { __VERSION__: JSON.stringify(version) },
  server: { proxy: { '/api': { target: apiAddress, ws: true } } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    // Inlined pictures would need data: sources; files cache better anyway.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs and releases rarely change, in one chunk that stays cached.
          // Everything else splits at its dynamic import: players, tables and dialogs load when used.
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
            },
          ],
        },
      },
    },
  },
})
