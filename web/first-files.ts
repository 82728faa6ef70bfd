/**
 * Preload hints for the first files. The sign-in is small and what a first visit shows: it comes
 * with the others instead of after them. Letters have a stand-in and come last (see the body of index.html): over
 * HTTP/1.1 a browser asks for six files at a time.
 */
import type { Plugin } from 'vite';

const ENTRANCE = /\/features\/auth\/login-screen\.tsx$/;

export function firstFiles(): Plugin {
  return {
    name: 'first-files',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        // While developing nothing is bundled.
        if (!bundle) return;
        const entrance = Object.values(bundle).find(
          (file) => file.type === 'chunk' && ENTRANCE.test(file.facadeModuleId ?? ''),
        );
        if (!entrance) throw new Error('web/first-files.ts does not find the sign-in');
        return [
          {
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${entrance.fileName}` },
            injectTo: 'head',
          },
        ];
      },
    },
  };
}
