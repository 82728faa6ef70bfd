import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { LANGUAGES } from '../contract/src/language.ts';
import { fileOf } from './chunks.ts';
import { firstFiles } from './first-files.ts';
import { iconsOf } from './icon-files.ts';
import { kitPage } from './kit/kit-page.ts';
import { pageLanguage } from './page-language.ts';
import { withoutSchemas } from './strip-schemas.ts';

/** scripts/build.ts builds the app once for each; while developing it is that of the installation. */
const language = LANGUAGES.find((one) => one === process.env.PROSA_LANGUAGE) ?? 'mixed';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = 'http://127.0.0.1:3000';

export default defineConfig({
  root: here('.'),
  plugins: [react(), tailwind(), firstFiles(), pageLanguage(), kitPage(), withoutSchemas()],
  define: { __LANGUAGE__: JSON.stringify(language) },
  resolve: {
    alias: [
      { find: /^#contract\//, replacement: here('../contract/src/') },
      // The contract builds schemas; the browser never uses them. Vitest does not read this file: tests have zod.
      { find: /^zod$/, replacement: here('./schema-stand-in.ts') },
    ],
  },
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    sourcemap: false,
    // A data: URI would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // Every browser that runs ES2022 knows modulepreload.
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: fileOf, debugName: 'ours' },
            { name: 'first-icons', test: iconsOf('src/features/auth', 'src/ui/controls', 'src/ui/display') },
            {
              name: 'icons',
              test: iconsOf('src/app', 'src/ui', 'src/features/chat', 'src/features/conversation'),
              minShareCount: 2,
            },
            { name: 'screen-icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
            { name: 'query', test: /node_modules\/@tanstack\/(query-core|react-query)\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    // Another port would not be the address that letters and payments lead to (scripts/dev/dev.ts).
    strictPort: true,
    fs: { allow: [here('..')] },
    proxy: { '/api': server, '/dev': server },
  },
});
